/** Dated series of feeds: the value known at a moment, and its change up to then. */

import { shown, UsageError } from '@barograph/core';

/** Values, and the times at which each became known, epoch ms, oldest first. */
export interface DatedSeries {
  readonly time: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Value and its time. The time is epoch ms, the value in the unit of its series. */
export interface DatedValue {
  readonly time: number;
  readonly value: number;
}

/** Bounds of physically possible values, inclusive. Both are in the unit of the series. */
export interface PhysicalRange {
  readonly min: number;
  readonly max: number;
}

/** Series without impossible values, and the number of those removed. */
export interface CleanSeries {
  readonly series: DatedSeries;
  readonly dropped: number;
}

/**
 * Selects the values usable at a moment: finite, within their range, and not from the future. A series in another unit
 * is removed entirely.
 *
 * @param at the moment, epoch ms.
 * @throws {UsageError} when columns differ in length or times do not ascend.
 * @example
 * const index = { time: [0, DAY_MS, 2 * DAY_MS], value: [40, 4_000, 45] };
 * const { series, dropped } = cleanSeries(index, 3 * DAY_MS, { min: 0, max: 100 });
 * [series.value, dropped]; // → [ [ 40, 45 ], 1 ]
 */
export function cleanSeries({ time, value }: DatedSeries, at: number, { min, max }: PhysicalRange): CleanSeries {
  if (time.length !== value.length) {
    throw new UsageError(`"value" expected ${time.length} values as time has, got ${value.length}`);
  }
  const times: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < time.length; i++) {
    if (i > 0 && time[i]! <= time[i - 1]!) {
      throw new UsageError(`"time[${i}]" expected a moment after ${time[i - 1]}, got ${shown(time[i])}`);
    }
    // Comparisons with NaN are false, which removes NaN too.
    if (!(time[i]! <= at && value[i]! >= min && value[i]! <= max)) continue;
    times.push(time[i]!);
    values.push(value[i]!);
  }
  return { series: { time: times, value: values }, dropped: time.length - times.length };
}

/**
 * Newest value known at a moment; gaps are carried for at most `staleMs`.
 *
 * @param at the moment, epoch ms.
 * @returns the value; null when the newest is older, or without values.
 * @example
 * const series = { time: [0, DAY_MS], value: [40, 45] };
 * valueAt(series, 1.5 * DAY_MS, DAY_MS)?.value; // → 45
 * valueAt(series, 9 * DAY_MS, DAY_MS); // → null
 */
export function valueAt({ time, value }: DatedSeries, at: number, staleMs: number): DatedValue | null {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  const newest = low - 1;
  if (newest < 0 || at - time[newest]! > staleMs) return null;
  return { time: time[newest]!, value: value[newest]! };
}

/** Change between two moments of a series. */
export interface Change {
  readonly from: DatedValue;
  readonly to: DatedValue;
  /** Difference, in the unit of the series. */
  readonly difference: number;
  /** Percent of the earlier value. */
  readonly percent: number;
}

/**
 * Change over `spanMs` up to the newest value at a moment; null when either value is unknown, or the earlier is 0.
 *
 * @param at the moment, epoch ms.
 * @param staleMs greatest age of the newest value, ms.
 * @example
 * const supply = { time: [0, 7 * DAY_MS], value: [300e9, 306e9] };
 * changeAt(supply, 7 * DAY_MS, 7 * DAY_MS, DAY_MS)?.difference; // → 6000000000
 */
export function changeAt(series: DatedSeries, at: number, spanMs: number, staleMs: number): Change | null {
  const to = valueAt(series, at, staleMs);
  const from = to === null ? null : valueAt(series, to.time - spanMs, staleMs);
  if (to === null || from === null || from.value === 0) return null;
  return { from, to, difference: to.value - from.value, percent: 100 * (to.value / from.value - 1) };
}
