/** Articles about regulation for policy risk: the last day against the hours of the month before. */

import { compensatedSum, quantile } from '@barograph/core';
import type { MediaReading } from '../risk/policy.ts';
import { RISK_INPUTS_V2, type RiskInputsConfig } from './config.ts';
import { newestIndex } from './series.ts';

/** Hours of the media feed. */
export interface MediaHourSeries {
  /** End of each hour, epoch ms, ascending. */
  readonly time: ArrayLike<number>;
  readonly articles: ArrayLike<number>;
  /** Mean tone of each hour, −10…10; NaN without articles. */
  readonly tone: ArrayLike<number>;
}

/** Reading, and the numbers behind it. */
export interface MediaVolume extends MediaReading {
  /** Articles of the day, and number of its known hours. */
  readonly articles: number;
  readonly hours: number;
  /**
   * Earlier hours, median of their articles, and the scale: 1.4826 median absolute deviations, or the smallest scale if
   * that is larger.
   */
  readonly baselineHours: number;
  readonly median: number;
  readonly scale: number;
}

/** Median absolute deviations per standard deviation of a normal distribution. */
const NORMAL = 1.4826;

/**
 * Computes (articles an hour of the last day − median of the hours of 30 days before) / (1.4826 · their median absolute
 * deviation), and the tone of the day weighted by articles, 0 without articles.
 *
 * @param asOf end of the last day, epoch ms.
 * @param config parameters. @default RISK_INPUTS_V2
 * @returns the reading; null when the newest hour is stale, or too few hours of either span are known.
 * @source F. R. Hampel, The influence curve and its role in robust estimation, JASA 69, 1974.
 * @example
 * const time = Array.from({ length: 31 * 24 }, (_, i) => (i + 1) * HOUR_MS);
 * const articles = time.map((_, i) => (i < 30 * 24 ? 20 + (i % 5) : 60));
 * const { volumeZ, tone } = mediaVolume({ time, articles, tone: time.map(() => -2) }, 31 * DAY_MS)!;
 * [volumeZ.toFixed(1), tone]; // → [ '25.6', -2 ]
 */
export function mediaVolume(
  series: MediaHourSeries,
  asOf: number,
  { media }: RiskInputsConfig = RISK_INPUTS_V2,
): MediaVolume | null {
  const { time, articles, tone } = series;
  const last = newestIndex(series, asOf);
  if (last < 0 || asOf - time[last]! > media.staleMs) return null;
  const end = time[last]!;
  const within = (from: number, to: number): readonly number[] =>
    Array.from({ length: last + 1 }, (_, i) => i).filter((i) => time[i]! > from && time[i]! <= to);
  const day = within(end - media.spanMs, end);
  const before = within(end - media.spanMs - media.baselineMs, end - media.spanMs);
  if (day.length < media.leastHours || before.length < media.leastBaselineHours) return null;
  const counts = before.map((i) => articles[i]!);
  const median = quantile(counts, 0.5);
  const deviation = quantile(
    counts.map((count) => Math.abs(count - median)),
    0.5,
  );
  const scale = Math.max(NORMAL * deviation, media.leastScale);
  const sum = compensatedSum(day.map((i) => articles[i]!));
  const toned = day.filter((i) => Number.isFinite(tone[i]!) && articles[i]! > 0);
  const heard = compensatedSum(toned.map((i) => articles[i]!));
  return {
    volumeZ: (sum / day.length - median) / scale,
    tone: heard === 0 ? 0 : compensatedSum(toned.map((i) => articles[i]! * tone[i]!)) / heard,
    articles: sum,
    hours: day.length,
    baselineHours: before.length,
    median,
    scale,
  };
}
