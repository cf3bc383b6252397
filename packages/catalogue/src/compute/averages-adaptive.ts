/** Moving averages whose weights depend on the prices or volumes. */

import { changeOver, each, meanOver, pathOver, sumOver, windowed } from './series.ts';

/**
 * Kaufman's adaptive average, seeded with the close before its first value.
 *
 * @source P. J. Kaufman, Trading Systems and Methods, 5th ed., Wiley, 2013.
 */
export function adaptive(x: Float64Array, n: number, fast: number, slow: number): Float64Array {
  const path = pathOver(x, n);
  const [quick, idle] = [2 / (fast + 1), 2 / (slow + 1)];
  let last = NaN;
  return each(x, (value, i) => {
    if (Number.isNaN(path[i]!)) {
      last = value;
      return NaN;
    }
    const efficiency = path[i] === 0 ? 0 : Math.abs(value - x[i - n]!) / path[i]!;
    last += (efficiency * (quick - idle) + idle) ** 2 * (value - last);
    return last;
  });
}

/**
 * Chande's variable index dynamic average: an exponential average whose share is scaled by the momentum oscillator.
 *
 * @source T. S. Chande, S. Kroll, The New Technical Trader, Wiley, 1994.
 */
export function variableIndex(x: Float64Array, n: number, share: number): Float64Array {
  const net = sumOver(changeOver(x), n);
  const path = pathOver(x, n);
  let last = NaN;
  return each(x, (value, i) => {
    if (Number.isNaN(net[i]!)) {
      last = value;
      return NaN;
    }
    const index = path[i] === 0 ? 0 : Math.abs(net[i]!) / path[i]!;
    last += share * index * (value - last);
    return last;
  });
}

/** Bell-shaped weights centred at `offset` of the window, `n / sigma` wide. */
export function legoux(x: Float64Array, n: number, offset: number, sigma: number): Float64Array {
  const middle = offset * (n - 1);
  const width = n / sigma;
  const weights = Array.from({ length: n }, (_, k) => Math.exp(-((k - middle) ** 2) / (2 * width * width)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return windowed(x, n, (from) => weights.reduce((sum, weight, k) => sum + (weight * x[from + k]!) / total, 0));
}

/**
 * Exponential average of twice the close minus the close of half a window ago, which for an even window lies between
 * two bars; seeded with the mean of the first window.
 */
export function zeroLag(x: Float64Array, n: number): Float64Array {
  const share = 2 / (n + 1);
  const lag = (n + 1) / 2;
  const earlier = (i: number): number => (x[i - Math.ceil(lag)]! + x[i - Math.floor(lag)]!) / 2;
  const seed = meanOver(x, n);
  let last = NaN;
  return each(x, (value, i) => {
    if (Number.isNaN(seed[i]!)) {
      last = NaN;
      return NaN;
    }
    last = Number.isNaN(last) ? seed[i]! : share * (2 * value - earlier(i)) + (1 - share) * last;
    return last;
  });
}

/** Average in which each bar has its share of the window's volume; seeded with the first close. */
export function elastic(x: Float64Array, volume: Float64Array, n: number): Float64Array {
  const total = sumOver(volume, n);
  let last = NaN;
  return each(x, (value, i) => {
    if (Number.isNaN(total[i]!)) {
      last = NaN;
      return NaN;
    }
    if (Number.isNaN(last)) last = value;
    else if (total[i]! > 0) last += (volume[i]! / total[i]!) * (value - last);
    return last;
  });
}
