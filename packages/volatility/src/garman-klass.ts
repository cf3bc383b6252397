/**
 * Garman–Klass volatility: from range and body of the bar.
 *
 * Variance per period: mean of ½·ln²(h/l) − (2 ln 2 − 1)·ln²(c/o), the authors' practical estimator. A bar's term lies
 * within 0.1137…0.5 of ln²(h/l), so it is never negative, and the ratio to Parkinson's lies within 0.315…1.386.
 *
 * Bias: as Parkinson's (high in a trend, low with few trades, blind to gaps between bars), weaker in a trend and
 * stronger with few trades. 7.4 times as efficient as close-to-close in theory.
 *
 * @source M. B. Garman, M. J. Klass, On the estimation of security price volatilities from historical data, Journal of
 * Business 53, 1980: the practical estimator, their σ̂₅.
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

const BODY: number = 2 * Math.LN2 - 1;

/**
 * Variance of one bar, from prices in any unit; fraction², ≥ 0.
 *
 * @example
 * garmanKlassVariance(100, 105, 95, 102).toFixed(6); // → '0.004857'
 */
export function garmanKlassVariance(open: number, high: number, low: number, close: number): number {
  const range = logRatio(high, low);
  const body = logRatio(close, open);
  return 0.5 * range * range - BODY * body * body;
}

const KERNEL = meanVariance(false, ({ open, high, low, close }, terms) => {
  for (let i = 0; i < terms.length; i++) terms[i] = garmanKlassVariance(open[i]!, high[i]!, low[i]!, close[i]!);
});

/**
 * Number of bars before the first defined value.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @throws {UsageError} when the config is invalid.
 * @example
 * garmanKlassLookback(); // → 29
 */
export function garmanKlassLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Computes Garman–Klass volatility of a series.
 *
 * @param bars bars, oldest first; prices are positive, in any unit.
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param into array of n values to write into, not a column of the bars. @default a new one
 * @returns one value per row, in percent a year; NaN for the first `window − 1` rows, and where the window is wider
 * than `maxSpan`.
 * @throws {UsageError} when the config is invalid or the column has another length.
 * @example
 * garmanKlass(bars)[259].toFixed(2); // → '39.71'
 */
export function garmanKlass(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: Float64Array,
): Float64Array {
  return columnOf(KERNEL, bars, config, into);
}

/**
 * Creates the stream of Garman–Klass volatility, equal to {@link garmanKlass} to the bit.
 *
 * @param config parameters. @default ESTIMATOR_DEFAULTS
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * createGarmanKlass().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createGarmanKlass(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
