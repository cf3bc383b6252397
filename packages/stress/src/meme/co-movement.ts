/** Co-movement of coins. */

import { integerAtLeast, UsageError } from '@barograph/core';

/** Twice the mid-rank of each value minus its mean: whole numbers that sum to 0, whatever the ties. */
function centredRanks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    // positions from+1 … to share the mean position (from + 1 + to)/2; the mean of all positions is (n + 1)/2
    for (let k = from; k < to; k++) ranks[order[k]!] = from + to - order.length;
    from = to;
  }
  return ranks;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Mean of Spearman's ρ over all pairs of series, ties sharing their mean rank. A series that never moves has no ranks
 * and is excluded.
 *
 * With z the ranks of a series, centred and of length one, Σ ρ over ordered pairs is |Σ z|² − n. So every series is
 * ranked once and added, without a loop over pairs: n series of W numbers cost n·W·log W. Ranks stay integers and are
 * grouped by their length (a single length unless there are ties), which makes the result independent of the order of
 * the series, and exactly 1 for identical rankings.
 *
 * @param series series of finite numbers, one per coin, of equal length, with equal days at equal indexes.
 * @param minSeries fewest moving series for a mean.
 * @returns the mean, −1/(n−1)…1; null with fewer than `minSeries` moving series.
 * @throws {UsageError} when series differ in length.
 * @source C. Spearman, The proof and measurement of association between two things, 1904; the mean over pairs as in M.
 * G. Kendall, Rank Correlation Methods, 1948 (its relation to the coefficient of concordance).
 * @example
 * coMovement([[1, 2, 3], [1, 2, 4]], 2); // → 1
 */
export function coMovement(series: readonly ArrayLike<number>[], minSeries: number): number | null {
  integerAtLeast('minSeries', minSeries, 2);
  const days = series[0]?.length ?? 0;
  const sums = new Map<number, Float64Array>();
  let count = 0;
  for (const values of series) {
    if (values.length !== days) throw new UsageError(`"series" expected ${days} values each, got ${values.length}`);
    const ranks = centredRanks(values);
    const square = dot(ranks, ranks);
    if (square === 0) continue;
    count++;
    const sum = sums.get(square);
    if (sum === undefined) sums.set(square, ranks);
    else for (let i = 0; i < days; i++) sum[i]! += ranks[i]!;
  }
  if (count < minSeries) return null;
  const groups = [...sums].sort(([a], [b]) => a - b);
  let total = 0;
  for (const [a, x] of groups) for (const [b, y] of groups) total += dot(x, y) / Math.sqrt(a * b);
  const ordered = Math.min(Math.max(total, 0), count * count);
  return (ordered - count) / (count * (count - 1));
}
