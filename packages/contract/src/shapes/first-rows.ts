/** Row limit for rows that are not records of a publication; the dataset decides, as elsewhere. */

import type { Caller } from '../context.ts';
import { DATASETS, type DatasetName } from '../datasets.ts';

/**
 * Rows visible to a caller's tier, in their order: the largest by a field, first on ties.
 *
 * @param caller undefined for a service without keys, where everyone sees all.
 */
export function firstRows<Row extends Readonly<Record<string, unknown>>>(
  dataset: DatasetName,
  caller: Caller | undefined,
  rows: readonly Row[],
): readonly Row[] {
  const limit = caller === undefined ? undefined : DATASETS[dataset].rows?.[caller.tier];
  if (limit === undefined) return rows;
  const size = (row: Row): number => {
    const value = row[limit.by];
    return typeof value === 'number' ? value : -Infinity;
  };
  const seen = new Set(rows.toSorted((a, b) => size(b) - size(a)).slice(0, limit.top));
  return rows.filter((row) => seen.has(row));
}
