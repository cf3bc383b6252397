/** Small numerics that every engine needs and that are easy to get subtly wrong. */

import { UsageError } from './errors.ts';

/**
 * `value` moved into `[low, high]`. NaN stays NaN.
 *
 * @throws {UsageError} when `low` is above `high`.
 * @example
 * clamp(7, 0, 5); // → 5
 */
export function clamp(value: number, low: number, high: number): number {
  if (!(low <= high)) throw new UsageError(`"low" expected at most "high" ${high}, got ${low}`);
  return Math.min(Math.max(value, low), high);
}

/**
 * Sum of `values[from…to)`, carrying the rounding error of every addition. 0 for an empty range.
 *
 * The error is a few ulp of the result plus n²·ε² of Σ|x|, where a plain loop loses n·ε of Σ|x|.
 *
 * @source A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, ZAMM 54, 1974.
 * @example
 * compensatedSum([1e16, 1, -1e16]); // → 1
 */
export function compensatedSum(values: ArrayLike<number>, from: number = 0, to: number = values.length): number {
  let sum = 0;
  let lost = 0;
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  // An overflow or an infinite value makes `lost` NaN; the plain sum is then the honest answer.
  return Number.isFinite(lost) ? sum + lost : sum;
}

/**
 * `log(Σ exp(values))` without overflow or underflow: the largest value is taken out first.
 *
 * @returns `-Infinity` for an empty list or when every value is `-Infinity`; NaN when a value is NaN.
 * @example
 * logSumExp([Math.log(1), Math.log(3)]).toFixed(4); // → '1.3863'
 */
export function logSumExp(values: ArrayLike<number>): number {
  let top = -Infinity;
  for (let i = 0; i < values.length; i++) top = Math.max(top, values[i]!);
  // Nothing to take out: `-Infinity - -Infinity` would be NaN.
  if (top === -Infinity || top === Infinity) return top;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i]! - top);
  return top + Math.log(sum);
}

/**
 * Whether `a` and `b` differ by rounding only: `|a − b| ≤ 8ε(|a| + |b|)`, ε = 2⁻⁵².
 * Relative on purpose: an absolute epsilon swallows real moves of coins priced near 1e-8.
 *
 * @example
 * sameWithin(0.1 + 0.2, 0.3); // → true
 */
export function sameWithin(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 8 * Number.EPSILON * (Math.abs(a) + Math.abs(b));
}

/**
 * Whether a spread is rounding only: |spread| ≤ (8 + terms)·ε·|magnitude|, ε = 2⁻⁵². A spread is a range, a deviation
 * or a distance from a mean, by which code divides. NaN is not still.
 *
 * @param magnitude size of the values whose spread it is, in their unit; a price for prices, 1 for ratios.
 * @param terms number of values that were summed; each adds up to half an ulp to a mean.
 * @example
 * isStill(0.1 + 0.2 - 0.3, 0.3); // → true
 */
export function isStill(spread: number, magnitude: number, terms: number = 1): boolean {
  return Math.abs(spread) <= (8 + terms) * Number.EPSILON * Math.abs(magnitude);
}

/**
 * A score as an integer: halves go up. Clamps to 0…100 first; NaN stays NaN.
 *
 * @example
 * integerScore(61.5); // → 62
 */
export function integerScore(value: number): number {
  return Math.floor(clamp(value, 0, 100) + 0.5);
}
