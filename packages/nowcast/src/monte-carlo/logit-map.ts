/**
 * Platt's map from a raw probability to a calibrated one.
 *
 * @source J. Platt, Probabilistic outputs for support vector machines, 1999.
 */

import { clamp, finite } from '@barograph/core';
import { notNegative } from '../check.ts';

/** Platt's map of a probability: `σ(intercept + slope · logit p)`. `{ slope: 1, intercept: 0 }` changes nothing. */
export interface LogitMap {
  /** ≥ 0: a map never turns an order around. */
  readonly slope: number;
  readonly intercept: number;
}

/** @throws {UsageError} a slope below 0, or a number that is not finite. */
export function checkLogitMap(map: LogitMap): LogitMap {
  notNegative('slope', map.slope);
  finite('intercept', map.intercept);
  return map;
}

/**
 * The mapped probability.
 *
 * @param doubt 0 and 1 are moved inwards by it: `0.5 / paths` of a simulation, since none of the paths, or all of them,
 * is not yet never, or always.
 * @throws {UsageError} as {@link checkLogitMap}.
 */
export function applyLogitMap(map: LogitMap, raw: number, doubt: number): number {
  const { slope, intercept } = checkLogitMap(map);
  return 1 / (1 + Math.exp(-(intercept + slope * logit(clamp(raw, doubt, 1 - doubt)))));
}

/** `ln(p / (1 − p))`. */
export const logit = (p: number): number => Math.log(p / (1 - p));
