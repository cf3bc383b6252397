/** Option expiries, all at 08:00 UTC: days, Fridays, and last Fridays of months and quarters. */

import { DAY_MS, HOUR_MS } from '@barograph/core';

/** Hour of the day at which options expire. */
const EXPIRY_HOUR = 8;
const FRIDAY = 5;

/** Number of listed expiries of each kind. */
const LISTED = { days: 3, weeks: 4, months: 3, quarters: 4 } as const;

/** Last Friday of a month at 08:00 UTC, counted from January of year 0. */
function lastFriday(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0, EXPIRY_HOUR);
  return last - ((new Date(last).getUTCDay() - FRIDAY + 7) % 7) * DAY_MS;
}

/** Expiries after a moment, epoch ms, each once, nearest first. */
export function expiriesAfter(time: number): readonly number[] {
  const today = Math.floor(time / DAY_MS) * DAY_MS + EXPIRY_HOUR * HOUR_MS;
  const next = today > time ? today : today + DAY_MS;
  const days = Array.from({ length: LISTED.days }, (_, i) => next + i * DAY_MS);
  const friday = next + ((FRIDAY - new Date(next).getUTCDay() + 7) % 7) * DAY_MS;
  const weeks = Array.from({ length: LISTED.weeks }, (_, i) => friday + 7 * i * DAY_MS);
  const date = new Date(time);
  const ofMonths = (every: number, count: number): number[] => {
    const found: number[] = [];
    for (let ahead = 0; found.length < count; ahead++) {
      const month = date.getUTCMonth() + ahead;
      const expiry = lastFriday(date.getUTCFullYear(), month);
      if ((month + 1) % every === 0 && expiry > time) found.push(expiry);
    }
    return found;
  };
  return [...new Set([...days, ...weeks, ...ofMonths(1, LISTED.months), ...ofMonths(3, LISTED.quarters)])].sort(
    (a, b) => a - b,
  );
}
