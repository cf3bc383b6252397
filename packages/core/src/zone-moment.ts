/** Moments by the clock on the wall of the two cities whose publishers are read. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from './interval.ts';

/** Cities of {@link zoneMoment}. */
export const ZONES = ['new_york', 'frankfurt'] as const;
/** One of them. */
export type Zone = (typeof ZONES)[number];

/** Days from Sunday to the weekday of a day, epoch ms: 1970-01-01 was a Thursday. */
function weekday(day: number): number {
  return (Math.floor(day / DAY_MS) + 4) % 7;
}

/** The `nth` Sunday of a month, from 1; of 0 the last one of the month before. */
function sunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((7 - weekday(first)) % 7) + 7 * (nth - 1)) * DAY_MS;
}

/** Whether summer time is in force at a time of the wall. */
function isSummer(zone: Zone, day: number, minutes: number): boolean {
  const year = new Date(day).getUTCFullYear();
  const at = day + minutes * MINUTE_MS;
  return zone === 'new_york'
    ? at >= sunday(year, 2, 2) + 2 * HOUR_MS && at < sunday(year, 10, 1) + 2 * HOUR_MS
    : at >= sunday(year, 3, 0) + 2 * HOUR_MS && at < sunday(year, 10, 0) + 3 * HOUR_MS;
}

const WINTER_OFFSET_MS: Readonly<Record<Zone, number>> = { new_york: -5 * HOUR_MS, frankfurt: HOUR_MS };

/**
 * The moment at which the clocks of a city show a time, by the laws of summer time in force since 2007. Of an hour that is
 * there twice it is the first, of one that is left out the moment that follows it.
 *
 * @param day 00:00 UTC of the date, epoch ms.
 * @param minutes after midnight of the wall, 0…1439.
 * @returns epoch ms.
 * @source 15 U.S.C. 260a (second Sunday of March to first of November, 02:00); Directive 2000/84/EC (last Sundays of March
 *   and October, 01:00 UTC).
 * @example
 * new Date(zoneMoment('new_york', Date.UTC(2026, 6, 29), 14 * 60)).toISOString(); // → '2026-07-29T18:00:00.000Z'
 * new Date(zoneMoment('new_york', Date.UTC(2026, 11, 29), 14 * 60)).toISOString(); // → '2026-12-29T19:00:00.000Z'
 */
export function zoneMoment(zone: Zone, day: number, minutes: number): number {
  const summer = isSummer(zone, day, minutes) ? HOUR_MS : 0;
  return day + minutes * MINUTE_MS - WINTER_OFFSET_MS[zone] - summer;
}
