/** Bars from the columns of a table, whatever made it: typed arrays, lists, columns of Arquero or of Arrow. */

import {
  CANDLE_COLUMNS,
  candles,
  shown,
  UsageError,
  type CandleColumn,
  type CandleColumns,
  type Candles,
} from '@barograph/core';

/** Values that can be read by their row. */
export type Values = ArrayLike<unknown> | { readonly length: number; readonly at: (row: number) => unknown };

/** Options of {@link fromColumns}. */
export interface FromColumnsOptions {
  /** Names in the table where they differ: `{ time: 'Datetime', close: 'Close' }`. */
  readonly columns?: Readonly<Partial<Record<CandleColumn, string>>>;
  /** Unit of times that are numbers; ms unless given. Dates and ISO-8601 texts say theirs. */
  readonly unit?: 's' | 'ms' | 'us' | 'ns';
}

const PER_MS = { s: 0.001, ms: 1, us: 1e3, ns: 1e6 } as const;

/**
 * Bars of a table. Float64 columns are taken as they are and not copied; times may be numbers, bigints, Dates or texts.
 *
 * @throws {UsageError} a column that is not there, a value that is no number or no moment, or a row that is no bar; the
 * message names column and row.
 * @example
 * const [Open, High, Low, Close, Volume] = [[10, 11], [12, 12], [9, 10], [11, 10.5], [5, 6]];
 * const table = { Date: ['2026-01-01', '2026-01-02'], Open, High, Low, Close, Volume };
 * const columns = { time: 'Date', open: 'Open', high: 'High', low: 'Low', close: 'Close', volume: 'Volume' };
 * const daily = fromColumns(table, { columns });
 * [daily.length, daily.time[1] - daily.time[0] === DAY_MS, daily.close[1]]; // → [ 2, true, 10.5 ]
 */
export function fromColumns(
  table: Readonly<Record<string, Values>>,
  { columns = {}, unit = 'ms' }: FromColumnsOptions = {},
): Candles {
  const read = (column: CandleColumn): Float64Array => {
    const name = columns[column] ?? column;
    const values = Object.hasOwn(table, name) ? table[name] : undefined;
    if (values === undefined) {
      throw new UsageError(
        `"${column}" expected a column "${name}" (columns: { ${column}: NAME } says another), got ${['only', ...Object.keys(table)].join(' ')}`,
      );
    }
    if (values instanceof Float64Array && (column !== 'time' || unit === 'ms')) return values;
    const at = (row: number): unknown =>
      'at' in values && isMethod(values.at) ? values.at(row) : valueAt(values, row);
    const number = column === 'time' ? (value: unknown) => moment(value, unit) : Number;
    return Float64Array.from({ length: values.length }, (_, row) => {
      const value = at(row);
      const read = isReadable(value, column) ? number(value) : NaN;
      if (!Number.isNaN(read)) return read;
      throw new UsageError(`"${name}" row ${row + 1} expected ${EXPECTED(column)}, got ${shown(value)}`);
    });
  };
  const read6 = Object.fromEntries(CANDLE_COLUMNS.map((column) => [column, read(column)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all six, by their names
  return candles(read6 as CandleColumns);
}

const EXPECTED = (column: CandleColumn): string => (column === 'time' ? 'a moment' : 'a number');

const isMethod = (value: unknown): value is (row: number) => unknown => typeof value === 'function';

function valueAt(values: Values, row: number): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has no `at`
  return (values as ArrayLike<unknown>)[row];
}

/** A price that came as text is refused: its dialect is the business of the readers of files. */
function isReadable(value: unknown, column: CandleColumn): boolean {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return column === 'time' && (typeof value === 'string' || value instanceof Date);
}

/** ISO-8601 with a day; of times without a zone, UTC is meant. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function moment(value: unknown, unit: keyof typeof PER_MS): number {
  if (value instanceof Date) return value.getTime();
  if (typeof value !== 'string') return Math.round(Number(value) / PER_MS[unit]);
  const zone = ISO.exec(value);
  if (zone === null) return NaN;
  const text = value.replace(' ', 'T');
  return Date.parse(zone[1] === undefined && text.length > 10 ? `${text}Z` : text);
}
