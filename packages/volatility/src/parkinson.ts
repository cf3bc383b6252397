/**
 * Parkinson volatility: from the range of the bar alone.
 *
 * Variance per period: mean of ln²(h/l) / (4 ln 2).
 *
 * Bias: exact for a driftless walk that is watched all the time. A trend widens the range and reads as volatility; a
 * bar of few trades has a range too narrow and reads low; what happens between bars is not seen. Five times as
 * efficient as close-to-close in theory.
 *
 * @source M. Parkinson, The extreme value method for estimating the variance of the rate of return, Journal of
 * Business 53, 1980.
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
 * Variance of one bar, fraction², ≥ 0.
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
 * Bars before the first defined value.
 *
 * @throws {UsageError} for a bad config.
 * @example
 * parkinsonLookback(); // → 29
 */
export function parkinsonLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Parkinson volatility of a whole series.
 *
 * @param bars n bars, oldest first, any positive price scale.
 * @param into column to fill in place of a new one, of n rows, not one of the bars.
 * @returns n values in percent a year; NaN for the first `window − 1` rows, and where the window is wider than `maxSpan`.
 * @throws {UsageError} a bad config, or a column of another length.
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
 * Parkinson volatility bar by bar, equal to {@link parkinson} to the bit.
 *
 * @param resume a snapshot of a stream with the same config, to continue from.
 * @throws {UsageError} a bad config, a snapshot of another version or config, or (from `next` and `peek`) a bar that is bad
 * or not after the last.
 * @example
 * createParkinson().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createParkinson(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
