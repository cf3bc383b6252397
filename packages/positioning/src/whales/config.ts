/** Parameters of the whale summary, by version. */

import { deepFreeze, integerAtLeast, within } from '@barograph/core';

/** Parameters of the summary. A changed number needs a new version. */
export interface WhalesConfig {
  readonly version: `whales/${string}`;
  /** Number of listed coins, largest net positions first; and of those of a past day. */
  readonly topCoins: number;
  readonly topCoinsOfDay: number;
  /** Net over gross below which a coin has no dominant side, 0…1. */
  readonly flatShare: number;
  /** Distance of directional net over gross beyond 0 at which the bias changes, 0…1. */
  readonly biasMargin: number;
  /** Hours of the ring, and fewest samples for a percentile. */
  readonly ringHours: number;
  readonly readySamples: number;
  /** Number of stored UTC days. */
  readonly days: number;
}

/** Version 1: the 48 samples, the 30 days and the 540 days come from the contract, all else is ours. */
export const WHALES_V1: WhalesConfig = deepFreeze({
  version: 'whales/1',
  topCoins: 20,
  topCoinsOfDay: 5,
  flatShare: 0.02,
  biasMargin: 0.02,
  ringHours: 720,
  readySamples: 48,
  days: 540,
});

/**
 * Checks a config and returns it.
 * @returns the config.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkWhalesConfig(WHALES_V1).version; // → 'whales/1'
 * checkWhalesConfig({ ...WHALES_V1, days: 0 }); // → UsageError: "days" expected an integer ≥ 1, got 0
 */
export function checkWhalesConfig(config: WhalesConfig): WhalesConfig {
  for (const name of ['topCoins', 'topCoinsOfDay'] as const) integerAtLeast(name, config[name], 0);
  for (const name of ['ringHours', 'readySamples', 'days'] as const) integerAtLeast(name, config[name], 1);
  for (const name of ['flatShare', 'biasMargin'] as const) within(name, config[name], 0, 1);
  return config;
}
