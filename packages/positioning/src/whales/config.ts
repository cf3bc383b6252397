/** The numbers of the whale summary, by version. */

import { deepFreeze, integerAtLeast, within } from '@barograph/core';

/** Parameters of the summary. A changed number is a new version. */
export interface WhalesConfig {
  readonly version: `whales/${string}`;
  /** Coins that are listed, the largest net positions first; and of a day that has gone by. */
  readonly topCoins: number;
  readonly topCoinsOfDay: number;
  /** A coin whose net is less than this share of its gross has no dominant side, 0…1. */
  readonly flatShare: number;
  /** The bias changes when directional net over gross has passed 0 by this, 0…1. */
  readonly biasMargin: number;
  /** Hours that the ring holds, and samples that a percentile needs. */
  readonly ringHours: number;
  readonly readySamples: number;
  /** UTC days that are kept. */
  readonly days: number;
}

/** Version 1: the 48 samples of 30 days and the 540 days are the contract's, everything else is ours. */
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
 * @returns the config.
 * @throws {UsageError} naming the field, the expected and the actual value.
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
