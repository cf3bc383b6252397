/**
 * Windows of the features over a gap that is too long to be carried. Prices, paths and volatilities begin
 * anew: they would span a move that nobody saw. The distribution of volatility and the level of volume span none, and
 * may go on over a gap that is shorter than they are long.
 */

import { integerAtLeast } from '@barograph/core';
import { createFeatures } from './features.ts';
import type { FeaturesSnapshot } from './windows.ts';

/** Rules of windows over hours without bars. */
export interface GapsConfig {
  /** Travels into every artifact. A changed number is a new version. */
  readonly version: `gaps/${string}`;
  /** Most hours without a bar over which the volatilities stay that the week's is ranked among; 0: never. */
  readonly rankHours: number;
  /** The same of the log volumes of the monthly level. */
  readonly volumeHours: number;
}

/** Hours without a bar that the windows are carried through; after more they start anew. */
export const MOST_MISSING = 24;

/** Version 1: nothing is kept, which is the meaning of a model file without the field. */
export const GAPS_V1: GapsConfig = Object.freeze({ version: 'gaps/1', rankHours: 0, volumeHours: 0 });

/**
 * Version 2: the rank goes on over a gap of up to 30 days, which brings labels nearer to those of an unbroken series for
 * two months (after 30 days without bars from 42 to 71 % of the hours of the second week); over 60 days it costs what it
 * gains. The volume level gains nothing from it. `packages/lab/studies/nowcast-gaps.evidence.ts` prints the table.
 */
export const GAPS_V2: GapsConfig = Object.freeze({ version: 'gaps/2', rankHours: 30 * 24, volumeHours: 0 });

/** @throws {UsageError} naming the field, the expected and the actual value. */
export function checkGapsConfig(config: GapsConfig): GapsConfig {
  for (const field of ['rankHours', 'volumeHours'] as const) integerAtLeast(field, config[field], 0);
  return config;
}

/**
 * The windows of a run that begins after a gap: those of a first bar, but for what the config keeps.
 *
 * @param before the windows at the last bar before the gap.
 * @param missing hours without a bar.
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
