/**
 * Close-to-close volatility: the sample variance of log returns, the yardstick that the others are measured against.
 *
 * Variance per period: Σ(r − r̄)² / (n − 1) over n returns r = ln(c/c₋₁), which are n + 1 closes.
 *
 * Bias: none for any drift, and gaps between bars count; but a day's range is thrown away, so it needs seven times the
 * days of Garman–Klass for the same precision. The square root of an unbiased variance is a little low: 1/(4n) of it.
 *
 * R TTR's `volatility(calc = "close")` with n uses n − 1 returns: its n is our `window + 1`.
 *
 * @source The estimator σ̂₀ of M. B. Garman, M. J. Klass, On the estimation of security price volatilities from
 * historical data, Journal of Business 53, 1980, with the mean taken out.
 */

import type { Candles } from '@barograph/core';
import {
  columnOf,
  ESTIMATOR_DEFAULTS,
  lookbackOf,
  PREVIOUS_CLOSE,
  streamOf,
  type EstimatorConfig,
  type EstimatorKernel,
  type EstimatorSnapshot,
  type EstimatorStream,
} from './estimator.ts';
import { logRatio } from './log-ratio.ts';
import { windowVariance, windowVarianceSlots } from './window-variance.ts';

const KERNEL: EstimatorKernel = {
  usesPreviousClose: true,
  leastWindow: 2,
  slots: windowVarianceSlots,
  advance: (state, at, window, { close }, variance) => {
    let before = state[PREVIOUS_CLOSE]!;
    for (let i = 0; i < variance.length; i++) {
      const now = close[i]!;
      variance[i] = logRatio(now, before);
      before = now;
    }
    windowVariance(state, at, window, variance, variance);
  },
};

/**
 * Bars before the first defined value.
 *
 * @throws {UsageError} for a bad config.
 * @example
 * closeToCloseLookback(); // → 30
 */
export function closeToCloseLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Close-to-close volatility of a whole series.
 *
 * @param bars n bars, oldest first, any positive price scale.
 * @param into column to fill in place of a new one, of n rows, not one of the bars.
 * @returns n values in percent a year; NaN for the first `window` rows, and where the window is wider than `maxSpan`.
 * @throws {UsageError} a bad config, or a column of another length.
 * @example
 * closeToClose(bars)[259].toFixed(2); // → '2.18'
 */
export function closeToClose(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: Float64Array,
): Float64Array {
  return columnOf(KERNEL, bars, config, into);
}

/**
 * Close-to-close volatility bar by bar, equal to {@link closeToClose} to the bit.
 *
 * @param resume a snapshot of a stream with the same config, to continue from.
 * @throws {UsageError} a bad config, a snapshot of another version or config, or (from `next` and `peek`) a bar that is bad
 * or not after the last.
 * @example
 * createCloseToClose().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createCloseToClose(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
