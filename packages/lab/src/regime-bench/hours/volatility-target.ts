/** A position that aims at a volatility, hour by hour, after costs. */

import { DAY_MS, HOUR_MS } from '@barograph/core';

const HOURS_OF_DAY = DAY_MS / HOUR_MS;

/** Numbers of the position. */
export interface TargetRules {
  /** Cost of a trade, as a share of its value. */
  readonly cost: number;
  /** Largest position, as a multiple of the capital. */
  readonly mostWeight: number;
}

/**
 * Weight of each hour: the target over the expected volatility, cut at the largest position.
 *
 * @param expected variance of the next day that is expected after each hour.
 * @param target variance of a day that the position aims at.
 */
export function targetWeights(expected: Float64Array, target: number, { mostWeight }: TargetRules): Float64Array {
  return expected.map((variance) => Math.min(mostWeight, Math.sqrt(target / variance)));
}

/**
 * Returns by day of a position that is set at the close of each hour and earns the return of the next one, less the cost of
 * its changes. The rest of the division by days is left out at the end.
 *
 * @param close closes by hour, one for each weight.
 */
export function dailyReturns(weights: Float64Array, close: Float64Array, { cost }: TargetRules): Float64Array {
  const days = Math.floor((close.length - 1) / HOURS_OF_DAY);
  return Float64Array.from({ length: days }, (_, day) => {
    let sum = 0;
    for (let t = day * HOURS_OF_DAY; t < (day + 1) * HOURS_OF_DAY; t++) {
      const traded = Math.abs(weights[t]! - (t === 0 ? 0 : weights[t - 1]!));
      sum += weights[t]! * (close[t + 1]! / close[t]! - 1) - cost * traded;
    }
    return sum;
  });
}

/** Deepest fall of the sum of returns below its earlier peak, as a positive share of the capital at the start. */
export function deepestFall(returns: Float64Array): number {
  let [level, peak, fall] = [0, 0, 0];
  for (const value of returns) {
    level += value;
    peak = Math.max(peak, level);
    fall = Math.max(fall, peak - level);
  }
  return fall;
}

/**
 * Mean distance of the volatility that came from the target, in log units: 0.1 is about ten percent.
 *
 * @param variance variance of the day after each hour; NaN where it is not known.
 */
export function targetError(weights: Float64Array, variance: Float64Array, target: number): number {
  const errors = Array.from(weights, (weight, t) => Math.abs(0.5 * Math.log((weight ** 2 * variance[t]!) / target)));
  // A day without a move has no volatility to compare.
  const known = errors.filter(Number.isFinite);
  return known.reduce((sum, error) => sum + error, 0) / known.length;
}
