/** Minutes for the reaction to a report from two lengths of bars: sources keep minutes for days only, quarter hours for weeks. */

import { bucketOpen, MINUTE_MS } from '@barograph/core';
import { NEWS_V2, type NewsConfig } from './config.ts';
import { rowFrom, type ResponseBars } from './response.ts';

/** Length of the longer bars. */
const QUARTER_MS = 15 * MINUTE_MS;
const MINUTES = QUARTER_MS / MINUTE_MS;

/**
 * First minute that {@link responseMinutes} takes as it is, epoch ms.
 *
 * @param time publication, epoch ms.
 * @example
 * const published = Date.UTC(2025, 5, 1, 12, 7);
 * (published - minutesFrom(published)) / 60_000; // → 1447
 */
export function minutesFrom(time: number, { response }: NewsConfig = NEWS_V2): number {
  return bucketOpen(bucketOpen(time, MINUTE_MS) - response.volatilityMs - MINUTE_MS, QUARTER_MS);
}

/**
 * Minutes as {@link marketResponse} takes them: the day before a report and what follows as they are, and before that
 * quarter hours, their volume spread evenly over their minutes. Those have no close: only volume is read of them.
 *
 * The split depends on the publication alone, so that bars that were kept give the same response at any later time.
 *
 * @param time publication, epoch ms.
 * @param minutes closed bars of a minute; those before {@link minutesFrom} are not read.
 * @param quarters closed bars of a quarter of an hour; those from there on are not read.
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
