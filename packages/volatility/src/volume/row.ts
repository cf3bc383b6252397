/**
 * Volume row: the traded value of the last 24 h against that of a usual day.
 *
 * ```
 * multiplier       = volume24h / mean   of the last 30 settled days
 * multiplierMedian = volume24h / median of the last 30 settled days
 * volumeChange24h  = 100·(volume24h / volume of the 24 h before − 1)
 * ```
 *
 * The median is offered because one extreme day lifts the mean for 30 days. Volumes are `close · volume`: of hours in
 * `volume24h`, of days in the baseline. Days alone do not tell the last 24 h, so without hours there is no multiplier.
 */

import {
  assertClosedBy,
  barAt,
  bucketOpen,
  DAY_MS,
  firstAtOrAfter,
  HOUR_MS,
  qualityOf,
  quantile,
  sliceCandles,
  tradedBars,
  type Bar,
  type BreakMarks,
  type BreakReason,
  type Candles,
} from '@barograph/core';
import { checkVolumeConfig, VOLUME_V2, volumeBand, type VolumeBand, type VolumeConfig } from './config.ts';
import { notional30, NOTIONAL_DAYS, NOTIONAL_MIN_DAYS, notionalOf } from './notional30.ts';

/** Notional of one settled UTC day, in quote units. */
export interface NotionalDay {
  readonly time: number;
  readonly notional: number;
}

/** Closed hour. */
export interface NotionalHour extends NotionalDay {
  readonly close: number;
}

/** Identity of a row. */
export interface VolumeAbout {
  readonly symbol: string;
  readonly source: 'perpdex_perp' | 'cexa_spot';
}

/** Volume row. Volumes in quote units, changes in percent; null where unknown. */
export interface VolumeRow {
  readonly configVersion: string;
  readonly symbol: string;
  readonly source: VolumeAbout['source'];
  /** Sum over the existing closed hours of the last 24; null without hours. */
  readonly volume24h: number | null;
  /** Baseline; null below 7 settled days. */
  readonly avgVolume30d: number | null;
  readonly medianVolume30d: number | null;
  /** Null without a baseline, with a baseline of 0, and when hours of the last 24 are missing. */
  readonly multiplier: number | null;
  readonly multiplierMedian: number | null;
  /** `unknown` if and only if `multiplier` is null. */
  readonly band: VolumeBand;
  /** Null unless all hours of both days exist and something traded in the earlier day. */
  readonly volumeChange24h: number | null;
  /** Notional of each of the last 7 settled days, or fewer, oldest first. */
  readonly spark7d: readonly number[];
  /** Price change over exactly 24 h; null when one of the two hours is missing. */
  readonly change24h: number | null;
  /** Settled days of the baseline, at most 30, oldest first. */
  readonly days: readonly NotionalDay[];
  /** Breaks of the days: a halt, or a restarted baseline with fewer than 30 days; absent without breaks. */
  readonly quality?: readonly BreakReason[];
}

/** Inputs of a row, independent of their origin. */
export interface VolumeParts extends VolumeAbout {
  readonly asOf: number;
  /** Closed hours of the last 48, oldest first. */
  readonly hours: readonly NotionalHour[];
  readonly days: readonly NotionalDay[];
  /** {@link notional30} of the last settled day, NaN below 7 days. */
  readonly average: number;
  /** Breaks at the last day. */
  readonly marks: BreakMarks;
}

/** Builds a row from its parts. */
export function assembleVolumeRow(parts: VolumeParts, config: VolumeConfig): VolumeRow {
  const { symbol, source, hours, days, average } = parts;
  const end = bucketOpen(parts.asOf, HOUR_MS);
  const today = volumeOf(hours, end - DAY_MS, end);
  const before = volumeOf(hours, end - 2 * DAY_MS, end - DAY_MS);
  const whole = today.count >= config.minHours;
  const settled = days.length >= NOTIONAL_MIN_DAYS;
  const median = settled
    ? quantile(
        Array.from(days, (day) => day.notional),
        0.5,
      )
    : null;
  const multiplier = whole && settled && average > 0 ? today.sum / average : null;
  const comparable = whole && before.count >= config.minHours && before.sum > 0;
  return {
    configVersion: config.version,
    symbol,
    source,
    volume24h: today.count === 0 ? null : today.sum,
    avgVolume30d: settled ? average : null,
    medianVolume30d: median,
    multiplier,
    multiplierMedian: whole && median !== null && median > 0 ? today.sum / median : null,
    band: volumeBand(multiplier, config),
    volumeChange24h: comparable ? 100 * (today.sum / before.sum - 1) : null,
    spark7d: days.slice(-config.sparkDays).map((day) => day.notional),
    change24h: changeOf(hours, end),
    days,
    ...qualityOf(parts.marks, days.length === NOTIONAL_DAYS),
  };
}

function volumeOf(hours: readonly NotionalHour[], from: number, to: number): { sum: number; count: number } {
  let sum = 0;
  let count = 0;
  for (const { time, notional } of hours) {
    if (time < from || time >= to) continue;
    sum += notional;
    count++;
  }
  return { sum, count };
}

function changeOf(hours: readonly NotionalHour[], end: number): number | null {
  const last = hours.find(({ time }) => time === end - HOUR_MS);
  const before = hours.find(({ time }) => time === end - HOUR_MS - DAY_MS);
  return last === undefined || before === undefined ? null : 100 * (last.close / before.close - 1);
}

/** Bars of a market, and the moment of the row. */
export interface VolumeInput extends VolumeAbout {
  /** Closed 1h bars, oldest first; volume in base units. */
  readonly hourly: Candles;
  /** Complete UTC days, oldest first. */
  readonly daily: Candles;
  /** Moment of the row, epoch ms: windows end at the last full hour. No bar may close after it. */
  readonly asOf: number;
}

/**
 * Computes the row of one market at one moment from its whole history. {@link createVolumeTracker} is its incremental
 * form, fed bar by bar.
 *
 * @param config parameters. @default VOLUME_V2
 * @throws {UsageError} when the config is invalid or a bar closes after `asOf`.
 * @example
 * const input = { hourly: hours, daily: bars, asOf: 260 * DAY_MS };
 * const { volume24h, multiplier, band } = volumeRow({ symbol: 'BTC', source: 'perpdex_perp', ...input });
 * [volume24h?.toFixed(0), multiplier?.toFixed(2), band]; // → [ '1080', '1.14', 'normal' ]
 */
export function volumeRow(input: VolumeInput, config: VolumeConfig = VOLUME_V2): VolumeRow {
  checkVolumeConfig(config);
  const { symbol, source, hourly, daily, asOf } = input;
  assertClosedBy('hourly', hourly, HOUR_MS, asOf);
  assertClosedBy('daily', daily, DAY_MS, asOf);
  const recent = sliceCandles(hourly, firstAtOrAfter(hourly, bucketOpen(asOf, HOUR_MS) - 2 * DAY_MS));
  const traded = tradedBars(daily, config.breaks);
  const baseline = sliceCandles(traded.bars, Math.max(0, traded.bars.length - NOTIONAL_DAYS));
  return assembleVolumeRow(
    {
      symbol,
      source,
      asOf,
      hours: barsOf(recent, (bar) => ({ time: bar.time, close: bar.close, notional: notionalOf(bar) })),
      days: barsOf(baseline, (bar) => ({ time: bar.time, notional: notionalOf(bar) })),
      average: notional30(traded.bars).at(-1) ?? NaN,
      marks: traded,
    },
    config,
  );
}

function barsOf<T>(bars: Candles, read: (bar: Bar) => T): T[] {
  return Array.from({ length: bars.length }, (_, i) => read(barAt(bars, i)));
}
