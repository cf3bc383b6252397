/** Parameters of the volume scanner, by version. */

import { checkBreaks, deepFreeze, finite, integerAtLeast, UsageError, type BreaksConfig } from '@barograph/core';

/** Activity bands of a market against its own baseline; `unknown` without a multiplier. */
export const VOLUME_BANDS = ['dormant', 'quiet', 'normal', 'elevated', 'surging', 'extreme', 'unknown'] as const;

/** Band of a volume multiplier. */
export type VolumeBand = (typeof VOLUME_BANDS)[number];

/** Edges of the bands, and the data that a multiplier needs. */
export interface VolumeConfig {
  /** Version in every row. A changed number needs a new version. */
  readonly version: `volume/${string}`;
  /** Multiplier at which each band starts, ascending. Below the first a market is dormant. */
  readonly from: Readonly<Record<'quiet' | 'normal' | 'elevated' | 'surging' | 'extreme', number>>;
  /** Settled days of the spark line. */
  readonly sparkDays: number;
  /** Fewest closed hours of the last 24 for a comparison with a day; at most 24. */
  readonly minHours: number;
  /** Rules of breaks for the days of the baseline. Without them every day counts. */
  readonly breaks?: BreaksConfig;
}

/**
 * Version 1. The edges are near the 5, 25, 84, 95 and 99 % quantiles of the daily multipliers of perps, so that each
 * band is rarer than its neighbour towards normal. All 24 hours are required: a sum of fewer would show an outage as
 * dormant.
 */
export const VOLUME_V1: VolumeConfig = Object.freeze({
  version: 'volume/1',
  from: Object.freeze({ quiet: 0.35, normal: 0.6, elevated: 1.5, surging: 2.5, extreme: 5 }),
  sparkDays: 7,
  minHours: 24,
});

/**
 * Version 2: days of a halt do not count in the baseline, which restarts after a long gap or a change of scale. Hours
 * without a trade stay zeros: a market that does not trade is `dormant`.
 */
export const VOLUME_V2: VolumeConfig = deepFreeze<VolumeConfig>({
  ...VOLUME_V1,
  version: 'volume/2',
  breaks: { quietBars: 3, maxGap: 30, maxJump: 5 },
});

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkVolumeConfig(VOLUME_V2).version; // → 'volume/2'
 */
export function checkVolumeConfig(config: VolumeConfig): VolumeConfig {
  const { quiet, normal, elevated, surging, extreme } = config.from;
  let above = 0;
  for (const [band, edge] of Object.entries({ quiet, normal, elevated, surging, extreme })) {
    if (finite(`from.${band}`, edge) <= above) {
      throw new UsageError(`"from.${band}" expected a number > ${above}, got ${edge}`);
    }
    above = edge;
  }
  integerAtLeast('sparkDays', config.sparkDays, 1);
  if (integerAtLeast('minHours', config.minHours, 1) > 24) {
    throw new UsageError(`"minHours" expected an integer ≤ 24, got ${config.minHours}`);
  }
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  return config;
}

/**
 * Band of a multiplier: edges belong to the band above them. `unknown` if and only if there is no multiplier.
 * @param config parameters. @default VOLUME_V2
 * @param multiplier volume over its 30-day mean; null when unknown.
 *
 * @example
 * volumeBand(3); // → 'surging'
 */
export function volumeBand(multiplier: number | null, { from }: VolumeConfig = VOLUME_V2): VolumeBand {
  if (multiplier === null || Number.isNaN(multiplier)) return 'unknown';
  if (multiplier >= from.extreme) return 'extreme';
  if (multiplier >= from.surging) return 'surging';
  if (multiplier >= from.elevated) return 'elevated';
  if (multiplier >= from.normal) return 'normal';
  return multiplier >= from.quiet ? 'quiet' : 'dormant';
}
