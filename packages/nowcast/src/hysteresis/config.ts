/** Parameters of the hysteresis machine, by version. */

import { HOUR_MS, integerAtLeast, within } from '@barograph/core';

/** Parameters of the hysteresis machine. */
export interface HysteresisConfig {
  /** Version in every output, so that an answer can be reproduced. A changed number needs a new version. */
  readonly version: `hysteresis/${string}`;
  /** Lead over the incumbent that counts. */
  readonly margin: number;
  /** Consecutive bars for which the same challenger must lead. */
  readonly bars: number;
  /** Probability at which a challenger wins at once. */
  readonly override: number;
  /** Probability of the incumbent below which the next bar's likeliest label wins. */
  readonly incumbentFloor: number;
  /** Bars during which only an override ends a regime. */
  readonly minDwellBars: number;
  /** Length of a bar, ms. */
  readonly barMs: number;
  /** Most consecutive missing bars; after more, pending and armed states are dropped. */
  readonly maxGapBars: number;
}

/** Version 1. A day of missing hours ends all counts. */
export const HYSTERESIS_V1: HysteresisConfig = Object.freeze({
  version: 'hysteresis/1',
  margin: 0.1,
  bars: 2,
  override: 0.7,
  incumbentFloor: 0.1,
  minDwellBars: 0,
  barMs: HOUR_MS,
  maxGapBars: 24,
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkHysteresisConfig(config: HysteresisConfig): HysteresisConfig {
  for (const field of ['margin', 'override', 'incumbentFloor'] as const) within(field, config[field], 0, 1);
  for (const field of ['bars', 'barMs'] as const) integerAtLeast(field, config[field], 1);
  for (const field of ['minDwellBars', 'maxGapBars'] as const) integerAtLeast(field, config[field], 0);
  return config;
}
