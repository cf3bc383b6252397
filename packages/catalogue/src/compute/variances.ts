/** Variances with a state or a fit carried from bar to bar. */

import { isStill } from '@barograph/core';
import type { IndicatorBars } from './computation.ts';
import { each, meanOver } from './series.ts';

/** Exponentially weighted mean that starts at the first value. @param kept share of the previous mean. */
export function weighted(x: Float64Array, kept: number): Float64Array {
  let last = NaN;
  return each(x, (value) => {
    if (Number.isNaN(value)) last = NaN;
    else last = Number.isNaN(last) ? value : kept * last + (1 - kept) * value;
    return last;
  });
}

/** Variance that reverts to the mean square of the window. */
export function garch(squares: Float64Array, n: number, alpha: number, beta: number): Float64Array {
  const level = meanOver(squares, n);
  let last = NaN;
  return each(squares, (square, i) => {
    if (Number.isNaN(level[i]!)) {
      last = NaN;
      return NaN;
    }
    last = Number.isNaN(last) ? level[i]! : (1 - alpha - beta) * level[i]! + alpha * square + beta * last;
    return last;
  });
}

/** Variance of each bar from its range. */
export function bodyless({ high, low }: Pick<IndicatorBars, 'high' | 'low'>): Float64Array {
  return each(high, (top, i) => Math.log(top / low[i]!) ** 2 / (4 * Math.LN2));
}

/** Deepest fall from a running peak between two indexes, as a fraction of the peak. */
export function deepest(close: Float64Array, from: number, to: number): number {
  let [peak, worst] = [-Infinity, 0];
  for (let i = from; i <= to; i++) {
    peak = Math.max(peak, close[i]!);
    worst = Math.min(worst, close[i]! / peak - 1);
  }
  return worst;
}

/** Solves a symmetric system by elimination with pivots; undefined when it is singular up to rounding. */
export function solved(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] | undefined {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const sizes = rows.map((_, k) => matrix.reduce((most, row) => Math.max(most, Math.abs(row[k]!)), 0));
  for (let k = 0; k < rows.length; k++) {
    let pivot = k;
    for (let i = k + 1; i < rows.length; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    const lead = rows[k]![k]!;
    if (isStill(lead, sizes[k]!, rows.length)) return undefined;
    for (let i = 0; i < rows.length; i++) {
      if (i === k) continue;
      const share = rows[i]![k]! / lead;
      for (let j = k; j <= rows.length; j++) rows[i]![j]! -= share * rows[k]![j]!;
    }
  }
  return rows.map((row, i) => row[rows.length]! / row[i]!);
}

/**
 * Forecast of the next value by regression on the last one and its means over a week and a month.
 *
 * @source F. Corsi, A simple approximate long-memory model of realized volatility, Journal of Financial Econometrics 7,
 * 2009.
 */
export function forecastOf(variance: Float64Array, week: number, month: number, fit: number): Float64Array {
  const [weekly, monthly] = [meanOver(variance, week), meanOver(variance, month)];
  // In units of a typical variance, so that sums of squares of tiny numbers keep their digits.
  const scale = variance.find((value) => value > 0) ?? 1;
  const rowOf = (i: number): readonly number[] => [1, variance[i]! / scale, weekly[i]! / scale, monthly[i]! / scale];
  return each(variance, (_, t) => {
    const first = t - fit;
    if (first < month - 1) return NaN;
    const matrix = [0, 1, 2, 3].map(() => [0, 0, 0, 0]);
    const right = [0, 0, 0, 0];
    for (let i = first; i < t; i++) {
      const row = rowOf(i);
      for (let a = 0; a < 4; a++) {
        right[a]! += row[a]! * (variance[i + 1]! / scale);
        for (let b = 0; b < 4; b++) matrix[a]![b]! += row[a]! * row[b]!;
      }
    }
    const slopes = solved(matrix, right);
    if (slopes === undefined) return NaN;
    return (
      Math.max(
        0,
        rowOf(t).reduce((sum, value, k) => sum + value * slopes[k]!, 0),
      ) * scale
    );
  });
}
