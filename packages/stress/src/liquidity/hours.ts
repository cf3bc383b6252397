/** A month of hours: the usual liquidations, and the deviations of returns and divergence. */

import { compensatedSum, DAY_MS, HOUR_MS, quantile } from '@barograph/core';
import type { LiquidityConfig } from './config.ts';

/** Values of the hour that ended at `time`, the first sample of a UTC hour. Null where unknown; plain JSON. */
export interface LiquidityHour {
  /** Time of the sample, epoch ms. */
  readonly time: number;
  /** Log return of the hour. */
  readonly logReturn: number | null;
  /** Liquidations, quote units. */
  readonly liquidations: number | null;
  /** Divergence over 4 hours, percentage points. */
  readonly divergence: number | null;
}

/** Statistics of the stored hours. */
export interface HourStatistics {
  /** Median over the hours with liquidations; 0 without any. */
  readonly usualLiquidations: number;
  /** Standard deviation of hourly log returns; NaN below the least number of hours. */
  readonly sigma: number;
  readonly divergenceDeviation: number;
}

/** Hours that still count at a moment. */
export function hoursWithin(
  hours: readonly LiquidityHour[],
  now: number,
  config: LiquidityConfig,
): readonly LiquidityHour[] {
  const from = now - config.hourly.days * DAY_MS;
  return hours.length > 0 && hours[0]!.time < from ? hours.filter(({ time }) => time >= from) : hours;
}

/** Returns whether a sample opens another UTC hour than the last of `hours`. */
export function opensHour(hours: readonly LiquidityHour[], time: number): boolean {
  const last = hours.at(-1);
  return last === undefined || Math.floor(time / HOUR_MS) > Math.floor(last.time / HOUR_MS);
}

/** Statistics of the hours, equally weighted. */
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

/** Sample standard deviation in two passes; NaN below `least` values, or on overflow. */
function deviation(values: readonly number[], least: number): number {
  const n = values.length;
  if (n < least) return NaN;
  const mean = compensatedSum(values) / n;
  const squares = compensatedSum(values.map((value) => (value - mean) ** 2));
  return Number.isFinite(squares) ? Math.sqrt(squares / (n - 1)) : NaN;
}
