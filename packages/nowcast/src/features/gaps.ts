/**
 * Windows of the features over a gap too long to carry. Prices, paths and volatilities restart, because they would span
 * an unobserved move. The distribution of volatility and the level of volume do not span it, and may continue over a
 * gap shorter than their windows.
 */

import { integerAtLeast } from '@barograph/core';
import { createFeatures } from './features.ts';
import type { FeaturesSnapshot } from './windows.ts';

/** Rules of windows over hours without bars. */
export interface GapsConfig {
  /** Version in every artifact. A changed number needs a new version. */
  readonly version: `gaps/${string}`;
  /** Longest gap over which the ranked volatilities are kept, hours; 0 never keeps them. */
  readonly rankHours: number;
  /** Longest gap over which the log volumes of the monthly level are kept, hours. */
  readonly volumeHours: number;
}

/** Most hours without a bar that windows are carried through; after more they restart. */
export const MOST_MISSING = 24;

/** Version 1: nothing is kept; also the meaning of a model file without the field. */
export const GAPS_V1: GapsConfig = Object.freeze({ version: 'gaps/1', rankHours: 0, volumeHours: 0 });

/**
 * Version 2: the rank continues over a gap of up to 30 days. For two months this brings labels closer to those of an
 * unbroken series (after 30 days without bars from 42 to 71 % of the hours of the second week); over 60 days it costs
 * as much as it gains. The volume level gains nothing. `packages/lab/studies/nowcast-gaps.evidence.ts` prints the
 * table.
 */
export const GAPS_V2: GapsConfig = Object.freeze({ version: 'gaps/2', rankHours: 30 * 24, volumeHours: 0 });

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkGapsConfig(config: GapsConfig): GapsConfig {
  for (const field of ['rankHours', 'volumeHours'] as const) integerAtLeast(field, config[field], 0);
  return config;
}

/**
 * Windows of a run that starts after a gap: empty except for what the config keeps.
 *
 * @param before windows at the last bar before the gap.
 * @param missing number of hours without a bar.
 */
export function afterGap(
  before: FeaturesSnapshot,
  missing: number,
  { rankHours, volumeHours }: GapsConfig,
): FeaturesSnapshot {
  const { time, ...empty } = createFeatures(before.config).snapshot();
  const ranked = missing <= rankHours ? before.rank.values : [];
  const level = missing <= volumeHours ? before.level.values : [];
  const sum = level.reduce((total, value) => total + value, 0);
  return {
    ...empty,
    time: before.time ?? time ?? null,
    rank: { ...empty.rank, values: ranked },
    level: { ...empty.level, values: level, sum, peak: Math.abs(sum) },
  };
}
