/** Names of UTC days and months: `2026-11-21`, `2026-11`. */

import { bucketOpen, DAY_MS } from '@barograph/core';

/** Name of the day of a moment, epoch ms. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Midnight of a named day, epoch ms. */
export function openOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Name of the last day that had ended at a moment, epoch ms. */
export function yesterday(moment: number): string {
  return dayOf(bucketOpen(moment, DAY_MS) - DAY_MS);
}

/** Names of days, both inclusive; empty when `last` is before `first`. */
export function daysBetween(first: string, last: string): readonly string[] {
  const count = Math.round((openOf(last) - openOf(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => dayOf(openOf(first) + i * DAY_MS));
}
