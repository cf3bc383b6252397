/**
 * Pieces that many computations share: plain loops over columns, written to be read against a formula. A column may begin
 * with NaN; a result begins when everything it reads has begun. A NaN within a window makes the value NaN, and a recursion
 * starts anew behind one. Kernels for hot paths are in the packages of the engines.
 */

import { isStill } from '@barograph/core';
import type { IndicatorBars } from './computation.ts';

/** A column of one length with the other. @param of value at an index. */
export function columnOf(length: number, of: (i: number) => number): Float64Array {
  const out = new Float64Array(length);
  for (let i = 0; i < length; i++) out[i] = of(i);
  return out;
}

/** Another column, value by value. */
export function each(x: Float64Array, of: (value: number, i: number) => number): Float64Array {
  return columnOf(x.length, (i) => of(x[i]!, i));
}

/** `x` of `bars` earlier; NaN where there is none. */
export function before(x: Float64Array, bars: number): Float64Array {
  return columnOf(x.length, (i) => (i < bars ? NaN : x[i - bars]!));
}

/** Change from the value of `bars` earlier. */
export function changeOver(x: Float64Array, bars = 1): Float64Array {
  return columnOf(x.length, (i) => (i < bars ? NaN : x[i]! - x[i - bars]!));
}

/**
 * A value of each full window of `n` values, the newest last.
 *
 * @param of from the first index to the last, both within.
 */
export function windowed(x: Float64Array, n: number, of: (from: number, to: number) => number): Float64Array {
  let run = 0;
  return each(x, (value, i) => {
    run = Number.isNaN(value) ? 0 : run + 1;
    return run >= n ? of(i - n + 1, i) : NaN;
  });
}

/** Sum of each window, from its oldest value on. */
export function sumOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    let sum = 0;
    for (let i = from; i <= to; i++) sum += x[i]!;
    return sum;
  });
}

/** Whether the values between two indices, both within, are one and the same. */
function isFlat(x: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i <= to; i++) if (x[i] !== x[from]) return false;
  return true;
}

/** Mean of each window; of equal values it is that value, without the rounding of a sum. */
export function meanOver(x: Float64Array, n: number): Float64Array {
  return each(sumOver(x, n), (sum, i) => (Number.isNaN(sum) || !isFlat(x, i - n + 1, i) ? sum / n : x[i]!));
}

/** Mean of each window with weights 1 … n, the newest the heaviest. */
export function weightedMeanOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    if (isFlat(x, from, to)) return x[to]!;
    let sum = 0;
    for (let i = from; i <= to; i++) sum += (i - from + 1) * x[i]!;
    return sum / ((n * (n + 1)) / 2);
  });
}

/** Greatest value of each window. */
export function greatestOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    let most = -Infinity;
    for (let i = from; i <= to; i++) most = Math.max(most, x[i]!);
    return most;
  });
}

/** Least value of each window. */
export function leastOver(x: Float64Array, n: number): Float64Array {
  return windowed(x, n, (from, to) => {
    let least = Infinity;
    for (let i = from; i <= to; i++) least = Math.min(least, x[i]!);
    return least;
  });
}

/** Standard deviation of each window about its own mean; exactly 0 where the window does not move. @param divisor `n` of the whole, `n - 1` of a sample. */
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

/** Length of the way of a column over `n` changes. */
export function pathOver(x: Float64Array, n: number): Float64Array {
  return sumOver(each(changeOver(x), Math.abs), n);
}

/** Exponential average of `n` values: a share of 2 / (n + 1). */
export function exponential(x: Float64Array, n: number): Float64Array {
  return smoothed(x, n, 2 / (n + 1));
}

/** Wilder's average of `n` values: a share of 1 / n. */
export function wilder(x: Float64Array, n: number): Float64Array {
  return smoothed(x, n, 1 / n);
}

/** Log returns of consecutive values. */
export function logReturns(x: Float64Array): Float64Array {
  return columnOf(x.length, (i) => (i === 0 ? NaN : Math.log(x[i]! / x[i - 1]!)));
}

/** True range of each bar: from the second on, for it needs the close before. */
export function trueRanges({ high, low, close }: Pick<IndicatorBars, 'high' | 'low' | 'close'>): Float64Array {
  return columnOf(close.length, (i) =>
    i === 0 ? NaN : Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!),
  );
}

/** Slope, a bar, of the line of least squares through each window. */
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

/** Correlation of two columns over each window; NaN where one of them stands still. */
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

/** The quotient of two columns; `otherwise` where the divisor is 0. */
export function quotient(x: Float64Array, y: Float64Array, otherwise: number): Float64Array {
  return each(x, (value, i) => (y[i] === 0 && !Number.isNaN(value) ? otherwise : value / y[i]!));
}
