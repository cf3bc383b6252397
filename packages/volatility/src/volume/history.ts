/** The volume scanner over completed days: each day against the 30 settled days before it. */

import { rollingQuantile, type Candles } from '@barograph/core';
import { checkVolumeConfig, VOLUME_V1, volumeBand, type VolumeBand, type VolumeConfig } from './config.ts';
import { notional30, NOTIONAL_DAYS, NOTIONAL_MIN_DAYS, notionals } from './notional30.ts';

/** One value per day. Volumes in quote units; NaN, and band `unknown`, until 7 days have settled before the day. */
export interface VolumeColumns {
  readonly notional: Float64Array;
  readonly average: Float64Array;
  readonly median: Float64Array;
  readonly multiplier: Float64Array;
  readonly multiplierMedian: Float64Array;
  readonly band: readonly VolumeBand[];
}

/**
 * Multipliers and bands of a whole series of days: the values of the scanner at the end of each day, just
 * before it settled.
 *
 * @param daily n completed UTC days, oldest first; volume in base units.
 * @throws {UsageError} a bad config.
 * @example
 * volumeHistory(bars).multiplier?.[259]; // → 1.1542821144125035
 */
export function volumeHistory(daily: Candles, config: VolumeConfig = VOLUME_V1): VolumeColumns {
  checkVolumeConfig(config);
  const notional = notionals(daily);
  const average = dayBefore(notional30(daily));
  const median = dayBefore(rollingQuantile(notional, NOTIONAL_DAYS, 0.5, { minCount: NOTIONAL_MIN_DAYS }));
  const multiplier = ratio(notional, average);
  return {
    notional,
    average,
    median,
    multiplier,
    multiplierMedian: ratio(notional, median),
    band: Array.from(multiplier, (value) => volumeBand(value, config)),
  };
}

/** Each day's value on the next row. */
function dayBefore(column: Float64Array): Float64Array {
  return column.map((_, i) => (i === 0 ? NaN : column[i - 1]!));
}

function ratio(volume: Float64Array, baseline: Float64Array): Float64Array {
  return volume.map((value, i) => (baseline[i]! > 0 ? value / baseline[i]! : NaN));
}
