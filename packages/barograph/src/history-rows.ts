/** Days of a whole history, one definition in two shapes: columns for CSV, records for every other format. */

import type { Candles } from '@barograph/core';
import { columnRows, type Column, type ColumnPart, type ColumnRows } from './column-rows.ts';
import type { Row } from './table.ts';

/**
 * The rows of a history, made when they are asked for: only one of both shapes is.
 *
 * @param columns one row a day, and a column of each name that CSV has.
 * @param records the same days, with the cells that columns cannot have: flags, records, lists.
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

/** The same anew each time it is asked for. */
export function lazily<T extends Row | ColumnPart>(make: () => Iterable<T>): Iterable<T> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}

/** Column of words, null where a day has none. @param texts every word that there is. */
export function words(values: readonly (string | null)[], texts: readonly string[]): Column {
  const codeOf = new Map<string | null, number>(texts.map((text, code) => [text, code]));
  const codes = new Int8Array(values.length);
  for (let i = 0; i < codes.length; i++) codes[i] = codeOf.get(values[i]!) ?? -1;
  return { codes, texts };
}

/** Column of the zone of each number of another; none where that is not known. */
export function zones(values: Float64Array, texts: readonly string[], zoneOf: (value: number) => string): Column {
  return words(
    Array.from(values, (value) => (Number.isNaN(value) ? null : zoneOf(value))),
    texts,
  );
}

/** Column of flags. @param flags 1, 0, and −1 where not known. */
export const flags = (codes: Int8Array): Column => ({ codes, texts: ['false', 'true'] });

/** The numbers as the wire has them: what is not finite is not known. Written where they are. */
export function finite(column: Float64Array): Float64Array {
  for (let i = 0; i < column.length; i++) if (!Number.isFinite(column[i]!)) column[i] = NaN;
  return column;
}
