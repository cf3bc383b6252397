/**
 * Shared pieces of the computations: plain loops over columns, written for comparison with a formula. A column may
 * start with NaN; a result starts once all of its inputs have. A NaN in a window makes the value NaN, and a recursion
 * restarts after it. Kernels for hot paths are in the engine packages.
 */

import { isStill } from '@barograph/core';
import type { IndicatorBars } from './computation.ts';

/** Creates a column. @param valueAt value at an index. */
export function columnOf(length: number, valueAt: (i: number) => number): Float64Array {
  const out = new Float64Array(length);
  for (let i = 0; i < length; i++) out[i] = valueAt(i);
  return out;
}

/** Maps a column value by value. */
export function each(x: Float64Array, valueOf: (value: number, i: number) => number): Float64Array {
  return columnOf(x.length, (i) => valueOf(x[i]!, i));
}

/** Value of `x` `bars` earlier; NaN before the first. */
export function before(x: Float64Array, bars: number): Float64Array {
  return columnOf(x.length, (i) => (i < bars ? NaN : x[i - bars]!));
}

/** Change from the value `bars` earlier. */
export function changeOver(x: Float64Array, bars = 1): Float64Array {
  return columnOf(x.length, (i) => (i < bars ? NaN : x[i]! - x[i - bars]!));
}

/**
 * Applies a function to each full window of `n` values.
 *
 * @param valueIn value of a window, given its first and last index, inclusive.
 */
export function windowed(x: Float64Array, n: number, valueIn: (from: number, to: number) => number): Float64Array {
  let run = 0;
  return each(x, (value, i) => {
    run = Number.isNaN(value) ? 0 : run + 1;
    return run >= n ? valueIn(i - n + 1, i) : NaN;
  });
}

/** Sum of each window, oldest value first. */
export function sumOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    let sum = 0;
    for (let i = from; i <= to; i++) sum += x[i]!;
    return sum;
  });
}

/** Whether the values between two indexes, inclusive, are all equal. */
function isFlat(x: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i <= to; i++) if (x[i] !== x[from]) return false;
  return true;
}

/** Mean of each window; for equal values exactly that value, without rounding. */
export function meanOver(x: Float64Array, n: number): Float64Array {
  return each(sumOver(x, n), (sum, i) => (Number.isNaN(sum) || !isFlat(x, i - n + 1, i) ? sum / n : x[i]!));
}

/** Mean of each window with weights 1 … n, the newest heaviest. */
export function weightedMeanOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    if (isFlat(x, from, to)) return x[to]!;
    let sum = 0;
    for (let i = from; i <= to; i++) sum += (i - from + 1) * x[i]!;
    return sum / ((n * (n + 1)) / 2);
  });
}

/** Maximum of each window. */
export function greatestOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    let most = -Infinity;
    for (let i = from; i <= to; i++) most = Math.max(most, x[i]!);
    return most;
  });
}

/** Minimum of each window. */
export function leastOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    let least = Infinity;
    for (let i = from; i <= to; i++) least = Math.min(least, x[i]!);
    return least;
  });
}

/**
 * Standard deviation of each window about its own mean; exactly 0 for a constant window. @param divisor `n` for a
 * population, `n - 1` for a sample.
 */
export function deviationOver(x: Float64Array, n: number, divisor: 'n' | 'n - 1' = 'n'): Float64Array {
  return windowed(x, n, (from, to) => {
    let mean = 0;
    for (let i = from; i <= to; i++) mean += x[i]! / n;
    let sum = 0;
    for (let i = from; i <= to; i++) sum += (x[i]! - mean) ** 2;
    const deviation = Math.sqrt(sum / (divisor === 'n' ? n : n - 1));
    return isStill(deviation, mean, n) ? 0 : deviation;
  });
}

/** Recursion `y + share · (x − y)`, seeded with the mean of the first `n` values at the last of them. */
export function smoothed(x: Float64Array, n: number, share: number): Float64Array {
  let run = 0;
  let sum = 0;
  let last = NaN;
  return each(x, (value, i) => {
    if (Number.isNaN(value)) {
      run = 0;
      sum = 0;
      last = NaN;
      return NaN;
    }
    run++;
    sum += value;
    if (run < n) return NaN;
    if (run === n) last = isFlat(x, i - n + 1, i) ? value : sum / n;
    else last = last + share * (value - last);
    return last;
  });
}

/** Path length of a column over `n` changes. */
export function pathOver(x: Float64Array, n: number): Float64Array {
  return sumOver(each(changeOver(x), Math.abs), n);
}

/** Exponential average of `n` values, with a share of 2 / (n + 1). */
export function exponential(x: Float64Array, n: number): Float64Array {
  return smoothed(x, n, 2 / (n + 1));
}

/** Wilder's average of `n` values, with a share of 1 / n. */
export function wilder(x: Float64Array, n: number): Float64Array {
  return smoothed(x, n, 1 / n);
}

/** Log returns of consecutive values. */
export function logReturns(x: Float64Array): Float64Array {
  return columnOf(x.length, (i) => (i === 0 ? NaN : Math.log(x[i]! / x[i - 1]!)));
}

/** True range of each bar from the second, because it needs the previous close. */
export function trueRanges({ high, low, close }: Pick<IndicatorBars, 'high' | 'low' | 'close'>): Float64Array {
  return columnOf(close.length, (i) =>
    i === 0 ? NaN : Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!),
  );
}

/** Slope per bar of the least-squares line through each window. */
export function slopeOver(x: Float64Array, n: number): Float64Array {
  const middle = (n - 1) / 2;
  const spread = (n * (n * n - 1)) / 12;
  return windowed(x, n, (from, to) => {
    if (isFlat(x, from, to)) return 0;
    let slope = 0;
    for (let k = 0; k < n; k++) slope += ((k - middle) * x[from + k]!) / spread;
    return slope;
  });
}

/** Correlation of two columns over each window; NaN when one of them is constant. */
export function correlationOver(x: Float64Array, y: Float64Array, n: number): Float64Array {
  const both = each(x, (value, i) => value + y[i]!);
  return windowed(both, n, (from, to) => {
    let [meanX, meanY] = [0, 0];
    for (let i = from; i <= to; i++) {
      meanX += x[i]! / n;
      meanY += y[i]! / n;
    }
    let [xx, xy, yy] = [0, 0, 0];
    for (let i = from; i <= to; i++) {
      xx += (x[i]! - meanX) ** 2;
      yy += (y[i]! - meanY) ** 2;
      xy += (x[i]! - meanX) * (y[i]! - meanY);
    }
    if (isStill(Math.sqrt(xx / n), meanX, n) || isStill(Math.sqrt(yy / n), meanY, n)) return NaN;
    return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
  });
}

/** Quotient of two columns; `otherwise` for a divisor of 0. */
export function quotient(x: Float64Array, y: Float64Array, otherwise: number): Float64Array {
  return each(x, (value, i) => (y[i] === 0 && !Number.isNaN(value) ? otherwise : value / y[i]!));
}
