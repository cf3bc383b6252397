/** Candles of what programs have them in: bars, rows of exchanges, columns, tables of Arrow. */

import { CANDLE_COLUMNS, candleColumns, candles, type Bar, type CandleColumn, type Candles } from './candles.ts';
import { describeProblem, shown, UsageError } from './errors.ts';
import { LAYOUT_ROWS, layoutOf } from './layout-of.ts';
import type { LayoutName } from './layouts.ts';
import { epochTimes } from './epoch-times.ts';
import type { TimeUnit } from './time-unit.ts';

/** Values that can be read by their row: lists, typed arrays, columns of Arquero, vectors of Arrow. */
export type Values = ArrayLike<unknown> | { readonly length: number; readonly at: (row: number) => unknown };

/** A table of Arrow, of `apache-arrow` or of `flechette`. */
export interface ColumnTable {
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  getChild(name: string): Values | null | undefined;
}

/** Bars, rows of numbers as ccxt and exchanges have them, columns by name, or a table of Arrow. */
export type CandlesInput =
  | readonly Bar[]
  | readonly (readonly unknown[])[]
  | Readonly<Record<string, Values>>
  | ColumnTable;

/** Options of {@link candlesOf}. */
export interface CandlesOptions {
  /** Names of columns where they differ: `{ time: 'Datetime', close: 'Close' }`. */
  readonly columns?: Readonly<Partial<Record<CandleColumn, string>>>;
  /** Unit of times that are numbers; their magnitude and step tell it when left out. */
  readonly unit?: TimeUnit | undefined;
  /** Layout of rows, where they do not confirm one. */
  readonly layout?: LayoutName | undefined;
}

/** Names of times in tables, the surest first. */
const TIMES: readonly string[] = ['time', 'timestamp', 'open_time', 'datetime', 'date', 'ts', 't'];

/**
 * Candles of a list of bars, of rows as ccxt has them (or of an exchange, in a layout that the rows confirm), of columns, or of
 * a table of Arrow. Times may be numbers of any unit, bigints, Dates or texts. Columns of doubles are not copied.
 *
 * @throws {UsageError} as {@link candles}; rows that confirm no layout, or two; a column that is missing, or a value that is
 * not a number or a moment. The message names row and column.
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

/** Number of a cell: exchanges write prices as texts. */
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
      // A price that came as text is refused: its dialect is the business of the readers of files.
      throw new UsageError(`"${name}" row ${row + 1} expected a number, got ${shown(value)}`);
    });
  };
  const read6 = Object.fromEntries(CANDLE_COLUMNS.map((column) => [column, read(column)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all six, by their names
  return candles(read6 as Record<CandleColumn, Float64Array>);
}

/** The name of a column as a table spells it, in any case. */
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
