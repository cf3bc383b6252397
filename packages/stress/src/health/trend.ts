/** Trend of a daily series as market health reads it. */

import { shown, UsageError } from '@barograph/core';

/** Long and short mean, days of the slope, and the gap of the means below which they do not cross, percent. */
export interface TrendConfig {
  readonly version: `trend/${string}`;
  readonly long: number;
  readonly short: number;
  readonly slopeDays: number;
  readonly neutralPct: number;
}

/** Version 1. */
export const TREND_V1: TrendConfig = { version: 'trend/1', long: 200, short: 50, slopeDays: 30, neutralPct: 0.25 };

/** Null where the history is too short, or a close of it is not known. */
export interface Trend {
  /** Last close above the long mean, percent. */
  readonly pctFromLong: number | null;
  /** Change of the long mean over {@link TrendConfig.slopeDays}, percent. */
  readonly slopePct: number | null;
  /** 1: the short mean is above the long one; −1: below; 0: within {@link TrendConfig.neutralPct} of it. */
  readonly cross: 1 | 0 | -1 | null;
}

/**
 * Trend at the last close of a series.
 *
 * @param closes completed days, oldest first, each one day after the one before; NaN where one is missing. At least `long`
 * days for the first value, `long + slopeDays` for the slope.
 * @throws {UsageError} a close that is not above 0.
 * @example
 * const closes = Array.from({ length: 230 }, (_, i) => 100 + i);
 * const { pctFromLong, cross } = trendOf(closes);
 * [pctFromLong?.toFixed(1), cross]; // → [ '43.4', 1 ]
 */
export function trendOf(closes: ArrayLike<number>, config: TrendConfig = TREND_V1): Trend {
  const { long, short, slopeDays, neutralPct } = config;
  for (let i = 0; i < closes.length; i++) {
    if (closes[i]! <= 0) throw new UsageError(`"closes[${i}]" expected a number above 0, got ${shown(closes[i])}`);
  }
  const slow = meanBefore(closes, closes.length, long);
  const fast = meanBefore(closes, closes.length, short);
  const before = meanBefore(closes, closes.length - slopeDays, long);
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const gap = 100 * (fast / slow - 1);
  return {
    pctFromLong: known(100 * (closes[closes.length - 1]! / slow - 1)),
    slopePct: known(100 * (slow / before - 1)),
    cross: Number.isNaN(gap) ? null : Math.abs(gap) < neutralPct ? 0 : gap > 0 ? 1 : -1,
  };
}

/** Mean of the `count` values before `end`; NaN where they are not all there. */
function meanBefore(values: ArrayLike<number>, end: number, count: number): number {
  if (end < count) return NaN;
  let sum = 0;
  for (let i = end - count; i < end; i++) sum += values[i]!;
  return sum / count;
}
