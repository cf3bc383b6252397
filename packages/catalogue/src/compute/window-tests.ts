/** Statistics of one window of values. */

import { isStill } from '@barograph/core';
import { solved } from './variances.ts';

/** Rescaled range of a block: range of cumulated deviations over standard deviation; NaN for a constant block. */
function rescaledRange(returns: Float64Array): number {
  const mean = returns.reduce((sum, r) => sum + r / returns.length, 0);
  let [sum, top, bottom, squares] = [0, 0, 0, 0];
  for (const r of returns) {
    sum += r - mean;
    top = Math.max(top, sum);
    bottom = Math.min(bottom, sum);
    squares += (r - mean) ** 2;
  }
  return squares === 0 ? NaN : (top - bottom) / Math.sqrt(squares / returns.length);
}

/**
 * Slope of the log rescaled range on the log length of the blocks.
 *
 * @source H. E. Hurst, Long-term storage capacity of reservoirs, Transactions of the ASCE 116, 1951.
 */
export function hurst(returns: Float64Array): number {
  const points: (readonly [number, number])[] = [];
  for (let length = 8; length <= returns.length / 2; length *= 2) {
    let [sum, count] = [0, 0];
    for (let from = 0; from + length <= returns.length; from += length) {
      const range = rescaledRange(returns.subarray(from, from + length));
      if (Number.isNaN(range)) continue;
      sum += range;
      count++;
    }
    if (count > 0) points.push([Math.log(length), Math.log(sum / count)]);
  }
  const [meanX, meanY] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / points.length, 0));
  const xx = points.reduce((sum, [x]) => sum + (x - meanX!) ** 2, 0);
  return xx === 0 ? NaN : points.reduce((sum, [x, y]) => sum + (x - meanX!) * (y - meanY!), 0) / xx;
}

/**
 * Variance of overlapping sums of `q` returns over that of single returns, both unbiased.
 *
 * @source A. W. Lo, A. C. MacKinlay, Stock market prices do not follow random walks, Review of Financial Studies 1,
 * 1988.
 */
export function varianceRatio(returns: Float64Array, q: number): number {
  const n = returns.length;
  const mean = returns.reduce((sum, r) => sum + r / n, 0);
  const single = returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (n - 1);
  let joint = 0;
  for (let i = q - 1; i < n; i++) {
    let sum = -q * mean;
    for (let k = i - q + 1; k <= i; k++) sum += returns[k]!;
    joint += sum * sum;
  }
  return single === 0 ? NaN : joint / (q * (n - q + 1) * (1 - q / n)) / single;
}

/**
 * t value of the level in a regression of changes on it. @param hasLag whether the last change is a regressor too.
 *
 * @source D. A. Dickey, W. A. Fuller, Distribution of the estimators for autoregressive time series with a unit root,
 * Journal of the American Statistical Association 74, 1979.
 */
export function dickeyFuller(x: Float64Array, hasLag: boolean): number {
  const first = hasLag ? 2 : 1;
  const size = hasLag ? 3 : 2;
  const origin = x[0]!;
  const largest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const rowOf = (i: number): readonly number[] => {
    const row = [1, x[i - 1]! - origin];
    if (hasLag) row.push(x[i - 1]! - x[i - 2]!);
    return row;
  };
  const matrix = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  const right = Array.from({ length: size }, () => 0);
  for (let i = first; i < x.length; i++) {
    const row = rowOf(i);
    const change = x[i]! - x[i - 1]!;
    for (let a = 0; a < size; a++) {
      right[a]! += row[a]! * change;
      for (let b = 0; b < size; b++) matrix[a]![b]! += row[a]! * row[b]!;
    }
  }
  const slopes = solved(matrix, right);
  const inverse = solved(
    matrix,
    right.map((_, k) => (k === 1 ? 1 : 0)),
  );
  if (slopes === undefined || inverse === undefined) return NaN;
  let residual = 0;
  for (let i = first; i < x.length; i++) {
    const fit = rowOf(i).reduce((sum, value, k) => sum + value * slopes[k]!, 0);
    residual += (x[i]! - x[i - 1]! - fit) ** 2;
  }
  const error = Math.sqrt((residual / (x.length - first - size)) * inverse[1]!);
  // A fit without residual has no t value: the rest is rounding of the logarithms.
  return isStill(Math.sqrt(residual), largest, x.length) || error === 0 ? NaN : slopes[1]! / error;
}

/**
 * Evenness, 0…1, of the orders of `m` consecutive values; the older of equal values counts as smaller.
 *
 * @source C. Bandt, B. Pompe, Permutation entropy, Physical Review Letters 88, 2002.
 */
export function permutationEntropy(x: Float64Array, m: number): number {
  const counts = new Map<string, number>();
  for (let i = 0; i + m <= x.length; i++) {
    const order = Array.from({ length: m }, (_, k) => k).sort((a, b) =>
      x[i + a] === x[i + b] ? a - b : x[i + a]! - x[i + b]!,
    );
    const name = order.join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const total = x.length - m + 1;
  let orders = 1;
  for (let k = 2; k <= m; k++) orders *= k;
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / total) * Math.log(count / total);
  return entropy / Math.log(orders);
}
