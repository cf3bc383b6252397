/** Means over seeds: intervals, and whether two means differ. */

import { studentQuantile } from '../../risk/laws.ts';

/** Probability that an interval leaves out, both tails together. */
const OUTSIDE = 0.05;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Half of the width of the 95 % interval of a mean, by Student's law.
 *
 * @param values one for each seed.
 * @returns NaN for fewer than two values.
 * @source Student, The probable error of a mean, Biometrika 6, 1908.
 */
export function halfWidth(values: readonly number[]): number {
  const degrees = values.length - 1;
  if (degrees < 1) return NaN;
  const mean = meanOf(values);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / degrees;
  return studentQuantile(1 - OUTSIDE / 2, degrees) * Math.sqrt(variance / values.length);
}

/**
 * Whether two entrants differ on the same markets: the interval of the mean difference, seed by seed, leaves out 0. Differences
 * between markets, which are larger than those between entrants, have no part in it.
 *
 * @returns with fewer than two seeds, whether the numbers differ.
 */
export function differs(first: readonly number[], second: readonly number[]): boolean {
  const differences = first.map((value, i) => value - second[i]!);
  const mean = Math.abs(meanOf(differences));
  return mean > 0 && !(mean <= halfWidth(differences));
}
