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

/** Names of the columns that a file of bars must have, in the order of {@link CANDLE_COLUMNS}. */
export const FILE_COLUMNS = ['timestamp', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Columns of a file by the column of bars that they are, such as `{ time: 'Datetime', close: 'Close' }`; those that are not
 * named are found by their names. In a file without a header a column is its number, from 1. `symbol: ''` reads a file
 * with a column of symbols as if it had none.
 */
export type ColumnMapping = Readonly<Partial<Record<BarColumn, string>>>;

/** Wishes about the columns of a file. */
export interface ColumnOptions {
  readonly columns?: ColumnMapping | undefined;
  /** Name of the flag that states `columns`, for messages that ask for it. */
  readonly columnsFlag?: string | undefined;
  /**
   * Layout of rows without a header, one of `LAYOUT_NAMES`, such as `ohlcv`, `coinbase` (time, low, high, open, close, volume) or
   * `klines`. Without it the rows must confirm one.
   */
  readonly layout?: LayoutName | undefined;
  /** Name of the flag that states `layout`, for messages that ask for it. */
  readonly layoutFlag?: string | undefined;
}

/** For each of {@link FILE_COLUMNS}: where it stands in the file, and how the file spells it. */
export interface ColumnMap {
  readonly index: readonly number[];
  readonly names: readonly string[];
  /** Place of the column of symbols; -1 when there is none. */
  readonly symbol: number;
  /** Whether the file has the six names themselves: then nothing was assumed. */
  readonly isNative: boolean;
  /** Assumptions, a phrase each. */
  readonly assumed: readonly string[];
  /** Check that every row must pass; absent where the columns are named. */
  readonly check?: LayoutCheck;
}

/** The six columns of {@link CANDLE_COLUMNS} in terms of the mapping. */
const FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Finds the six columns in a header: any order, any case, blanks around a name ignored, further columns allowed. A header
 * with the names of {@link FILE_COLUMNS} is taken at its word; else the names of venues and libraries are looked for.
 *
 * @param isTrusted whether the names of {@link FILE_COLUMNS} may be taken at their word: exports that part their cells by
 *   something else than commas have been seen to call a closing time `timestamp`.
 * @param sample cells of the first row: of `v` and `q` the values tell which is in the base.
 * @returns where they are, or the first that is missing, ambiguous or there twice.
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
    const asked = mapping[FIELDS[at]!];
    const found =
      asked !== undefined
        ? placeOf(header, asked, FIELDS[at]!)
        : isNative
          ? once(header, lower, column)
          : placeByNames(header, at, how);
    if (!found.ok) return found;
    const place = at === 5 && asked === undefined ? baseVolume(header, [...index, found.value], sample, how) : found;
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

/** Exchanges differ in which of `v` and `q` is in the base: over the other one a price must come out. */
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

/** Request for a mapping, in the terms of the caller. */
export function ask(field: BarColumn, { columnsFlag }: ColumnOptions): string {
  return columnsFlag === undefined ? `columns: { ${field}: NAME }` : `${columnsFlag} ${field}=NAME`;
}

function placeOf(header: readonly string[], name: string, field: BarColumn): Result<number, DataProblem> {
  const wanted = name.trim();
  const exact = header.findIndex((one) => one.trim() === wanted);
  const at = exact === -1 ? header.findIndex((one) => one.trim().toLowerCase() === wanted.toLowerCase()) : exact;
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

/** Problem of checked bars, with the name that the file gives the column. */
export function inFileTerms(problem: DataProblem, columns: ColumnMap): DataProblem {
  const at = CANDLE_COLUMNS.findIndex((column) => column === problem.column);
  return at === -1 ? problem : { ...problem, column: columns.names[at]! };
}

/** A header as a message shows it. */
export function listed(header: readonly string[]): string {
  const text = header.map((name) => name.trim()).join(', ');
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
