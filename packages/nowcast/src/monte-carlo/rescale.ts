/**
 * Paths as large as a forecast of their volatility says. The recursion of the variance knows no unit: with pools, or both of
 * its variances, multiplied, every path is multiplied too. So it is the paths that are, and residuals keep their ranks.
 */

import { notNegative } from '../check.ts';
import { normalQuantile } from '../features/normal-quantile.ts';
import type { MonteCarloConfig } from './config.ts';
import type { Paths, PathStart } from './paths.ts';

/** Forecast of a volatility with its own uncertainty. */
export interface ExpectedVolatility {
  /** Standard deviation per hour: the root of the mean variance. */
  readonly volatility: number;
  /** Standard deviation of the log of what came over what was expected. */
  readonly deviation: number;
}

/** Share of a turn between two pairs: the golden ratio, whose multiples fill the circle evenly at any count. */
const TURN: number = (Math.sqrt(5) - 1) / 2;

/**
 * Factor of the returns that gives the hours of a path, in the mean, the expected variance.
 *
 * @returns 0 where nothing moved, whatever is expected.
 * @throws {UsageError} an expected volatility or deviation below 0, or not finite.
 */
export function scaleOf(
  { variance, longRunVariance }: Pick<PathStart, 'variance' | 'longRunVariance'>,
  { volatility, deviation }: ExpectedVolatility,
  { steps, reversion }: MonteCarloConfig,
): number {
  for (const [field, value] of Object.entries({ volatility, deviation })) {
    notNegative(`expected.${field}`, value);
  }
  let [h, sum] = [variance, 0];
  for (let step = 0; step < steps; step++) {
    sum += h;
    h = (1 - reversion) * h + reversion * longRunVariance; // residuals have a variance of 1
  }
  return sum > 0 ? volatility * Math.sqrt(steps / sum) : 0;
}

/**
 * Multiplies the paths, in place: all by `factor`, and each pair by `exp(s·η − s²)` besides, `η` a normal deviate of its
 * own. The mean of its square is 1, so the mean variance stays. Deviates are those of a fixed even sequence, pair by pair:
 * they take no draw, and more paths leave the first ones as they are.
 *
 * @param deviation `s`.
 */
export function rescale(paths: Paths, factor: number, deviation: number): Paths {
  const { returns, falls } = paths;
  for (let path = 0; path < returns.length; path++) {
    const pair = path >> 1;
    const share = ((pair + 0.5) * TURN) % 1;
    const own = factor * Math.exp(deviation * (normalQuantile(share) - deviation));
    returns[path] = returns[path]! * own;
    falls[path] = falls[path]! * own;
  }
  return paths;
}
