/** Times when a daily value becomes known, by publisher. */

import { DAY_MS, zoneMoment } from '@barograph/core';

/**
 * Publication rules of daily values.
 *
 * - `market_close`: prices of a trading day, known at the end of that UTC day. Stocks close at 20:00 or 21:00 UTC, the dollar
 *   and gold settle by 22:00; the end of the day is later, also in winter.
 * - `utc_day`: the close of a UTC day of a venue that never closes, known at its end.
 * - `treasury`: par yields, stated for 15:30 in New York and published that evening: 18:00 there.
 * - `h15`: rates of the Federal Reserve's H.15, which FRED carries: 16:15 in New York on the next working day.
 * - `h10`: exchange rates of H.10, published for a whole week: 16:15 in New York on the first working day of the next.
 * - `next_morning`: closes that FRED carries from others: 09:00 in New York on the next working day.
 * - `ecb`: reference rates, published about 16:00 in Frankfurt: 16:15, since "about" may be late.
 *
 * @source U.S. Treasury, Daily Treasury Par Yield Curve Rates; Federal Reserve Board, H.15 and H.10, release times; FRED, notes of the
 *   series; ECB, euro foreign exchange reference rates.
 */
export const PUBLICATIONS = ['market_close', 'utc_day', 'treasury', 'h15', 'h10', 'next_morning', 'ecb'] as const;
/** One of them. */
export type Publication = (typeof PUBLICATIONS)[number];

const weekdayOf = (day: number): number => (day / DAY_MS + 4) % 7;

/** Whether a day is the `nth` weekday of its month, from 1; 0 is the last. */
function isNth(day: number, weekday: number, nth: number): boolean {
  const date = new Date(day).getUTCDate();
  if (weekdayOf(day) !== weekday) return false;
  if (nth > 0) return Math.ceil(date / 7) === nth;
  return new Date(day + 7 * DAY_MS).getUTCDate() <= 7;
}

/** Fixed holidays, month and day; observed on Monday when on a Sunday. Juneteenth since 2021. */
const FIXED: readonly (readonly [month: number, date: number])[] = [
  [0, 1],
  [5, 19],
  [6, 4],
  [10, 11],
  [11, 25],
];

/**
 * Whether a day is a Federal Reserve holiday, without publications.
 *
 * @param day 00:00 UTC, epoch ms.
 * @source Federal Reserve System, holidays observed: 5 U.S.C. 6103, where a Saturday moves no holiday.
 */
export function isFederalHoliday(day: number): boolean {
  const month = new Date(day).getUTCMonth();
  const isFixed = (on: number): boolean => {
    const date = new Date(on);
    const isOne = FIXED.some(([m, d]) => m === date.getUTCMonth() && d === date.getUTCDate());
    return isOne && !(date.getUTCMonth() === 5 && date.getUTCFullYear() < 2021);
  };
  if (isFixed(day) || (weekdayOf(day) === 1 && isFixed(day - DAY_MS))) return true;
  if (month === 0 || month === 1) return isNth(day, 1, 3);
  if (month === 4) return isNth(day, 1, 0);
  if (month === 8) return isNth(day, 1, 1);
  if (month === 9) return isNth(day, 1, 2);
  return month === 10 && isNth(day, 4, 4);
}

/** First working day on or after a day. */
function workingFrom(day: number): number {
  let at = day;
  while (weekdayOf(at) === 0 || weekdayOf(at) === 6 || isFederalHoliday(at)) at += DAY_MS;
  return at;
}

/**
 * Time when the value of a day becomes known.
 *
 * @param day 00:00 UTC of the value's date, epoch ms.
 * @returns epoch ms.
 * @example
 * const friday = Date.UTC(2026, 9, 2);
 * new Date(knownAt('utc_day', friday)).toISOString(); // → '2026-10-03T00:00:00.000Z'
 * new Date(knownAt('h15', friday)).toISOString(); // → '2026-10-05T20:15:00.000Z'
 */
export function knownAt(publication: Publication, day: number): number {
  switch (publication) {
    case 'market_close':
    case 'utc_day':
      return day + DAY_MS;
    case 'treasury':
      return zoneMoment('new_york', day, 18 * 60);
    case 'h15':
      return zoneMoment('new_york', workingFrom(day + DAY_MS), 16 * 60 + 15);
    case 'h10':
      // Days until the next Monday: one on a Sunday, seven on a Monday.
      return zoneMoment('new_york', workingFrom(day + (7 - ((weekdayOf(day) + 6) % 7)) * DAY_MS), 16 * 60 + 15);
    case 'next_morning':
      return zoneMoment('new_york', workingFrom(day + DAY_MS), 9 * 60);
    case 'ecb':
      return zoneMoment('frankfurt', day, 16 * 60 + 15);
  }
}

/**
 * Known times of many days, made unique: days that become known together are a millisecond apart, in order.
 *
 * @param days ascending.
 * @example
 * const days = [Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 2)];
 * const [first] = knownTimes('treasury', days);
 * new Date(first).toISOString(); // → '2026-10-01T22:00:00.000Z'
 */
export function knownTimes(publication: Publication, days: readonly number[]): Float64Array {
  let last = -Infinity;
  return Float64Array.from(days, (day) => (last = Math.max(last + 1, knownAt(publication, day))));
}
