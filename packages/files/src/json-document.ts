/** Reads tables in a JSON object: pandas orientations, columns of charting sites, answers of exchanges. */

import { shown } from '@barograph/core';
import { bare, isTimeName } from './column-names.ts';

type Row = Readonly<Record<string, unknown>>;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !isList(value);

/** Name given to the index of a table without a time column. */
const INDEX = 'time';

/**
 * Rows of a table as objects by column: `{"columns": […], "index": […], "data": […]}` (split), `{"schema": …, "data": […]}`
 * (table), `{"open": {"0": …}, …}` (columns), `{"0": {"open": …}, …}` (index), `{"t": […], "o": […], …}`; or the only list of bars in an answer such as `{"result": {"list": […]}}`.
 *
 * @returns undefined for any other value.
 */
export function documentRows(value: unknown): readonly unknown[] | undefined {
  const found = tablesIn(value, DEPTH);
  return found.length === 1 ? found[0]!.rows : undefined;
}

/** Reason why {@link documentRows} finds no rows in a value. */
export function documentFault(value: unknown): string {
  if (!isRecord(value)) return 'no JSON';
  const found = tablesIn(value, DEPTH);
  if (found.length > 1)
    return `several lists of bars (${found.map(({ path }) => path.join('.')).join(', ')}): keep one`;
  const { msg, message, retMsg, error } = value;
  const said = [msg, message, retMsg, error].flat().find((text) => typeof text === 'string' && text !== '');
  return said === undefined ? 'an object of something else' : `an answer without bars, which says ${shown(said)}`;
}

/** Maximum nesting of rows in an exchange's answer: `{"result": {"list": […]}}`. */
const DEPTH = 2;
/** Minimum cells of a bar. */
const LEAST_CELLS = 5;

/** Table within a value, with its path. */
interface Found {
  readonly path: readonly string[];
  readonly rows: readonly unknown[];
}

function tablesIn(value: unknown, depth: number): readonly Found[] {
  if (!isRecord(value)) return [];
  const rows = tableRows(value);
  if (rows !== undefined) return [{ path: [], rows }];
  return Object.entries(value).flatMap(([name, part]): readonly Found[] => {
    if (isList(part)) return part.length > 0 && isBar(part[0]) ? [{ path: [name], rows: part }] : [];
    return depth === 0
      ? []
      : tablesIn(part, depth - 1).map(({ path, rows: all }) => ({ path: [name, ...path], rows: all }));
  });
}

const isBar = (row: unknown): boolean =>
  isList(row)
    ? row.length >= LEAST_CELLS && !row.some((cell) => isList(cell) || isRecord(cell))
    : isRecord(row) && hasCloseIn(row);

/** Rows when the object itself is a table. */
function tableRows(value: Row): readonly Row[] | undefined {
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
