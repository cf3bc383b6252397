/**
 * Parkinson volatility: from the range of the bar only.
 *
 * Variance per period: mean of ln²(h/l) / (4 ln 2).
 *
 * Bias: exact for a driftless, continuously observed walk. A trend widens the range and raises the estimate; a bar of
 * few trades has too narrow a range and lowers it; moves between bars do not count. Five times as efficient as
 * close-to-close in theory.
 *
 * @source M. Parkinson, The extreme value method for estimating the variance of the rate of return, Journal of Business
 * 53, 1980.
 */

import type { Candles } from '@barograph/core';
import {
  columnOf,
  ESTIMATOR_DEFAULTS,
  lookbackOf,
  streamOf,
  type EstimatorConfig,
  type EstimatorSnapshot,
  type EstimatorStream,
} from './estimator.ts';
import { logRatio } from './log-ratio.ts';
import { meanVariance } from './mean-variance.ts';

const SCALE: number = 1 / (4 * Math.LN2);

/**
 * Variance of one bar, from prices in any unit; fraction², ≥ 0.
 *
 * @example
 * parkinsonVariance(105, 95).toFixed(6); // → '0.003613'
 */
export function parkinsonVariance(high: number, low: number): number {
  const range = logRatio(high, low);
  return SCALE * range * range;
}

const KERNEL = meanVariance(false, ({ high, low }, terms) => {
  for (let i = 0; i < terms.length; i++) terms[i] = parkinsonVariance(high[i]!, low[i]!);
});

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * parkinsonLookback(); // → 29
 */
export function parkinsonLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Computes Parkinson volatility of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns one value per row, in percent a year; NaN for the first `window − 1` rows, and where the window is wider
 * than `maxSpan`.
 * @throws {UsageError} when the config is invalid or the column has another length.
 * @example
 * parkinson(bars)[259].toFixed(2); // → '34.98'
 */
export function parkinson(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: Float64Array,
): Float64Array {
  return columnOf(KERNEL, bars, config, into);
}

/**
 * Creates the stream of Parkinson volatility, equal to {@link parkinson} to the bit.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createParkinson().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createParkinson(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
