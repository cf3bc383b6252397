/** Checks and sums that the rival models of volatility share. */

import { UsageError } from '@barograph/core';

/** Log returns of equal bars, oldest first, without gaps. */
export type Returns = Float64Array;

/**
 * Returns the returns when there are enough and all are finite.
 * @throws {UsageError} fewer than `least` returns, or one that is not finite.
 */
export function checkReturns(returns: Returns, least: number): Returns {
  if (returns.length < least) throw new UsageError(`"returns" expected at least ${least}, got ${returns.length}`);
  const wrong = returns.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw new UsageError(`"returns[${wrong}]" expected a finite number, got ${returns[wrong]}`);
  return returns;
}

/** Mean square. */
export const meanSquare = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value * value, 0) / values.length;

/**
 * Sums of the last `rows` values at each place; NaN before there are so many, and where one of them is NaN.
 *
 * @param shape applied to each value before it is added.
 */
export function trailingSums(values: Float64Array, rows: number, shape: (value: number) => number): Float64Array {
  const sums = new Float64Array(values.length).fill(NaN);
  for (let t = rows - 1; t < values.length; t++) {
    // Added anew each time: a running sum keeps what rounding left of values that are long gone.
    let sum = 0;
    for (let s = t - rows + 1; s <= t; s++) sum += shape(values[s]!);
    sums[t] = sum;
  }
  return sums;
}

/** Maps a logit to a probability. */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
/** Maps a probability to its logit. */
export const logitOf = (p: number): number => Math.log(p / (1 - p));
