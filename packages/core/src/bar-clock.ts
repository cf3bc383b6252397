/** Checks the order of a stream's bars: a bar that is not after the last one is refused. */

import { checkBar, type Bar } from './candles.ts';
import { LateBarError } from './errors.ts';

/** Time of the last committed bar, −∞ before the first. A typed array, because writing a captured number allocates. */
export type BarClock = Float64Array;

/**
 * Creates a clock, new or resumed.
 *
 * @param last time of the last committed bar; null or undefined when unknown.
 * @example
 * clockTime(barClock(DAY_MS)); // → 86400000
 */
export function barClock(last?: number | null): BarClock {
  return new Float64Array([last ?? -Infinity]);
}

/**
 * Checks the next bar of a stream.
 *
 * @throws {UsageError} when the bar is invalid; a {@link LateBarError} when its time is not after the last, naming both
 * times.
 * @example
 * const clock = barClock(2 * DAY_MS);
 * checkNextBar(barAt(bars, 3), clock); // → undefined
 * checkNextBar(barAt(bars, 2), clock); // → LateBarError: "time" expected a time after 172800000, got 172800000
 */
export function checkNextBar(bar: Bar, clock: BarClock): void {
  checkBar(bar);
  if (bar.time <= clock[0]!) throw late(bar.time, clock[0]!);
}

/**
 * Time of the last committed bar in the form of snapshots: null before the first.
 *
 * @example
 * clockTime(barClock()); // → null
 */
export function clockTime(clock: BarClock): number | null {
  return clock[0] === -Infinity ? null : clock[0]!;
}

/** A separate function keeps the check small enough to inline. */
function late(time: number, last: number): LateBarError {
  return new LateBarError(`"time" expected a time after ${last}, got ${time}`, last);
}
