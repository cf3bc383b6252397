/**
 * Platt's map from a raw to a calibrated probability.
 *
 * @source J. Platt, Probabilistic outputs for support vector machines, 1999.
 */

import { clamp, finite } from '@barograph/core';
import { notNegative } from '../check.ts';

/** Platt's map of a probability: `σ(intercept + slope · logit p)`. `{ slope: 1, intercept: 0 }` is the identity. */
export interface LogitMap {
  /** Slope, ≥ 0: a map never reverses an order. */
  readonly slope: number;
  readonly intercept: number;
}

/** Checks a map and returns it. @throws {UsageError} when the slope is below 0 or a number is not finite. */
export function checkLogitMap(map: LogitMap): LogitMap {
  notNegative('slope', map.slope);
  finite('intercept', map.intercept);
  return map;
}

/**
 * Applies a map to a probability.
 *
 * @param raw probability, 0…1.
 * @param doubt distance by which 0 and 1 move inwards: `0.5 / paths` of a simulation, since no path, or every path,
 * does not mean never, or always.
 * @returns a probability.
 * @throws {UsageError} as {@link checkLogitMap}.
 * @example
 * applyLogitMap({ slope: 1, intercept: 0 }, 0.25, 0.001).toFixed(3); // → '0.250'
 */
export function applyLogitMap(map: LogitMap, raw: number, doubt: number): number {
  const { slope, intercept } = checkLogitMap(map);
  return 1 / (1 + Math.exp(-(intercept + slope * logit(clamp(raw, doubt, 1 - doubt)))));
}

/**
 * `ln(p / (1 − p))`.
 * @example
 * logit(0.75).toFixed(3); // → '1.099'
 */
export const logit = (p: number): number => Math.log(p / (1 - p));
