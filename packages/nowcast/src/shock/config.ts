/** Parameters of the shock detector, by version. */

import { finite, integerAtLeast, UsageError, within } from '@barograph/core';

/** Parameters of the detector. A changed number needs a new version. */
export interface ShockConfig {
  readonly version: `shock/${string}`;
  /** Halflife of the usual true range, hours. */
  readonly halflife: number;
  /** True range of an hour, in usual ones, at which a shock starts. */
  readonly hour: number;
  /** Six-hour move, in usual true ranges of one hour, at which a shock starts. */
  readonly sixHours: number;
  /** Score that keeps a shock active; it starts at 1. */
  readonly exit: number;
  /** Consecutive hours below `exit` after which a shock has ended. */
  readonly calmHours: number;
  /** Hours before the first answer. */
  readonly minHours: number;
  /** Most consecutive missing hours; after more, the detector restarts. */
  readonly maxGap: number;
  /** Factor between a close and the whole of the next bar that no market move explains: the detector restarts. */
  readonly maxJump: number;
  /** Lower bound of a true range in the usual one, in log price. */
  readonly floor: number;
}

/**
 * Version 1. Chosen on hours of six coins from 2017 to 2025-07; `docs/engines` describes what it detects and what it
 * misses.
 */
export const SHOCK_V1: ShockConfig = Object.freeze({
  version: 'shock/1',
  halflife: 360,
  hour: 6,
  sixHours: 8,
  exit: 0.5,
  calmHours: 12,
  minHours: 168,
  maxGap: 24,
  maxJump: 5,
  floor: 1e-5,
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkShockConfig(SHOCK_V1).version; // → 'shock/1'
 */
export function checkShockConfig(config: ShockConfig): ShockConfig {
  for (const name of ['halflife', 'hour', 'sixHours', 'floor'] as const) {
    if (!(finite(name, config[name]) > 0)) throw new UsageError(`"${name}" expected a number > 0, got ${config[name]}`);
  }
  within('exit', config.exit, 0, 1);
  for (const name of ['calmHours', 'minHours'] as const) integerAtLeast(name, config[name], 1);
  integerAtLeast('maxGap', config.maxGap, 0);
  if (!(finite('maxJump', config.maxJump) > 1)) {
    throw new UsageError(`"maxJump" expected a number > 1, got ${config.maxJump}`);
  }
  return config;
}
