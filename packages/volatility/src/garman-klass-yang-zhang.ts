/**
 * Garman–Klass volatility with the jump from the previous close, for bars that do not open at it.
 *
 * Variance per period: mean of ln²(o/c₋₁) + ½·ln²(h/l) − (2 ln 2 − 1)·ln²(c/o).
 *
 * Bias: as Garman–Klass, but gaps between bars count. The mean jump is not subtracted.
 *
 * @source D. Yang, Q. Zhang, Drift-independent volatility estimation based on high, low, open, and close prices,
 * Journal of Business 73, 2000, which extends Garman and Klass; equal to R TTR's `calc = "gk.yz"`.
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
 * Variance of one bar and the jump before it, from prices in any unit; fraction², ≥ 0.
 * @param previousClose close of the bar before, in the unit of the others.
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
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * garmanKlassYangZhangLookback(); // → 30
 */
export function garmanKlassYangZhangLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Computes Garman–Klass–Yang–Zhang volatility of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns one value per row, in percent a year; NaN for the first `window` rows, and where the window is wider than
 * `maxSpan`.
 * @throws {UsageError} when the config is invalid or the column has another length.
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
 * Creates the stream of Garman–Klass–Yang–Zhang volatility, equal to {@link garmanKlassYangZhang} to the bit.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createGarmanKlassYangZhang().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createGarmanKlassYangZhang(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
