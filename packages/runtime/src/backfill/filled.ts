/** Days of a history that were filled: one stretch without a hole, which grows to newer days first, then to older ones. */

import { DAY_MS } from '@barograph/core';
import type { DaySpan } from './history.ts';

/**
 * The next day to fill; undefined when the span is filled.
 *
 * @param filled undefined before the first day.
 * @param isOldestFirst from the oldest day on; days before the stretch are left out then.
 */
export function nextDay(
  filled: DaySpan | undefined,
  { first, last }: DaySpan,
  isOldestFirst: boolean = false,
): number | undefined {
  if (first > last) return undefined;
  // A stretch apart from the span says nothing about it.
  if (filled === undefined || filled.last < first - DAY_MS || filled.first > last + DAY_MS) {
    return isOldestFirst ? first : last;
  }
  if (filled.last < last) return filled.last + DAY_MS;
  return !isOldestFirst && filled.first > first ? filled.first - DAY_MS : undefined;
}

/** The stretch with one more day, as {@link nextDay} named it. */
export function withDay(filled: DaySpan | undefined, day: number): DaySpan {
  if (filled?.last === day - DAY_MS) return { first: filled.first, last: day };
  if (filled?.first === day + DAY_MS) return { first: day, last: filled.last };
  return { first: day, last: day };
}

/** Days of a span that are filled. */
export function daysFilled(filled: DaySpan | undefined, { first, last }: DaySpan): number {
  if (filled === undefined) return 0;
  const common = Math.min(filled.last, last) - Math.max(filled.first, first);
  return Math.max(0, Math.round(common / DAY_MS) + 1);
}
