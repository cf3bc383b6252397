/** Filled days of a history: one contiguous range, which first grows towards newer days, then towards older ones. */

import { DAY_MS } from '@barograph/core';
import type { DaySpan } from './history.ts';

/**
 * The next day to fill; undefined when the span is filled.
 *
 * @param filled undefined before the first day.
 * @param isOldestFirst fills from the oldest day onwards; days before the range are skipped then.
 */
export function nextDay(
  filled: DaySpan | undefined,
  { first, last }: DaySpan,
  isOldestFirst: boolean = false,
): number | undefined {
  if (first > last) return undefined;
  // A range that does not touch the span is irrelevant for it.
  if (filled === undefined || filled.last < first - DAY_MS || filled.first > last + DAY_MS) {
    return isOldestFirst ? first : last;
  }
  if (filled.last < last) return filled.last + DAY_MS;
  return !isOldestFirst && filled.first > first ? filled.first - DAY_MS : undefined;
}

/** Range extended by the day that {@link nextDay} returned. */
export function withDay(filled: DaySpan | undefined, day: number): DaySpan {
  if (filled?.last === day - DAY_MS) return { first: filled.first, last: day };
  if (filled?.first === day + DAY_MS) return { first: day, last: filled.last };
  return { first: day, last: day };
}

/** Number of filled days of a span. */
export function daysFilled(filled: DaySpan | undefined, { first, last }: DaySpan): number {
  if (filled === undefined) return 0;
  const common = Math.min(filled.last, last) - Math.max(filled.first, first);
  return Math.max(0, Math.round(common / DAY_MS) + 1);
}
