/**
 * Garman–Klass volatility with the jump from the previous close: for bars that do not open where the last one closed.
 *
 * Variance per period: mean of ln²(o/c₋₁) + ½·ln²(h/l) − (2 ln 2 − 1)·ln²(c/o).
 *
 * Bias: as Garman–Klass, but gaps between bars count. The mean jump is not taken out.
 *
 * @source D. Yang, Q. Zhang, Drift-independent volatility estimation based on high, low, open, and close prices,
 * Journal of Business 73, 2000, who extend Garman and Klass; the same as R TTR's `calc = "gk.yz"`.
 */

import type { Candles } from '@barograph/core';
import {
  columnOf,
  ESTIMATOR_DEFAULTS,
  lookbackOf,
  PREVIOUS_CLOSE,
  streamOf,
  type EstimatorConfig,
  type EstimatorSnapshot,
  type EstimatorStream,
} from './estimator.ts';
import { logRatio } from './log-ratio.ts';
import { meanVariance } from './mean-variance.ts';
import { garmanKlassVariance } from './garman-klass.ts';

/**
 * Variance of one bar and of the jump before it, fraction², ≥ 0.
 *
 * @example
 * garmanKlassYangZhangVariance(99, 100, 105, 95, 102).toFixed(6); // → '0.004958'
 */
export function garmanKlassYangZhangVariance(
  previousClose: number,
  open: number,
  high: number,
  low: number,
  close: number,
): number {
  const jump = logRatio(open, previousClose);
  return jump * jump + garmanKlassVariance(open, high, low, close);
}

const KERNEL = meanVariance(true, ({ open, high, low, close }, terms, state) => {
  let before = state[PREVIOUS_CLOSE]!;
  for (let i = 0; i < terms.length; i++) {
    terms[i] = garmanKlassYangZhangVariance(before, open[i]!, high[i]!, low[i]!, close[i]!);
    before = close[i]!;
  }
});

/**
 * Bars before the first defined value.
 *
 * @throws {UsageError} for a bad config.
 * @example
 * garmanKlassYangZhangLookback(); // → 30
 */
export function garmanKlassYangZhangLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Garman–Klass–Yang–Zhang volatility of a whole series.
 *
 * @param bars n bars, oldest first, any positive price scale.
 * @param into column to fill in place of a new one, of n rows, not one of the bars.
 * @returns n values in percent a year; NaN for the first `window` rows, and where the window is wider than `maxSpan`.
 * @throws {UsageError} a bad config, or a column of another length.
 * @example
 * garmanKlassYangZhang(bars)[259].toFixed(2); // → '39.71'
 */
export function garmanKlassYangZhang(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: Float64Array,
): Float64Array {
  return columnOf(KERNEL, bars, config, into);
}

/**
 * Garman–Klass–Yang–Zhang volatility bar by bar, equal to {@link garmanKlassYangZhang} to the bit.
 *
 * @param resume a snapshot of a stream with the same config, to continue from.
 * @throws {UsageError} a bad config, a snapshot of another version or config, or (from `next` and `peek`) a bar that is bad
 * or not after the last.
 * @example
 * createGarmanKlassYangZhang().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createGarmanKlassYangZhang(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
