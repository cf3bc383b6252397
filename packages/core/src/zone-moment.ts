/** Local times of the two cities whose publishers are read. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from './interval.ts';

/** Cities of {@link zoneMoment}. */
export const ZONES = ['new_york', 'frankfurt'] as const;
/** City of {@link zoneMoment}. */
export type Zone = (typeof ZONES)[number];

/** Days from the previous Sunday to a day, epoch ms: 1970-01-01 was a Thursday. */
function weekday(day: number): number {
  return (Math.floor(day / DAY_MS) + 4) % 7;
}

/** The `nth` Sunday of a month, counted from 1; 0 means the last Sunday of the previous month. */
function sunday(year: number, month: number, nth: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((7 - weekday(first)) % 7) + 7 * (nth - 1)) * DAY_MS;
}

/** Whether summer time is in force at a local time. */
function isSummer(zone: Zone, day: number, minutes: number): boolean {
  const year = new Date(day).getUTCFullYear();
  const at = day + minutes * MINUTE_MS;
  return zone === 'new_york'
    ? at >= sunday(year, 2, 2) + 2 * HOUR_MS && at < sunday(year, 10, 1) + 2 * HOUR_MS
    : at >= sunday(year, 3, 0) + 2 * HOUR_MS && at < sunday(year, 10, 0) + 3 * HOUR_MS;
}

const WINTER_OFFSET_MS: Readonly<Record<Zone, number>> = { new_york: -5 * HOUR_MS, frankfurt: HOUR_MS };

/**
 * Moment at which the clocks of a city show a local time, by the summer time laws in force since 2007. A repeated hour
 * means its first occurrence; a skipped one the moment that follows.
 *
 * @param day 00:00 UTC of the date, epoch ms.
 * @param minutes minutes after local midnight, 0…1439.
 * @returns epoch ms.
 * @source 15 U.S.C. 260a (second Sunday of March to first of November, 02:00); Directive 2000/84/EC (last Sundays of
 * March and October, 01:00 UTC).
 * @example
 * new Date(zoneMoment('new_york', Date.UTC(2026, 6, 29), 14 * 60)).toISOString(); // → '2026-07-29T18:00:00.000Z'
 * new Date(zoneMoment('new_york', Date.UTC(2026, 11, 29), 14 * 60)).toISOString(); // → '2026-12-29T19:00:00.000Z'
 */
export function zoneMoment(zone: Zone, day: number, minutes: number): number {
  const summer = isSummer(zone, day, minutes) ? HOUR_MS : 0;
  return day + minutes * MINUTE_MS - WINTER_OFFSET_MS[zone] - summer;
}
