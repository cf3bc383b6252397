/** Parameters of float and unlocks, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Parameters of the float board and the unlock calendar. */
export interface SupplyConfig {
  /** Version in every answer. A changed number needs a new version. */
  readonly version: `supply/${string}`;
  /** Least share of the preceding emission at which a day of a series is a cliff, a fraction. */
  readonly cliffShare: number;
  /** Days of the preceding emission. */
  readonly emissionDays: number;
  /**
   * Largest factor between price times circulating supply and the market cap; beyond it the price is another token's.
   */
  readonly capTolerance: number;
  /** Longest name, characters. */
  readonly nameLength: number;
  /** Longest ticker, characters. */
  readonly symbolLength: number;
}

/** Version 1. */
export const SUPPLY_V1: SupplyConfig = deepFreeze({
  version: 'supply/1',
  cliffShare: 0.2,
  emissionDays: 30,
  capTolerance: 2,
  nameLength: 80,
  symbolLength: 24,
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkSupplyConfig({ ...SUPPLY_V1, version: 'supply/mine', cliffShare: 0.1 }).cliffShare; // → 0.1
 */
export function checkSupplyConfig(config: SupplyConfig): SupplyConfig {
  within('cliffShare', config.cliffShare, 0, 1);
  for (const field of ['emissionDays', 'nameLength', 'symbolLength'] as const) integerAtLeast(field, config[field], 1);
  if (!(config.capTolerance > 1 && config.capTolerance < Infinity)) {
    throw new UsageError(`"capTolerance" expected a number > 1, got ${config.capTolerance}`);
  }
  return config;
}
