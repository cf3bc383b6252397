/** A month of hours: the usual liquidations, and the deviations of returns and of divergence. */

import { compensatedSum, DAY_MS, HOUR_MS, quantile } from '@barograph/core';
import type { LiquidityConfig } from './config.ts';

/** Facts of the hour that ended at `time`, the first sample of a UTC hour. Null where not known; plain JSON. */
export interface LiquidityHour {
  /** Epoch ms. */
  readonly time: number;
  readonly logReturn: number | null;
  /** Quote units. */
  readonly liquidations: number | null;
  /** Over 4 hours, percentage points. */
  readonly divergence: number | null;
}

/** Statistics of those hours. */
export interface HourStatistics {
  /** Median of the hours that had any; 0 when none had. */
  readonly usualLiquidations: number;
  /** NaN below the fewest hours of the config. */
  readonly sigma: number;
  readonly divergenceDeviation: number;
}

/** The hours that still count at a moment. */
export function hoursWithin(
  hours: readonly LiquidityHour[],
  now: number,
  config: LiquidityConfig,
): readonly LiquidityHour[] {
  const from = now - config.hourly.days * DAY_MS;
  return hours.length > 0 && hours[0]!.time < from ? hours.filter(({ time }) => time >= from) : hours;
}

/** Whether a sample opens another UTC hour than the last of `hours`. */
export function opensHour(hours: readonly LiquidityHour[], time: number): boolean {
  const last = hours.at(-1);
  return last === undefined || Math.floor(time / HOUR_MS) > Math.floor(last.time / HOUR_MS);
}

/** Statistics of the hours, all of the same weight. */
export function hourStatistics(hours: readonly LiquidityHour[], { hourly }: LiquidityConfig): HourStatistics {
  const forced = hours.map(({ liquidations }) => liquidations ?? 0).filter((usd) => usd > 0);
  return {
    usualLiquidations: forced.length === 0 ? 0 : quantile(forced, 0.5),
    sigma: deviation(known(hours, 'logReturn'), hourly.least),
    divergenceDeviation: deviation(known(hours, 'divergence'), hourly.least),
  };
}

function known(hours: readonly LiquidityHour[], field: 'logReturn' | 'divergence'): number[] {
  return hours.map((hour) => hour[field]).filter((value) => value !== null);
}

/** Sample standard deviation, in two passes; NaN below `least` values, or where it overflows. */
function deviation(values: readonly number[], least: number): number {
  const n = values.length;
  if (n < least) return NaN;
  const mean = compensatedSum(values) / n;
  const squares = compensatedSum(values.map((value) => (value - mean) ** 2));
  return Number.isFinite(squares) ? Math.sqrt(squares / (n - 1)) : NaN;
}
