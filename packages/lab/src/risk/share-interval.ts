/**
 * Exact interval of a share, such as that of hits below a quantile or of places in a tenth of their range.
 *
 * @source C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in the case of the binomial,
 * Biometrika 26, 1934.
 */

import { integerAtLeast, UsageError } from '@barograph/core';
import { logGamma } from '@barograph/nowcast/parts';
import { betaShare } from '../train/student-tail.ts';

/** Probability of at least `hits` among `rows`, each with probability `p`. */
function atLeast(hits: number, rows: number, p: number): number {
  if (hits === 0 || p === 1) return 1;
  if (p === 0) return 0;
  const [a, b] = [hits, rows - hits + 1];
  const front = logGamma(a + b) - logGamma(a) - logGamma(b);
  return betaShare(p, a, b, front + a * Math.log(p) + b * Math.log1p(-p));
}

/** Largest probability at which `isBelow` holds; it holds at 0 and not at 1. */
function edge(isBelow: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let middle = 0.5; middle > low && middle < high; middle = (low + high) / 2) {
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Interval of a probability from independent rows. Rows that overlap or cluster need a bootstrap of blocks instead
 * ({@link bootstrapMean}).
 *
 * @param hits 0 to `rows`.
 * @param rows at least 1.
 * @param level share of such intervals that hold the probability, at least. Default: 0.95.
 * @throws {UsageError} naming the field, the expectation and the value.
 * @example
 * shareInterval(6, 255).map((share) => share.toFixed(4)); // → [ '0.0087', '0.0505' ]
 */
export function shareInterval(hits: number, rows: number, level: number = 0.95): readonly [low: number, high: number] {
  integerAtLeast('rows', rows, 1);
  integerAtLeast('hits', hits, 0);
  if (hits > rows) throw new UsageError(`"hits" expected at most ${rows}, got ${hits}`);
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
  const tail = (1 - level) / 2;
  return [
    hits === 0 ? 0 : edge((p) => atLeast(hits, rows, p) < tail),
    hits === rows ? 1 : edge((p) => 1 - atLeast(hits + 1, rows, p) > tail),
  ];
}
