/** Daily history in two shapes: columns for CSV, records for every other format. */

import type { Candles } from '@barograph/core';
import { columnRows, type Column, type ColumnPart, type ColumnRows } from './column-rows.ts';
import type { Row } from './table.ts';

/**
 * Rows of a history, computed lazily in the one shape that is read.
 *
 * @param columns a row per day, a column per CSV name.
 * @param records the same days, with cells that columns cannot hold: flags, records, lists.
 */
export function historyRows(
  { length }: Candles,
  columns: () => Readonly<Record<string, Column>>,
  records: () => Iterable<Row>,
): ColumnRows<Row> {
  return columnRows(
    lazily(() => [{ length, columns: columns() }]),
    lazily(records),
  );
}

/** Iterable that calls `make` for each iteration. */
export function lazily<T extends Row | ColumnPart>(make: () => Iterable<T>): Iterable<T> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}

/** Column of texts; null is an empty cell. @param texts all possible values. */
export function words(values: readonly (string | null)[], texts: readonly string[]): Column {
  const codeOf = new Map<string | null, number>(texts.map((text, code) => [text, code]));
  const codes = new Int8Array(values.length);
  for (let i = 0; i < codes.length; i++) codes[i] = codeOf.get(values[i]!) ?? -1;
  return { codes, texts };
}

/** Column with the zone of each value; an empty cell where the value is unknown. */
export function zones(values: Float64Array, texts: readonly string[], zoneOf: (value: number) => string): Column {
  return words(
    Array.from(values, (value) => (Number.isNaN(value) ? null : zoneOf(value))),
    texts,
  );
}

/** Column of flags. @param codes 1, 0, or −1 when unknown. */
export const flags = (codes: Int8Array): Column => ({ codes, texts: ['false', 'true'] });

/** Replaces non-finite numbers by NaN, in place: the wire has no infinities. */
export function finite(column: Float64Array): Float64Array {
  for (let i = 0; i < column.length; i++) if (!Number.isFinite(column[i]!)) column[i] = NaN;
  return column;
}
