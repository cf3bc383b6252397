/**
 * Close-to-close volatility: the sample variance of log returns, the reference for the other estimators.
 *
 * Variance per period: Σ(r − r̄)² / (n − 1) over n returns r = ln(c/c₋₁), which are n + 1 closes.
 *
 * Bias: zero for any drift, and gaps between bars count. The estimator ignores the range of a day, so it needs seven
 * times the days of Garman–Klass for the same precision. The square root of an unbiased variance is slightly low, by
 * 1/(4n) of it.
 *
 * R TTR's `volatility(calc = "close")` with n uses n − 1 returns: its n is `window + 1` here.
 *
 * @source The estimator σ̂₀ of M. B. Garman, M. J. Klass, On the estimation of security price volatilities from
 * historical data, Journal of Business 53, 1980, with the mean subtracted.
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
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * closeToCloseLookback(); // → 30
 */
export function closeToCloseLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Computes close-to-close volatility of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns one value per row, in percent a year; NaN for the first `window` rows, and where the window is wider than
 * `maxSpan`.
 * @throws {UsageError} when the config is invalid or the column has another length.
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
 * Creates the stream of close-to-close volatility, equal to {@link closeToClose} to the bit.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createCloseToClose().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createCloseToClose(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
