/** Mapping of a file's columns to the columns of bars. */

import {
  CANDLE_COLUMNS,
  err,
  ok,
  type DataProblem,
  type LayoutCheck,
  type LayoutName,
  type Result,
} from '@barograph/core';
import { candidatesOf, symbolPlace, type BarColumn } from './column-names.ts';

/** Required columns of a file of bars, in the order of {@link CANDLE_COLUMNS}. */
export const FILE_COLUMNS = ['timestamp', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Maps bar columns to file columns, such as `{ time: 'Datetime', close: 'Close' }`. Unmapped columns
 * are found by name. In a file without a header a column is its number, from 1. `symbol: ''` ignores
 * the symbol column.
 */
export type ColumnMapping = Readonly<Partial<Record<BarColumn, string>>>;

/** Options for the columns of a file. */
export interface ColumnOptions {
  /** Columns with unknown names. @default detected by their names */
  readonly columns?: ColumnMapping | undefined;
  /** Name of the flag for `columns`, used in problems. @default problems name no flag */
  readonly columnsFlag?: string | undefined;
  /**
   * Layout of rows without a header, one of `LAYOUT_NAMES`, such as `ohlcv`, `coinbase` (time, low, high, open, close, volume) or
   * `klines`. Without it the layout is detected, and every row must match.
   */
  readonly layout?: LayoutName | undefined;
  /** Name of the flag for `layout`, used in problems. @default problems name no flag */
  readonly layoutFlag?: string | undefined;
}

/** Index and spelling of each of {@link FILE_COLUMNS} in the file. */
export interface ColumnMap {
  readonly index: readonly number[];
  readonly names: readonly string[];
  /** Index of the symbol column; -1 when absent. */
  readonly symbol: number;
  /** Whether the file has exactly the six names, so that nothing was assumed. */
  readonly isNative: boolean;
  /** Assumptions, a phrase each. */
  readonly assumed: readonly string[];
  /** Check for every row; absent when the columns are named. */
  readonly check?: LayoutCheck;
}

/** Mapping names of the six {@link CANDLE_COLUMNS}. */
const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Finds the six columns in a header: any order, any case, blanks around a name ignored, additional columns allowed. A header
 * with the names of {@link FILE_COLUMNS} is trusted; otherwise names of venues and libraries are matched.
 *
 * @param isTrusted whether the names of {@link FILE_COLUMNS} may be trusted: some exports with other delimiters
 *   than commas call a close time `timestamp`.
 * @param sample cells of the first row, whose values show which of `v` and `q` is in base units.
 * @returns the mapping, or the problem of the first missing, ambiguous or repeated column.
 */
export function findColumns(
  header: readonly string[],
  how: ColumnOptions = {},
  isTrusted: boolean = true,
  sample?: readonly unknown[],
): Result<ColumnMap, DataProblem> {
  const lower = header.map((name) => name.trim().toLowerCase());
  const mapping = how.columns ?? {};
  const isNative =
    isTrusted && Object.keys(mapping).every((key) => key === 'symbol') && FILE_COLUMNS.every((c) => lower.includes(c));
  const index: number[] = [];
  for (const [at, column] of FILE_COLUMNS.entries()) {
    const name = mapping[FIELDS[at]!];
    const found =
      name !== undefined
        ? placeOf(header, name, FIELDS[at]!)
        : isNative
          ? once(header, lower, column)
          : placeByNames(header, at, how);
    if (!found.ok) return found;
    const place = at === 5 && name === undefined ? baseVolume(header, [...index, found.value], sample, how) : found;
    if (!place.ok) return place;
    index.push(place.value);
  }
  const symbol = mapping.symbol === undefined ? ok(symbolPlace(header)) : symbolBy(header, mapping.symbol);
  if (!symbol.ok) return symbol;
  const names = index.map((at) => header[at]!.trim());
  return ok({ index, names, symbol: symbol.value, isNative, assumed: isNative ? [] : assumptions(header, names) });
}

function once(header: readonly string[], lower: readonly string[], column: string): Result<number, DataProblem> {
  const first = lower.indexOf(column);
  if (!lower.includes(column, first + 1)) return ok(first);
  return err({ code: 'missing_column', column, expected: 'a column there once', got: listed(header) });
}

function placeByNames(header: readonly string[], at: number, how: ColumnOptions): Result<number, DataProblem> {
  const column = FILE_COLUMNS[at]!;
  const { places, reason } = candidatesOf(header, at);
  if (places.length === 1) return ok(places[0]!);
  if (places.length > 1) {
    return err({ code: 'missing_column', column, expected: 'a column there once', got: listed(header) });
  }
  const remedy = `, or ${ask(FIELDS[at]!, how)}`;
  const expected =
    reason === undefined ? `a header with ${FILE_COLUMNS.join(', ')}${remedy}` : `a column of ${FIELDS[at]}${remedy}`;
  return err({ code: 'missing_column', column, expected, got: reason ?? listed(header) });
}

/** Decides which of `v` and `q` is the base volume, which differs by exchange: quote over base must be a price. */
function baseVolume(
  header: readonly string[],
  index: readonly number[],
  sample: readonly unknown[] | undefined,
  how: ColumnOptions,
): Result<number, DataProblem> {
  const place = index[5]!;
  const other = header.indexOf('q');
  if (header[place] !== 'v' || other === -1) return ok(place);
  const [high, low, v, q] = [index[2]!, index[3]!, place, other].map((at) => Number(sample?.[at]));
  const isWorth = (quote: number, base: number): boolean => quote >= 0.99 * low! * base && quote <= 1.01 * high! * base;
  const [isV, isQ] = [isWorth(q!, v!), isWorth(v!, q!)];
  if (isV !== isQ) return ok(isV ? place : other);
  const expected = `a column of volume in the base, or ${ask('volume', how)}`;
  return err({ code: 'missing_column', column: 'volume', expected, got: 'v and q, whose values do not tell' });
}

/** Message that asks for a mapping, with the caller's flag. */
export function ask(field: BarColumn, { columnsFlag }: ColumnOptions): string {
  return columnsFlag === undefined ? `columns: { ${field}: NAME }` : `${columnsFlag} ${field}=NAME`;
}

function placeOf(header: readonly string[], name: string, field: BarColumn): Result<number, DataProblem> {
  const wanted = name.trim();
  const exact = header.findIndex((column) => column.trim() === wanted);
  const at = exact === -1 ? header.findIndex((column) => column.trim().toLowerCase() === wanted.toLowerCase()) : exact;
  if (at !== -1) return ok(at);
  return err({
    code: 'missing_column',
    column: wanted,
    expected: `a column of that name, for ${field}`,
    got: listed(header),
  });
}

function symbolBy(header: readonly string[], name: string): Result<number, DataProblem> {
  return name.trim() === '' ? ok(-1) : placeOf(header, name, 'symbol');
}

function assumptions(header: readonly string[], names: readonly string[]): string[] {
  const differs = FIELDS.flatMap((field, i) => {
    const name = names[i]!;
    return name.toLowerCase() === field || name.toLowerCase() === FILE_COLUMNS[i] ? [] : [`${field} is "${name}"`];
  });
  const notes = differs.length === 0 ? [] : [differs.join(', ')];
  if (header.some((name) => /^adj/i.test(name.trim()))) notes.push('the adjusted close is left alone');
  return notes;
}

/** Renames the column of a problem to the file's spelling. */
export function inFileTerms(problem: DataProblem, columns: ColumnMap): DataProblem {
  const at = CANDLE_COLUMNS.findIndex((column) => column === problem.column);
  return at === -1 ? problem : { ...problem, column: columns.names[at]! };
}

/** Formats a header for messages. */
export function listed(header: readonly string[]): string {
  const text = header.map((name) => name.trim()).join(', ');
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
