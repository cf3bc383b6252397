/** Row scope of answers whose rows are no records of a publication: the dataset decides, as for all others. */

import type { Caller } from '../context.ts';
import { DATASETS, type DatasetName } from '../datasets.ts';

/**
 * The rows that a caller's tier sees, in their order: the largest by a field, and of equal ones the first.
 *
 * @param caller undefined: the service has no keys, and everyone sees all.
 */
export function firstRows<Row extends Readonly<Record<string, unknown>>>(
  dataset: DatasetName,
  caller: Caller | undefined,
  rows: readonly Row[],
): readonly Row[] {
  const of = caller === undefined ? undefined : DATASETS[dataset].rows?.[caller.tier];
  if (of === undefined) return rows;
  const size = (row: Row): number => {
    const value = row[of.by];
    return typeof value === 'number' ? value : -Infinity;
  };
  const seen = new Set(rows.toSorted((a, b) => size(b) - size(a)).slice(0, of.top));
  return rows.filter((row) => seen.has(row));
}
