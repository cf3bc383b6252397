/** The numbers of the shock detector, by version. */

import { finite, integerAtLeast, UsageError, within } from '@barograph/core';

/** Numbers of the detector. A changed number is a new version. */
export interface ShockConfig {
  readonly version: `shock/${string}`;
  /** Halflife of the usual true range, hours. */
  readonly halflife: number;
  /** True range of an hour, in usual ones, at which a shock begins. */
  readonly hour: number;
  /** Move of six hours, in usual true ranges of one hour, at which a shock begins. */
  readonly sixHours: number;
  /** Score that keeps a shock going; it begins at 1. */
  readonly exit: number;
  /** Hours below `exit` after which it has ended. */
  readonly calmHours: number;
  /** Hours before which nothing is said. */
  readonly minHours: number;
  /** More missing hours in a row than this, and everything begins anew. */
  readonly maxGap: number;
  /** Factor from one close to the whole of the next bar that no market moves: everything begins anew. */
  readonly maxJump: number;
  /** Least true range that counts in the usual one: a log price that no move lies below. */
  readonly floor: number;
}

/** Version 1. Chosen on hours of six coins from 2017 to 2025-07; `docs/engines` has what it tells and what it misses. */
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
 * @returns the config.
 * @throws {UsageError} naming the field, the expected and the actual value.
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
