/** Converts series of a venue to hourly inputs of the heads. A value belongs to the hour at whose end it was known. */

import { givenColumn, HOUR_MS, UsageError } from '@barograph/core';

/** Values over time. */
export interface TimedSeries {
  /** Times at which each value became known, epoch ms, strictly ascending. */
  readonly time: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** Longest funding interval, hours; a longer distance means a missing settlement. */
const LONGEST_INTERVAL = 8;

function onHours(
  { time, value }: TimedSeries,
  last: number,
  hours: number,
  into: Float64Array | undefined,
  valueAt: (i: number) => number,
): Float64Array {
  if (last % HOUR_MS !== 0) throw new UsageError(`"last" expected a full hour, got ${last}`);
  if (time.length !== value.length) {
    throw new UsageError(`"value" expected ${time.length} numbers, got ${value.length}`);
  }
  const column = givenColumn('into', hours, into).fill(NaN);
  // Newest first: most of a long series lies before the window.
  for (let i = time.length - 1; i >= 0; i--) {
    const at = hours - 1 - (last + HOUR_MS - Math.ceil(time[i]! / HOUR_MS) * HOUR_MS) / HOUR_MS;
    if (at < 0) break;
    if (at < hours && Number.isNaN(column[at]!)) column[at] = valueAt(i);
  }
  return column;
}

/**
 * Converts levels to hourly values: the last one known by the end of each hour.
 *
 * @param last open of the last hour, epoch ms; values that became known after its end do not count.
 * @param into column of `hours` rows to fill, not one of the series. @default a new one
 * @returns one value per hour, oldest first; NaN when none is known.
 * @throws {UsageError} when `last` is not a full hour, or a column has another length.
 * @example
 * const levels = { time: [HOUR_MS / 2, 2.5 * HOUR_MS], value: [1_000, 1_040] };
 * hourlyLevels(levels, 2 * HOUR_MS, 3); // → Float64Array(3) [ 1000, NaN, 1040 ]
 */
export function hourlyLevels(series: TimedSeries, last: number, hours: number, into?: Float64Array): Float64Array {
  return onHours(series, last, hours, into, (i) => series.value[i]!);
}

/**
 * Converts funding to hourly rates: each rate over the hours since the previous settlement, whatever the venue's
 * interval. The first rate, and one over 8 hours after another, are NaN.
 *
 * @param last open of the last hour, epoch ms.
 * @param into column of `hours` rows to fill, not one of the series. @default a new one
 * @returns one rate per hour, oldest first; NaN without settlement.
 * @throws {UsageError} when `last` is not a full hour, or a column has another length.
 * @example
 * const rates = { time: [0, 8 * HOUR_MS, 16 * HOUR_MS], value: [0.0001, 0.0001, 0.00012] };
 * hourlyFunding(rates, 16 * HOUR_MS, 9); // → Float64Array(9) [ NaN, NaN, NaN, NaN, NaN, NaN, NaN, 0.000015, NaN ]
 */
export function hourlyFunding(series: TimedSeries, last: number, hours: number, into?: Float64Array): Float64Array {
  const { time, value } = series;
  return onHours(series, last, hours, into, (i) => {
    const since = i === 0 ? NaN : Math.round((time[i]! - time[i - 1]!) / HOUR_MS);
    return since >= 1 && since <= LONGEST_INTERVAL ? value[i]! / since : NaN;
  });
}
