/** Tables written as one JSON object: the orientations of pandas, and columns as charting sites answer them. */

import { bare, isTimeName } from './column-names.ts';

type Row = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !isList(value);

/** Name of the index of a table whose columns have no time. */
const INDEX = 'time';

/**
 * The rows of a table, as objects by column: `{"columns": […], "index": […], "data": […]}` (split), `{"schema": …, "data": […]}`
 * (table), `{"open": {"0": …}, …}` (columns), `{"0": {"open": …}, …}` (index), `{"t": […], "o": […], …}`.
 *
 * @returns undefined for any other value.
 */
export function documentRows(value: unknown): readonly Row[] | undefined {
  if (!isRecord(value)) return undefined;
  const { columns, index, data, schema } = value;
  if (isList(columns) && isList(data)) return splitRows(columns.map(String), isList(index) ? index : [], data);
  if (isRecord(schema) && isList(data)) return data.filter(isRecord).map(withIndexAsTime);
  const entries = Object.entries(value);
  const hasClose = entries.some(([name]) => bare(name) === 'close' || name === 'c');
  if (hasClose) {
    const lists = entries.filter((entry): entry is [string, readonly unknown[]] => isList(entry[1]));
    const length = lists.find(([name]) => bare(name) === 'close' || name === 'c')?.[1].length;
    if (length !== undefined) {
      const alike = lists.filter(([, list]) => list.length === length);
      return Array.from({ length }, (_, i) => Object.fromEntries(alike.map(([name, list]) => [name, list[i]])));
    }
  }
  const records = entries.filter((entry): entry is [string, Row] => isRecord(entry[1]));
  if (records.length !== entries.length || records.length === 0) return undefined;
  if (!hasClose)
    return records.some(([, row]) => hasCloseIn(row)) ? records.map(([key, row]) => indexed(key, row)) : undefined;
  return Object.keys(records[0]![1]).map((key) =>
    indexed(key, Object.fromEntries(records.map(([name, cells]) => [name, cells[key]]))),
  );
}

const hasCloseIn = (row: Row): boolean => Object.keys(row).some((name) => bare(name) === 'close' || name === 'c');

const hasTime = (names: readonly string[]): boolean => names.some(isTimeName);

const indexed = (key: unknown, row: Row): Row => (hasTime(Object.keys(row)) ? row : { [INDEX]: key, ...row });

function withIndexAsTime(row: Row): Row {
  const { index, ...others } = row;
  return index === undefined ? row : indexed(index, others);
}

function splitRows(columns: readonly string[], index: readonly unknown[], data: readonly unknown[]): readonly Row[] {
  return data.filter(isList).map((cells, i) => {
    const row = Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
    return index[i] === undefined ? row : indexed(index[i], row);
  });
}
