/**
 * Rescales paths to the forecast of their volatility. The recursion of the variance has no unit: multiplying pools, or
 * both variances, multiplies every path. So the paths are multiplied, and residuals keep their ranks.
 */

import { notNegative } from '../check.ts';
import { normalQuantile } from '../features/normal-quantile.ts';
import type { MonteCarloConfig } from './config.ts';
import type { Paths, PathStart } from './paths.ts';

/** Forecast of a volatility with its uncertainty. */
export interface ExpectedVolatility {
  /** Standard deviation per hour: the root of the mean variance. */
  readonly volatility: number;
  /** Standard deviation of the log of realised over expected volatility. */
  readonly deviation: number;
}

/** Fraction of a turn between two pairs: the golden ratio, whose multiples fill the circle evenly at any count. */
const TURN: number = (Math.sqrt(5) - 1) / 2;

/**
 * Factor of the returns that gives the hours of a path, on average, the expected variance.
 *
 * @returns the factor; 0 when nothing moved, whatever is expected.
 * @throws {UsageError} when the expected volatility or deviation is below 0 or not finite.
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
 * Multiplies the paths in place: all by `factor`, and each pair also by `exp(s·η − s²)`, `η` a normal deviate of its
 * own. The mean of its square is 1, so the mean variance stays. Deviates come from a fixed low-discrepancy sequence,
 * pair by pair: they use no draw, and more paths do not change the first ones.
 *
 * @param deviation `s`, standard deviation of the log factor.
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
