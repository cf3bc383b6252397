/** Parameters of position changes, by version. */

import { deepFreeze, within } from '@barograph/core';

/** Parameters of the changes. A changed number needs a new version. */
export interface PositionChangesConfig {
  readonly version: `position-changes/${string}`;
  /** Least change to report, USD at the entry price. */
  readonly leastUsd: number;
}

/** Version 1: the $25,000 of the contract's `whale_position` events. */
export const POSITION_CHANGES_V1: PositionChangesConfig = deepFreeze({
  version: 'position-changes/1',
  leastUsd: 25_000,
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkPositionChangesConfig(POSITION_CHANGES_V1).version; // → 'position-changes/1'
 * checkPositionChangesConfig({ ...POSITION_CHANGES_V1, leastUsd: -1 });
 * // → UsageError: "leastUsd" expected a number within 0…1.7976931348623157e+308, got -1
 */
export function checkPositionChangesConfig(config: PositionChangesConfig): PositionChangesConfig {
  within('leastUsd', config.leastUsd, 0, Number.MAX_VALUE);
  return config;
}
