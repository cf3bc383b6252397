/** Times as a caller may write them: epoch s, ms, µs or ns, or ISO-8601. */

import { LATEST_TIME, timeUnitOf, toEpochMs } from '@barograph/core';

const NUMBER = /^\d{1,19}(?:\.\d{1,9})?$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+\- ]\d{2}:?\d{2})?)?$/i;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Minutes east of UTC. A plus sign that was not percent-encoded arrives as a space. */
function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Epoch ms of a moment written as epoch seconds (below 1e11; fractions allowed), ms, µs or ns, by its magnitude, or ISO-8601.
 * A date alone is its midnight, a time without a zone is UTC, and a fraction of a millisecond is dropped.
 *
 * @returns undefined when the text has none of the three formats, or the date is invalid or out of range.
 * @example
 * parseMoment('2026-01-28T19:00:00Z'); // → 1769626800000
 * parseMoment('1769626800'); // → 1769626800000
 * parseMoment('2026-02-30'); // → undefined
 */
export function parseMoment(text: string): number | undefined {
  if (NUMBER.test(text)) {
    const value = Number(text);
    const ms = Math.floor(toEpochMs(value, timeUnitOf(value)));
    return ms <= LATEST_TIME ? ms : undefined;
  }
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (month! < 1 || month! > 12 || day! < 1 || day! > daysIn(year!, month!)) return undefined;
  if (hour! > 23 || minute! > 59 || second! > 59) return undefined;
  const offset = offsetMinutes(match[8]);
  if (offset === undefined) return undefined;
  const milliseconds = Number(`${match[7] ?? ''}000`.slice(0, 3));
  const ms = Date.UTC(year!, month! - 1, day, hour, minute, second, milliseconds) - offset * 60_000;
  return ms >= 0 && year! >= 1000 ? ms : undefined;
}
