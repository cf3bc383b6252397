/** Volume scanner over complete days: each day against the 30 settled days before it. */

import {
  barAt,
  givenColumn,
  hasBreaks,
  quantile,
  rollingQuantile,
  type BreaksConfig,
  type Candles,
} from '@barograph/core';
import { createBaseline } from './baseline.ts';
import { checkVolumeConfig, VOLUME_V2, volumeBand, type VolumeBand, type VolumeConfig } from './config.ts';
import { fillNotionals, meanNotionals, NOTIONAL_DAYS, NOTIONAL_MIN_DAYS } from './notional30.ts';

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
 * Computes multipliers and bands of a series of days: the values of the scanner at the end of each day, just before it
 * settles.
 *
 * @param daily complete UTC days, oldest first; volume in base units.
 * @param into columns to fill, one row per day, not those of the days; a previous result may be reused. @default new
 * ones The bands are a new list.
 * @throws {UsageError} when the config is invalid or a column has another length.
 * @example
 * const { multiplier, ...rest } = volumeHistory(bars);
 * multiplier[259]; // → 1.1542821144125035
 * volumeHistory(bars, VOLUME_V2, { multiplier, ...rest }).multiplier === multiplier; // → true
 */
export function volumeHistory(
  daily: Candles,
  config: VolumeConfig = VOLUME_V2,
  into?: Omit<VolumeColumns, 'band'>,
): VolumeColumns {
  checkVolumeConfig(config);
  const { length } = daily;
  const notional = givenColumn('into.notional', length, into?.notional);
  const average = givenColumn('into.average', length, into?.average);
  const median = givenColumn('into.median', length, into?.median);
  const multiplier = givenColumn('into.multiplier', length, into?.multiplier);
  const multiplierMedian = givenColumn('into.multiplierMedian', length, into?.multiplierMedian);
  fillNotionals(daily, notional);
  const { breaks } = config;
  if (breaks !== undefined && hasBreaks(daily, breaks)) fillBroken(daily, breaks, average, median);
  else {
    settle(meanNotionals(notional, average));
    settle(rollingQuantile(notional, NOTIONAL_DAYS, 0.5, { minCount: NOTIONAL_MIN_DAYS }, median));
  }
  ratio(notional, average, multiplier);
  ratio(notional, median, multiplierMedian);
  const band = Array.from(multiplier, (value) => volumeBand(value, config));
  return { notional, average, median, multiplier, multiplierMedian, band };
}

/** Fills mean and median of the days before each one, for a series with breaks. */
function fillBroken(daily: Candles, breaks: BreaksConfig, average: Float64Array, median: Float64Array): void {
  const baseline = createBaseline(breaks);
  for (let i = 0; i < daily.length; i++) {
    const before = baseline.next(barAt(daily, i));
    const notionals = before.days.map((day) => day.notional);
    average[i] = before.average;
    median[i] = notionals.length < NOTIONAL_MIN_DAYS ? NaN : quantile(notionals, 0.5);
  }
}

/** Moves each day's value to the next row: a day is compared with the days that settled before it. */
function settle(column: Float64Array): void {
  column.copyWithin(1, 0);
  column.fill(NaN, 0, 1);
}

function ratio(volume: Float64Array, baseline: Float64Array, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = baseline[i]! > 0 ? volume[i]! / baseline[i]! : NaN;
}
