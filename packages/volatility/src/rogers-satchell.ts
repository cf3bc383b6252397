/**
 * Rogers–Satchell volatility: from the bar's extremes relative to open and close, independent of the trend.
 *
 * Variance per period: mean of ln(h/o)·ln(h/c) + ln(l/o)·ln(l/c). Both products are ≥ 0, and together at most ln²(h/l).
 *
 * Bias: zero for any drift. A bar of few trades gives a low value, more so than with Garman–Klass: a bar that only rose
 * or only fell gives 0. Moves between bars do not count. Six times as efficient as close-to-close in theory.
 *
 * @source L. C. G. Rogers, S. E. Satchell, Estimating variance from high, low and closing prices, Annals of Applied
 * Probability 1, 1991.
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

/**
 * Variance of one bar, from prices in any unit; fraction², ≥ 0.
 *
 * @example
 * rogersSatchellVariance(100, 105, 95, 102).toFixed(6); // → '0.005061'
 */
export function rogersSatchellVariance(open: number, high: number, low: number, close: number): number {
  return logRatio(high, open) * logRatio(high, close) + logRatio(low, open) * logRatio(low, close);
}

const KERNEL = meanVariance(false, ({ open, high, low, close }, terms) => {
  for (let i = 0; i < terms.length; i++) terms[i] = rogersSatchellVariance(open[i]!, high[i]!, low[i]!, close[i]!);
});

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * rogersSatchellLookback(); // → 29
 */
export function rogersSatchellLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Computes Rogers–Satchell volatility of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns one value per row, in percent a year; NaN for the first `window − 1` rows, and where the window is wider
 * than `maxSpan`.
 * @throws {UsageError} when the config is invalid or the column has another length.
 * @example
 * rogersSatchell(bars)[259].toFixed(2); // → '39.27'
 */
export function rogersSatchell(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: Float64Array,
): Float64Array {
  return columnOf(KERNEL, bars, config, into);
}

/**
 * Creates the stream of Rogers–Satchell volatility, equal to {@link rogersSatchell} to the bit.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createRogersSatchell().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createRogersSatchell(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
