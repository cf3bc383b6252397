/** Volatility targeting: scales a position to a chosen volatility. */

import { clamp, finite, UsageError, within } from '@barograph/core';

/** Target volatility, and the bounds of the multiplier. */
export interface VolTargetConfig {
  readonly version: `vol-target/${string}`;
  /** Target volatility, annualised percent. */
  readonly volatility: number;
  /** Lower bound of the multiplier. */
  readonly floor: number;
  /** Upper bound of the multiplier. */
  readonly cap: number;
}

/** Version 1, as specified: 60 % over the current 30-day volatility, within 0.25…3. */
export const VOL_TARGET_V1: VolTargetConfig = Object.freeze({
  version: 'vol-target/1',
  volatility: 60,
  floor: 0.25,
  cap: 3,
});

/**
 * Position multiplier `target / volatility`, clamped: an absolute value, not relative to other coins. A coin that did
 * not move gets the cap.
 *
 * @param volatility annualised percent, ≥ 0; NaN while undefined.
 * @param config parameters. @default VOL_TARGET_V1
 * @returns NaN for NaN.
 * @throws {UsageError} when the volatility is negative or the config is invalid.
 * @example
 * volTargetMultiplier(120); // → 0.5
 */
export function volTargetMultiplier(volatility: number, config: VolTargetConfig = VOL_TARGET_V1): number {
  const { floor, cap } = config;
  if (!(finite('volatility', config.volatility) > 0)) {
    throw new UsageError(`"volatility" expected a target > 0, got ${config.volatility}`);
  }
  within('floor', floor, 0, cap);
  if (volatility < 0) throw new UsageError(`"volatility" expected a number ≥ 0, got ${volatility}`);
  return Number.isNaN(volatility) ? NaN : clamp(config.volatility / volatility, floor, cap);
}
