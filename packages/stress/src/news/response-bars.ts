/**
 * Minutes for the reaction to a report from two bar lengths: sources keep minutes only for days, quarter hours for
 * weeks.
 */

import { bucketOpen, MINUTE_MS } from '@barograph/core';
import { NEWS_V2, type NewsConfig } from './config.ts';
import { rowFrom, type ResponseBars } from './response.ts';

/** Length of the longer bars, ms. */
const QUARTER_MS = 15 * MINUTE_MS;
const MINUTES = QUARTER_MS / MINUTE_MS;

/**
 * First minute that {@link responseMinutes} takes unchanged, epoch ms.
 *
 * @param time publication time, epoch ms.
 * @param config parameters. @default NEWS_V2
 * @example
 * const published = Date.UTC(2025, 5, 1, 12, 7);
 * (published - minutesFrom(published)) / 60_000; // → 1447
 */
export function minutesFrom(time: number, { response }: NewsConfig = NEWS_V2): number {
  return bucketOpen(bucketOpen(time, MINUTE_MS) - response.volatilityMs - MINUTE_MS, QUARTER_MS);
}

/**
 * Builds the minutes for {@link marketResponse}: from a day before a report the minutes themselves, and earlier the
 * quarter hours, with their volume spread evenly over the minutes. Those have no close: only their volume is read.
 *
 * The split depends only on the publication, so stored bars give the same response at any later time.
 *
 * @param time publication time, epoch ms.
 * @param minutes closed one-minute bars; those before {@link minutesFrom} are ignored.
 * @param quarters closed 15-minute bars; those at or after it are ignored.
 * @param config parameters. @default NEWS_V2
 * @example
 * const published = Date.UTC(2025, 5, 1, 12, 7);
 * const first = minutesFrom(published);
 * const minutes = { time: [first], close: [100], volume: [3] };
 * const quarters = { time: [first - 900_000], close: [99], volume: [30] };
 * Array.from(responseMinutes(published, minutes, quarters).volume).slice(-2); // → [ 2, 3 ]
 */
export function responseMinutes(
  time: number,
  minutes: ResponseBars,
  quarters: ResponseBars,
  config: NewsConfig = NEWS_V2,
): ResponseBars {
  const from = minutesFrom(time, config);
  const [spread, first] = [rowFrom(quarters.time, from), rowFrom(minutes.time, from)];
  const length = spread * MINUTES + (minutes.time.length - first);
  const [at, close, volume] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
  for (let i = 0; i < spread * MINUTES; i++) {
    const quarter = Math.floor(i / MINUTES);
    at[i] = quarters.time[quarter]! + (i % MINUTES) * MINUTE_MS;
    close[i] = NaN;
    volume[i] = quarters.volume[quarter]! / MINUTES;
  }
  for (let i = first, j = spread * MINUTES; i < minutes.time.length; i++, j++) {
    at[j] = minutes.time[i]!;
    close[j] = minutes.close[i]!;
    volume[j] = minutes.volume[i]!;
  }
  return { time: at, close, volume };
}
