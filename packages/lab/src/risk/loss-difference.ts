/**
 * Test of Diebold and Mariano on rows whose outcomes overlap, such as hourly forecasts of the next day. Compare
 * {@link dieboldMariano}, which sums rows over weeks first.
 *
 * @source F. X. Diebold, R. S. Mariano, Comparing predictive accuracy, Journal of Business and Economic Statistics 13, 1995.
 * W. K. Newey, K. D. West, Econometrica 55, 1987: weights of the lags. D. Harvey, S. Leybourne, P. Newbold, Testing the
 * equality of prediction mean squared errors, International Journal of Forecasting 13, 1997: factor and Student's law.
 */

import { integerAtLeast, UsageError } from '@barograph/core';
import { studentTail } from '../train/student-tail.ts';
import { studentQuantile } from './laws.ts';

/** Numbers of the test. */
export interface LossDifferenceOptions {
  /** Rows until an outcome is known: 24 for hourly forecasts of the next day. */
  readonly horizon: number;
  /** Lags of the variance; at least `horizon − 1`. */
  readonly lags: number;
  /** Probability of the interval, in (0, 1). Default: 0.95. */
  readonly level?: number;
}

/** Mean difference of two losses, with its test. */
export interface LossDifference {
  /** Mean of the differences, in the unit of the losses. */
  readonly mean: number;
  /** Interval of the mean; null without a variance. */
  readonly low: number | null;
  readonly high: number | null;
  /** Mean over its standard error, with the factor of the horizon; null without a variance. */
  readonly statistic: number | null;
  /** Two-sided, by Student's law with `rows − 1` degrees of freedom; null without a variance. */
  readonly p: number | null;
  readonly rows: number;
}

/**
 * Tests whether the mean of some loss differences is 0.
 *
 * @param differences loss of one forecast minus that of another, by time without gaps; at least `horizon + 1`.
 * @throws {UsageError} too few rows, a difference that is not finite, or too few lags.
 * @example
 * const differences = Array.from({ length: 60 }, (_, i) => Math.sin(i) + 0.3);
 * const { mean, statistic } = lossDifference(differences, { horizon: 2, lags: 4 });
 * [mean.toFixed(2), statistic?.toFixed(2)]; // → [ '0.33', '5.61' ]
 */
export function lossDifference(
  differences: ArrayLike<number>,
  { horizon, lags, level = 0.95 }: LossDifferenceOptions,
): LossDifference {
  const rows = differences.length;
  integerAtLeast('horizon', horizon, 1);
  integerAtLeast('lags', lags, horizon - 1);
  if (!(level > 0 && level < 1)) throw new UsageError(`"level" expected a number in (0, 1), got ${level}`);
  if (rows < horizon + 1) throw new UsageError(`"differences" expected at least ${horizon + 1} rows, got ${rows}`);
  let mean = 0;
  for (let i = 0; i < rows; i++) {
    const difference = differences[i]!;
    if (!Number.isFinite(difference)) {
      throw new UsageError(`"differences[${i}]" expected a finite number, got ${difference}`);
    }
    mean += difference / rows;
  }
  const excess = Float64Array.from(differences, (difference) => difference - mean);
  let variance = 0;
  for (let lag = 0; lag <= Math.min(lags, rows - 1); lag++) {
    let product = 0;
    for (let i = lag; i < rows; i++) product += excess[i]! * excess[i - lag]!;
    variance += ((lag === 0 ? 1 : 2 * (1 - lag / (lags + 1))) * product) / rows;
  }
  // Rounding leaves a variance of about 1e-33 where all differences are equal.
  if (!(variance > 1e-24 * mean * mean)) return { mean, low: null, high: null, statistic: null, p: null, rows };
  const factor = Math.sqrt((rows + 1 - 2 * horizon + (horizon * (horizon - 1)) / rows) / rows);
  const error = Math.sqrt(variance / rows) / factor;
  const statistic = mean / error;
  const reach = studentQuantile((1 + level) / 2, rows - 1) * error;
  return { mean, low: mean - reach, high: mean + reach, statistic, p: studentTail(statistic, rows - 1), rows };
}
