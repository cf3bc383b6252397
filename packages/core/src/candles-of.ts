/** Candles from the forms that programs use: bars, exchange rows, columns, Arrow tables. */

import { CANDLE_COLUMNS, candleColumns, candles, type Bar, type CandleColumn, type Candles } from './candles.ts';
import { describeProblem, shown, UsageError } from './errors.ts';
import { LAYOUT_ROWS, layoutOf } from './layout-of.ts';
import type { LayoutName } from './layouts.ts';
import { epochTimes } from './epoch-times.ts';
import type { TimeUnit } from './time-unit.ts';

/** Values readable by row: lists, typed arrays, Arquero columns, Arrow vectors. */
export type Values = ArrayLike<unknown> | { readonly length: number; readonly at: (row: number) => unknown };

/** Arrow table of `apache-arrow` or `flechette`. */
export interface ColumnTable {
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  getChild(name: string): Values | null | undefined;
}

/**
 * Input of {@link candlesOf}: bars, rows of numbers in the form of ccxt or an exchange, columns by name, or an Arrow
 * table.
 */
export type CandlesInput =
  | readonly Bar[]
  | readonly (readonly unknown[])[]
  | Readonly<Record<string, Values>>
  | ColumnTable;

/** Options of {@link candlesOf}. */
export interface CandlesOptions {
  /**
   * Column names that differ from the usual ones: `{ time: 'Datetime', close: 'Close' }`.
   * @default the usual names
   */
  readonly columns?: Readonly<Partial<Record<CandleColumn, string>>>;
  /** Unit of numeric times. @default inferred from magnitude and step */
  readonly unit?: TimeUnit | undefined;
  /** Layout of rows, for rows that do not confirm one themselves. @default detected from the rows */
  readonly layout?: LayoutName | undefined;
}

/** Names of time columns, most reliable first. */
const TIMES: readonly string[] = ['time', 'timestamp', 'open_time', 'datetime', 'date', 'ts', 't'];

/**
 * Creates candles from a list of bars, rows in ccxt form (or another exchange layout that the rows confirm), columns,
 * or an Arrow table. Times may be numbers of any unit, bigints, Dates or texts. Float64Array columns are not copied.
 *
 * @throws {UsageError} as {@link candles}; when rows confirm no layout or several; when a column is missing or a value
 * is not a number or a time. The message names row and column.
 * @example
 * candlesOf([{ time: 0, open: 1, high: 2, low: 1, close: 2, volume: 5 }]).length; // → 1
 * candlesOf([[1704067200000, 1, 2, 1, 2, 5], [1704070800000, 2, 3, 2, 2, 6]]).close[1]; // → 2
 * candlesOf({ time: [0, HOUR_MS], open: [1, 2], high: [2, 3], low: [1, 2], close: [2, 2], volume: [5, 6] }).length; // → 2
 */
export function candlesOf(input: CandlesInput, options: CandlesOptions = {}): Candles {
  if (isList(input)) {
    const [first] = input;
    return first !== undefined && isList(first) ? ofRows(input.map(cellsOf), options) : ofBars(input, options);
  }
  return ofTable(input, options);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) || ArrayBuffer.isView(value);

function cellsOf(row: unknown, i: number): readonly unknown[] {
  if (isList(row)) return Array.isArray(row) ? row : Array.from(row);
  throw new UsageError(`row ${i + 1} expected a row of cells like the first, got ${shown(row)}`);
}

function ofBars(bars: readonly unknown[], { unit }: CandlesOptions): Candles {
  const columns = candleColumns(bars.length);
  for (let i = 0; i < bars.length; i++) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever is missing is NaN, and refused by its row
    const bar = bars[i] as Bar;
    for (const column of CANDLE_COLUMNS) columns[column][i] = bar[column];
  }
  return candles({ ...columns, time: epochTimes('time', columns.time, unit) });
}

function ofRows(rows: readonly (readonly unknown[])[], { layout, unit }: CandlesOptions): Candles {
  const width = rows[0]!.length;
  const numbers = rows.slice(0, LAYOUT_ROWS).map((row) => row.map(numberIn));
  const found = layoutOf(numbers, width, { layout });
  if (!found.ok) throw new UsageError(describeProblem(found.error));
  const { index, check } = found.value;
  const columns = candleColumns(rows.length);
  const times: unknown[] = [];
  const looked = new Float64Array(8);
  for (const [i, row] of rows.entries()) {
    if (row.length !== width)
      throw new UsageError(`row ${i + 1} expected ${width} cells like the first, got ${row.length}`);
    times.push(row[index[0]!]);
    for (let at = 1; at < 6; at++) {
      looked[at] = numberIn(row[index[at]!]);
      columns[CANDLE_COLUMNS[at]!][i] = looked[at]!;
    }
    if (check === undefined) continue;
    for (const [at, place] of check.witnesses.entries()) looked[6 + at] = numberIn(row[place]);
    if (!check.confirms(looked)) throw new UsageError(`row ${i + 1} expected ${check.expected}, got ${shown(row)}`);
  }
  return candles({ ...columns, time: epochTimes('time', times, unit) });
}

/** Number in a cell; exchanges write prices as text. */
function numberIn(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return Number(cell);
  return typeof cell === 'string' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell) ? Number(cell) : NaN;
}

const isColumnTable = (input: object): input is ColumnTable =>
  'getChild' in input && typeof input.getChild === 'function';

function ofTable(
  table: Readonly<Record<string, Values>> | ColumnTable,
  { columns = {}, unit }: CandlesOptions,
): Candles {
  const names = isColumnTable(table) ? table.schema.fields.map(({ name }) => name) : Object.keys(table);
  const valuesOf = (name: string): Values | null | undefined =>
    isColumnTable(table) ? table.getChild(name) : table[name];
  const read = (column: CandleColumn): Float64Array => {
    const name = columns[column] ?? usualName(names, column);
    const values = name !== undefined && names.includes(name) ? valuesOf(name) : undefined;
    if (values === undefined || values === null) {
      throw new UsageError(
        `"${column}" expected a column "${name ?? column}" (columns: { ${column}: NAME } says another), got ${['only', ...names].join(' ')}`,
      );
    }
    if (column === 'time') return epochTimes(name!, values instanceof Float64Array ? values : listOf(values), unit);
    if (values instanceof Float64Array) return values;
    return Float64Array.from(listOf(values), (value, row) => {
      const read = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
      if (!Number.isNaN(read)) return read;
      // Text prices are refused: parsing number formats belongs to the file readers.
      throw new UsageError(`"${name}" row ${row + 1} expected a number, got ${shown(value)}`);
    });
  };
  const read6 = Object.fromEntries(CANDLE_COLUMNS.map((column) => [column, read(column)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all six, by their names
  return candles(read6 as Record<CandleColumn, Float64Array>);
}

/** Name of a column as the table spells it, matched in any case. */
function usualName(names: readonly string[], column: CandleColumn): string | undefined {
  const wanted = column === 'time' ? TIMES : [column];
  const found = wanted.flatMap((each) => names.filter((name) => name.toLowerCase() === each));
  return names.includes(column) ? column : found[0];
}

function listOf(values: Values): readonly unknown[] {
  if ('at' in values && typeof values.at === 'function') {
    const { length } = values;
    return Array.from({ length }, (_, row) => values.at(row));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has no `at`
  return Array.from(values as ArrayLike<unknown>);
}
