/** Series by moment, as feeds have them: what was known at a moment, and how it changed up to there. */

import { shown, UsageError } from '@barograph/core';

/** Moments, epoch ms, oldest first, when each value became known; and the values. */
export interface DatedSeries {
  readonly time: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** A value and its moment. */
export interface DatedValue {
  readonly time: number;
  readonly value: number;
}

/** Bounds of what can be true of a series, both included. */
export interface PhysicalRange {
  readonly min: number;
  readonly max: number;
}

/** A series without what cannot be, and how many values that were. */
export interface CleanSeries {
  readonly series: DatedSeries;
  readonly dropped: number;
}

/**
 * The values that may be used at a moment: finite, within their range, and not of the future. A series in another unit
 * falls out of its range as a whole.
 *
 * @throws {UsageError} columns of different lengths, or moments that do not rise.
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
    // Comparisons with NaN are false: it is left out too.
    if (!(time[i]! <= at && value[i]! >= min && value[i]! <= max)) continue;
    times.push(time[i]!);
    values.push(value[i]!);
  }
  return { series: { time: times, value: values }, dropped: time.length - times.length };
}

/**
 * The newest value that was known at a moment: a gap is carried at most `staleMs`.
 *
 * @returns null where the newest is older, or there is none.
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

/** A change between two moments of a series. */
export interface Change {
  readonly from: DatedValue;
  readonly to: DatedValue;
  /** Difference, in the unit of the series. */
  readonly difference: number;
  /** Percent of the earlier value. */
  readonly percent: number;
}

/**
 * The change over `spanMs` up to the newest value at a moment; null where one of both is not known, or the earlier is 0.
 *
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
