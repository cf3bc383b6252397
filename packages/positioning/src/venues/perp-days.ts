/** Daily rows of a perp: the sum of a UTC day's settlements, and the last values of the day. */

import { DAY_MS } from '@barograph/core';

/** Settlements, oldest first. */
export interface SettlementColumns {
  /** Epoch ms. */
  readonly time: Float64Array;
  /** Rate, fraction of the notional per interval. */
  readonly rate: Float64Array;
}

/** Samples, oldest first. */
export interface SampleColumns {
  /** Epoch ms. */
  readonly time: Float64Array;
  /** In the unit of the series. */
  readonly value: Float64Array;
}

/** Funding of a day. */
export interface FundingDay {
  /** Sum of the settlements: fraction of the notional paid in the day. */
  readonly sum: number;
  /** Number of settlements. */
  readonly count: number;
}

/**
 * Day of a moment, by its open in epoch ms: a value known at midnight belongs to the day that ends then, since it
 * settles or samples its last hours.
 *
 * @example
 * dayOfKnown(DAY_MS); // → 0
 * dayOfKnown(DAY_MS + 1); // → 86400000
 */
export function dayOfKnown(time: number): number {
  return Math.ceil(time / DAY_MS) * DAY_MS - DAY_MS;
}

/**
 * Sums funding by day, oldest first. Unknown rates do not count.
 *
 * @returns funding by open of the day, epoch ms; days without a settlement are absent.
 * @example
 * fundingDays({ time: Float64Array.of(8 * HOUR_MS, DAY_MS), rate: Float64Array.of(0.25, 0.5) });
 * // → Map(1) { 0 => { sum: 0.75, count: 2 } }
 */
export function fundingDays({ time, rate }: SettlementColumns): ReadonlyMap<number, FundingDay> {
  const days = new Map<number, FundingDay>();
  for (let i = 0; i < time.length; i++) {
    if (Number.isNaN(rate[i]!)) continue;
    const day = dayOfKnown(time[i]!);
    const { sum, count } = days.get(day) ?? { sum: 0, count: 0 };
    days.set(day, { sum: sum + rate[i]!, count: count + 1 });
  }
  return days;
}

/**
 * Last known sample of each day.
 *
 * @returns samples by open of the day, epoch ms.
 * @example
 * lastOfDays({ time: Float64Array.of(8 * HOUR_MS, DAY_MS, 30 * HOUR_MS), value: Float64Array.of(1, 2, 3) });
 * // → Map(2) { 0 => 2, 86400000 => 3 }
 */
export function lastOfDays({ time, value }: SampleColumns): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (let i = 0; i < time.length; i++) if (!Number.isNaN(value[i]!)) days.set(dayOfKnown(time[i]!), value[i]!);
  return days;
}
