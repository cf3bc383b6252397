/** The adjusted Rand index: how far two labellings put the same hours together, whatever their labels are called. */

import { UsageError } from '@barograph/core';

const pairs = (count: number): number => (count * (count - 1)) / 2;

/**
 * The index of two labellings of the same hours: 1 for the same groups, 0 on average for labels drawn by chance, and 1 where
 * both have one group.
 *
 * @returns NaN without hours.
 * @throws {UsageError} columns of different lengths.
 * @source L. Hubert, P. Arabie, Comparing partitions, Journal of Classification 2, 1985, equation 5.
 */
export function adjustedRand(first: Int8Array, second: Int8Array): number {
  if (first.length !== second.length) {
    throw new UsageError(`"second" expected ${first.length} labels like "first", got ${second.length}`);
  }
  if (first.length === 0) return NaN;
  const [cells, rows, columns] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  const count = (groups: Map<number, number>, key: number): unknown => groups.set(key, (groups.get(key) ?? 0) + 1);
  first.forEach((label, t) => {
    count(rows, label);
    count(columns, second[t]!);
    // Labels are bytes.
    count(cells, 256 * label + second[t]!);
  });
  const together = (groups: Map<number, number>): number =>
    [...groups.values()].reduce((sum, size) => sum + pairs(size), 0);
  const [inRows, inColumns] = [together(rows), together(columns)];
  const expected = first.length === 1 ? 0 : (inRows * inColumns) / pairs(first.length);
  const most = (inRows + inColumns) / 2;
  return most === expected ? 1 : (together(cells) - expected) / (most - expected);
}
