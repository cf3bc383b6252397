/** The numbers of float and unlocks, by version. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';

/** Settings of the board of floats and of the calendar of unlocks. */
export interface SupplyConfig {
  /** Travels into every answer. A changed number is a new version. */
  readonly version: `supply/${string}`;
  /** Least share of the emission of the days before it from which a day of a series is a cliff, fraction. */
  readonly cliffShare: number;
  /** Those days. */
  readonly emissionDays: number;
  /** Factor by which price times circulating supply may differ from the market cap, before the price is another token's. */
  readonly capTolerance: number;
  /** Longest name that is kept, in characters. */
  readonly nameLength: number;
  /** Longest ticker, likewise. */
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
 * @throws {UsageError} naming the field, the expected and the actual value.
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
