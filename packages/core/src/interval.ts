/** Bar intervals and their UTC boundaries. */

import { integerAtLeast, oneOf } from './check.ts';

/** Bar lengths of the contract. A week starts on Monday 00:00 UTC. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;

/** Name of a bar interval, `1m` to `1w`. */
export type Interval = (typeof INTERVALS)[number];

/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;

/** Milliseconds of an hour. */
export const HOUR_MS: number = 60 * MINUTE_MS;

/** Milliseconds of a day. */
export const DAY_MS: number = 24 * HOUR_MS;

/** Milliseconds of a week. */
export const WEEK_MS: number = 7 * DAY_MS;

const STEP_MS: Readonly<Record<Interval, number>> = Object.freeze({
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
});

/** 1970-01-01 was a Thursday; Monday-based weeks start four days later. */
const WEEK_ORIGIN_MS: number = 4 * DAY_MS;

/**
 * Length of a bar in milliseconds.
 *
 * @throws {UsageError} when the interval is unknown.
 * @example
 * stepMs('4h'); // → 14400000
 */
export function stepMs(interval: Interval): number {
  return STEP_MS[oneOf('interval', interval, INTERVALS)];
}

/**
 * Interval name of a step in milliseconds; undefined without a name.
 *
 * @param step length of a bar, ms.
 * @example
 * intervalOf(3_600_000); // → '1h'
 */
export function intervalOf(step: number): Interval | undefined {
  return INTERVALS.find((name) => STEP_MS[name] === step);
}

/**
 * Open time of the UTC bucket that contains `time`. Weeks start on Monday; every other step divides the day.
 *
 * @param step length of the bucket, ms.
 * @throws {UsageError} when `step` is not an integer ≥ 1.
 * @example
 * bucketOpen(90_000, MINUTE_MS); // → 60000
 */
export function bucketOpen(time: number, step: number): number {
  integerAtLeast('step', step, 1);
  const origin = step === WEEK_MS ? WEEK_ORIGIN_MS : 0;
  return Math.floor((time - origin) / step) * step + origin;
}
