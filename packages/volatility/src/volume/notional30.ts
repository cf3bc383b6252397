/**
 * Average daily notional in USD: the mean of `close · volume` over the last 30 settled UTC days.
 *
 * This is the library's only measure of liquidity: the baseline of the volume scanner, the weight of the volatility
 * index and the liquidity floor of screens. Other engines take it as a plain number. Missing days do not count, not
 * even as 0; neither does the current day.
 */

import {
  barClock,
  checkNextBar,
  clockTime,
  createRollingSum,
  givenColumn,
  rollingSum,
  UsageError,
  type Bar,
  type Candles,
  type RollingSumSnapshot,
  type Stream,
} from '@barograph/core';

/** Settled days in the mean. */
export const NOTIONAL_DAYS = 30;
/** Fewest settled days for a mean. */
export const NOTIONAL_MIN_DAYS = 7;

/** JSON-safe state of {@link createNotional30}. */
export interface Notional30Snapshot {
  /** Version 1 lacks `time`: a stream resumed from it accepts a first day of any time. */
  readonly version: 1 | 2;
  /** Open of the last committed day, epoch ms; null before the first. */
  readonly time?: number | null;
  /** Days in the window. */
  readonly days: number;
  readonly sum: RollingSumSnapshot;
}

/** Stream form of {@link notional30} that stores its last value. */
export interface Notional30 extends Stream<Bar, number, Notional30Snapshot> {
  /** Mean after the last committed day, NaN below 7 days. */
  readonly value: number;
}

/** Value of a day's volume in quote units, at the day's close. */
export function notionalOf(day: Bar): number {
  return day.close * day.volume;
}

/** Fills a column with {@link notionalOf} of every day. */
export function fillNotionals({ close, volume, length }: Candles, out: Float64Array): Float64Array {
  for (let i = 0; i < length; i++) out[i] = close[i]! * volume[i]!;
  return out;
}

/**
 * Incremental form of {@link notional30}, one complete day at a time, equal to the bit. O(1) per day.
 *
 * @param resume snapshot to resume.
 * @throws {UsageError} when the snapshot has another version, or (from `next` and `peek`) when a bar is invalid or not
 * after the last.
 * @example
 * const mean = createNotional30();
 * for (let i = 0; i < bars.length; i++) mean.next(barAt(bars, i));
 * mean.value === notional30(bars).at(-1); // → true
 */
export function createNotional30(resume?: Notional30Snapshot): Notional30 {
  if (resume !== undefined && resume.version !== 1 && resume.version !== 2) {
    throw new UsageError(`"resume" expected a version 1 or 2 snapshot, got version ${String(resume.version)}`);
  }
  const sum = createRollingSum(NOTIONAL_DAYS, { minCount: NOTIONAL_MIN_DAYS }, resume?.sum);
  const clock = barClock(resume?.time);
  let days = resume?.days ?? 0;
  let value = resume === undefined || days < NOTIONAL_MIN_DAYS ? NaN : (resume.sum.sum + resume.sum.lost) / days;
  const withOneMore = (): number => Math.min(days + 1, NOTIONAL_DAYS);
  return {
    next: (day) => {
      checkNextBar(day, clock);
      const total = sum.next(notionalOf(day));
      clock[0] = day.time;
      days = withOneMore();
      return (value = total / days);
    },
    peek: (day) => {
      checkNextBar(day, clock);
      return sum.peek(notionalOf(day)) / withOneMore();
    },
    get value() {
      return value;
    },
    snapshot: () => ({ version: 2, time: clockTime(clock), days, sum: sum.snapshot() }),
  };
}

/**
 * Mean daily notional of a series of complete days.
 *
 * @param daily complete UTC days, oldest first; volume in base units.
 * @param into column to fill, n rows, not one of the days. @default a new one
 * @returns one value per row, in quote units, each with its own day in it; NaN for the first 6.
 * @throws {UsageError} when the column has another length.
 * @example
 * notional30(bars)[259].toFixed(0); // → '948'
 */
export function notional30(daily: Candles, into?: Float64Array): Float64Array {
  const out = fillNotionals(daily, givenColumn('into', daily.length, into));
  return meanNotionals(out, out);
}

/** Mean of the last days for each row; `out` may be the notionals themselves. */
export function meanNotionals(notional: Float64Array, out: Float64Array): Float64Array {
  rollingSum(notional, NOTIONAL_DAYS, { minCount: NOTIONAL_MIN_DAYS }, out);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! / Math.min(i + 1, NOTIONAL_DAYS);
  return out;
}
