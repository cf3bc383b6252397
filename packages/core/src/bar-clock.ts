/** Order of the bars of a stream: the time of the last one, and the refusal of a bar that is not after it. */

import { checkBar, type Bar } from './candles.ts';
import { LateBarError } from './errors.ts';

/** Time of the last committed bar, −∞ before the first. Typed, because a captured number is allocated on every write. */
export type BarClock = Float64Array;

/**
 * A clock, new or continued.
 *
 * @param last time of the last committed bar; null or undefined when it is not known.
 * @example
 * clockTime(barClock(DAY_MS)); // → 86400000
 */
export function barClock(last?: number | null): BarClock {
  return new Float64Array([last ?? -Infinity]);
}

/**
 * Checks the next bar of a stream.
 *
 * @throws {UsageError} a bad bar; a {@link LateBarError} where its time is not after the last, which names both times.
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
 * Time of the last committed bar as a snapshot keeps it: null before the first.
 *
 * @example
 * clockTime(barClock()); // → null
 */
export function clockTime(clock: BarClock): number | null {
  return clock[0] === -Infinity ? null : clock[0]!;
}

/** Apart from the check, so that the check is small enough to be inlined. */
function late(time: number, last: number): LateBarError {
  return new LateBarError(`"time" expected a time after ${last}, got ${time}`, last);
}
