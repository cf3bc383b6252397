/** The volume scanner over completed days: each day against the 30 settled days before it. */

import { barAt, createRollingQuantile, type Candles } from '@barograph/core';
import { checkVolumeConfig, VOLUME_V1, volumeBand, type VolumeBand, type VolumeConfig } from './config.ts';
import { createNotional30, NOTIONAL_DAYS, NOTIONAL_MIN_DAYS, notionalOf } from './notional30.ts';

/** One value per day. Volumes in quote units; NaN, and band `unknown`, until 7 days have settled before the day. */
export interface VolumeColumns {
  readonly notional: Float64Array;
  readonly average: Float64Array;
  readonly median: Float64Array;
  readonly multiplier: Float64Array;
  readonly multiplierMedian: Float64Array;
  readonly band: readonly VolumeBand[];
}

const ratio = (volume: number, baseline: number): number => (baseline > 0 ? volume / baseline : NaN);

/**
 * Multipliers and bands of a whole series of days: what the scanner would have said of each day at its end, just
 * before it settled.
 *
 * @param daily n completed UTC days, oldest first; volume in base units.
 * @throws {UsageError} a bad config.
 */
export function volumeHistory(daily: Candles, config: VolumeConfig = VOLUME_V1): VolumeColumns {
  checkVolumeConfig(config);
  const column = (): Float64Array => new Float64Array(daily.length);
  const out = {
    notional: column(),
    average: column(),
    median: column(),
    multiplier: column(),
    multiplierMedian: column(),
    band: Array.from<VolumeBand>({ length: daily.length }),
  };
  const mean = createNotional30();
  const middle = createRollingQuantile(NOTIONAL_DAYS, 0.5, { minCount: NOTIONAL_MIN_DAYS });
  let median = NaN;
  for (let i = 0; i < daily.length; i++) {
    const day = barAt(daily, i);
    const notional = notionalOf(day);
    out.notional[i] = notional;
    out.average[i] = mean.value;
    out.median[i] = median;
    out.multiplier[i] = ratio(notional, mean.value);
    out.multiplierMedian[i] = ratio(notional, median);
    out.band[i] = volumeBand(out.multiplier[i]!, config);
    mean.next(day);
    median = middle.next(notional);
  }
  return out;
}
