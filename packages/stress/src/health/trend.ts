/** Trend of a daily series for market health. */

import { shown, UsageError } from '@barograph/core';

/**
 * Lengths of the long and short mean, days of the slope, and the gap between the means below which they do not cross,
 * percent.
 */
export interface TrendConfig {
  readonly version: `trend/${string}`;
  readonly long: number;
  readonly short: number;
  readonly slopeDays: number;
  readonly neutralPct: number;
}

/** Version 1. */
export const TREND_V1: TrendConfig = { version: 'trend/1', long: 200, short: 50, slopeDays: 30, neutralPct: 0.25 };

/** Trend at a close; null when the history is too short or lacks a close. */
export interface Trend {
  /** Last close relative to the long mean, percent. */
  readonly pctFromLong: number | null;
  /** Change of the long mean over {@link TrendConfig.slopeDays}, percent. */
  readonly slopePct: number | null;
  /** 1: the short mean is above the long one; −1: below; 0: within {@link TrendConfig.neutralPct} of it. */
  readonly cross: 1 | 0 | -1 | null;
}

/**
 * Computes the trend at the last close of a series.
 *
 * @param closes closes of consecutive complete days, oldest first; NaN for a missing one. The first value needs `long`
 * days, the slope `long + slopeDays`.
 * @param config parameters. @default TREND_V1
 * @throws {UsageError} when a close is not above 0.
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

/** Mean of the `count` values before `end`; NaN unless all exist. */
function meanBefore(values: ArrayLike<number>, end: number, count: number): number {
  if (end < count) return NaN;
  let sum = 0;
  for (let i = end - count; i < end; i++) sum += values[i]!;
  return sum / count;
}
