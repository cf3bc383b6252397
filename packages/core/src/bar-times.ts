/** Checks a symbol's bars: whole, ascending, closed by a given moment, recent enough. */

import { checkBar, checkCandles, type Bar, type Candles } from './candles.ts';
import { LateBarError, UsageError } from './errors.ts';
import { bucketOpen, DAY_MS, HOUR_MS } from './interval.ts';

const STEP: Readonly<Record<'hour' | 'day', number>> = { hour: HOUR_MS, day: DAY_MS };

/**
 * Validates the next bar of a tracker.
 *
 * @param unit interval that the bar must span exactly.
 * @param last open time of the previous bar, epoch ms; −∞ before the first. @default -Infinity
 * @throws {UsageError} when the bar is invalid, opens off the boundaries of its unit, or is not after the last.
 * @example
 * assertNextBar(barAt(bars, 4), 'day', 3 * DAY_MS); // → undefined
 * assertNextBar(barAt(bars, 3), 'day', 3 * DAY_MS);
 * // → LateBarError: "time" expected a full day after 259200000, got 259200000
 */
export function assertNextBar(bar: Bar, unit: 'hour' | 'day', last: number = -Infinity): void {
  checkBar(bar);
  const isWhole = bucketOpen(bar.time, STEP[unit]) === bar.time;
  if (isWhole && bar.time > last) return;
  const message = `"time" expected a full ${unit} after ${last}, got ${bar.time}`;
  throw isWhole ? new LateBarError(message, last) : new UsageError(message);
}

/**
 * Returns whether every bar would pass {@link assertNextBar} in turn, in one pass over the columns.
 * @throws {UsageError} when a time is not a valid number of ms; other faults give false.
 *
 * @example
 * areWholeBars(bars, 'day'); // → true
 */
export function areWholeBars(bars: Candles, unit: 'hour' | 'day'): boolean {
  const { time } = bars;
  const step = STEP[unit];
  for (let i = 0; i < time.length; i++) if (time[i]! % step !== 0) return false;
  return checkCandles(bars).ok;
}

/**
 * Checks that every bar has closed by `asOf` (epoch ms).
 * @param step length of the bars, ms.
 * @throws {UsageError} when a bar closes after `asOf`; the message names the bars.
 * @example
 * assertClosedBy('daily', bars, DAY_MS, 260 * DAY_MS); // → undefined
 * assertClosedBy('daily', bars, DAY_MS, 259 * DAY_MS);
 * // → UsageError: "daily" expected bars closed by 22377600000, got one that closes at 22464000000
 */
export function assertClosedBy(name: string, bars: Pick<Candles, 'time'>, step: number, asOf: number): void {
  const last = bars.time.at(-1);
  if (last !== undefined && last + step > asOf) {
    throw new UsageError(`"${name}" expected bars closed by ${asOf}, got one that closes at ${last + step}`);
  }
}

/**
 * Returns whether the last complete UTC day (by its open, epoch ms) ended more than `staleAfterDays` days before
 * `asOf`; true for null.
 *
 * @param lastDay open of the day, epoch ms.
 * @example
 * isStaleDay(0, 2, 10 * DAY_MS); // → true
 */
export function isStaleDay(lastDay: number | null, staleAfterDays: number, asOf: number): boolean {
  return lastDay === null || lastDay + DAY_MS * (1 + staleAfterDays) < asOf;
}
