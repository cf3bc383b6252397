/**
 * Yang–Zhang volatility: jumps, bodies and ranges weighed so that neither drift nor gaps bias it.
 *
 * Variance per period: s²(j) + k·s²(y) + (1 − k)·rs over n bars, with j = ln(o/c₋₁), y = ln(c/o), s² the sample variance,
 * rs the mean Rogers–Satchell term and k = 0.34 / (1.34 + (n + 1)/(n − 1)).
 *
 * Bias: none for any drift, and gaps between bars count. Bars of few trades read low, through the Rogers–Satchell part.
 * Up to fourteen times as efficient as close-to-close in theory, at n = 2 and without gaps.
 *
 * @source D. Yang, Q. Zhang, Drift-independent volatility estimation based on high, low, open, and close prices,
 * Journal of Business 73, 2000.
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
import { logRatios } from './log-ratio.ts';
import { windowMean, windowMeanSlots } from './window-mean.ts';
import { windowVariance, windowVarianceSlots } from './window-variance.ts';

/** Weight k of the bodies' variance for a window of n bars: what minimises the variance of the estimator. */
export function bodyWeight(window: number): number {
  return 0.34 / (1.34 + (window + 1) / (window - 1));
}

const KERNEL: EstimatorKernel = {
  usesPreviousClose: true,
  leastWindow: 2,
  slots: (window) => 2 * windowVarianceSlots(window) + windowMeanSlots(window),
  columns: 6,
  advance: (state, at, window, { open, high, low, close }, variance, columns) => {
    const k = bodyWeight(window);
    const jumps = columns[0]!;
    const bodies = columns[1]!;
    const highs = columns[2]!;
    const highsToClose = columns[3]!;
    const lows = columns[4]!;
    const lowsToClose = columns[5]!;
    const bodySlots = windowVarianceSlots(window);
    let before = state[PREVIOUS_CLOSE]!;
    for (let i = 0; i < close.length; i++) {
      jumps[i] = before;
      before = close[i]!;
    }
    logRatios(close, open, bodies, open, jumps, jumps);
    logRatios(high, open, highs, high, close, highsToClose);
    logRatios(low, open, lows, low, close, lowsToClose);
    // The terms of Rogers and Satchell.
    for (let i = 0; i < variance.length; i++) variance[i] = highs[i]! * highsToClose[i]! + lows[i]! * lowsToClose[i]!;
    windowVariance(state, at, window, jumps, jumps);
    windowVariance(state, at + bodySlots, window, bodies, bodies);
    windowMean(state, at + 2 * bodySlots, window, variance, variance);
    for (let i = 0; i < variance.length; i++) {
      variance[i] = jumps[i]! + k * bodies[i]! + (1 - k) * variance[i]!;
    }
  },
};

/**
 * Bars before the first defined value.
 *
 * @throws {UsageError} for a bad config.
 * @example
 * yangZhangLookback(); // → 30
 */
export function yangZhangLookback(config: EstimatorConfig = ESTIMATOR_DEFAULTS): number {
  return lookbackOf(KERNEL, config);
}

/**
 * Yang–Zhang volatility of a whole series.
 *
 * @param bars n bars, oldest first, any positive price scale.
 * @param into column to fill in place of a new one, of n rows, not one of the bars.
 * @returns n values in percent a year; NaN for the first `window` rows, and where the window is wider than `maxSpan`.
 * @throws {UsageError} a bad config, or a column of another length.
 * @example
 * yangZhang(bars)[259].toFixed(2); // → '36.41'
 */
export function yangZhang(
  bars: Candles,
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  into?: Float64Array,
): Float64Array {
  return columnOf(KERNEL, bars, config, into);
}

/**
 * Yang–Zhang volatility bar by bar, equal to {@link yangZhang} to the bit.
 *
 * @param resume a snapshot of a stream with the same config, to continue from.
 * @throws {UsageError} a bad config, a snapshot of another version or config, or (from `next` and `peek`) a bar that is bad
 * or not after the last.
 * @example
 * createYangZhang().next(barAt(bars, 0)).volatility; // → NaN
 */
export function createYangZhang(
  config: EstimatorConfig = ESTIMATOR_DEFAULTS,
  resume?: EstimatorSnapshot,
): EstimatorStream {
  return streamOf(KERNEL, config, resume);
}
