/** Numerics that every engine needs and that are easy to get subtly wrong. */

import { UsageError } from './errors.ts';

/**
 * Limits `value` to `[low, high]`. NaN stays NaN.
 *
 * @returns a number within `[low, high]`, or NaN.
 * @throws {UsageError} when `low` is above `high`.
 * @example
 * clamp(7, 0, 5); // → 5
 */
export function clamp(value: number, low: number, high: number): number {
  if (!(low <= high)) throw new UsageError(`"low" expected at most "high" ${high}, got ${low}`);
  return Math.min(Math.max(value, low), high);
}

/**
 * Sum of `values[from…to)` that carries the rounding error of every addition; 0 for an empty range.
 *
 * The error is a few ulp of the result plus n²·ε² of Σ|x|; a plain loop loses n·ε of Σ|x|.
 *
 * @param from first index. @default 0
 * @param to index after the last. @default values.length
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
  // After an overflow or an infinite value `lost` is NaN; the plain sum is then correct.
  return Number.isFinite(lost) ? sum + lost : sum;
}

/**
 * Computes `log(Σ exp(values))` without overflow or underflow: the largest value is factored out.
 *
 * @returns `-Infinity` for an empty list or when every value is `-Infinity`; NaN when a value is NaN.
 * @example
 * logSumExp([Math.log(1), Math.log(3)]).toFixed(4); // → '1.3863'
 */
export function logSumExp(values: ArrayLike<number>): number {
  let top = -Infinity;
  for (let i = 0; i < values.length; i++) top = Math.max(top, values[i]!);
  // Factoring out an infinite value would give `-Infinity - -Infinity`, which is NaN.
  if (top === -Infinity || top === Infinity) return top;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i]! - top);
  return top + Math.log(sum);
}

/**
 * Returns whether `a` and `b` differ by rounding only: `|a − b| ≤ 8ε(|a| + |b|)`, ε = 2⁻⁵². Relative on purpose: an
 * absolute epsilon would hide real moves of coins priced near 1e-8.
 *
 * @example
 * sameWithin(0.1 + 0.2, 0.3); // → true
 */
export function sameWithin(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 8 * Number.EPSILON * (Math.abs(a) + Math.abs(b));
}

/**
 * Returns whether a spread is rounding only: |spread| ≤ (8 + terms)·ε·|magnitude|, ε = 2⁻⁵². A spread is a range, a
 * deviation or a distance from a mean that code divides by. False for NaN.
 *
 * @param spread the spread, in any unit.
 * @param magnitude size of the values, in the unit of the spread: a price for prices, 1 for ratios.
 * @param terms number of summed values; each adds up to half an ulp to a mean. @default 1
 * @example
 * isStill(0.1 + 0.2 - 0.3, 0.3); // → true
 */
export function isStill(spread: number, magnitude: number, terms: number = 1): boolean {
  return Math.abs(spread) <= (8 + terms) * Number.EPSILON * Math.abs(magnitude);
}

/**
 * Rounds a score to an integer, halves up, after limiting it to 0…100. NaN stays NaN.
 * @returns an integer within 0…100, or NaN.
 *
 * @example
 * integerScore(61.5); // → 62
 */
export function integerScore(value: number): number {
  return Math.floor(clamp(value, 0, 100) + 0.5);
}
