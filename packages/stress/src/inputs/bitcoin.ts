/** Bitcoin as market health reads it: trend, volatility, short moves, all from bars that have closed. */

import {
  bucketOpen,
  DAY_MS,
  firstAtOrAfter,
  HOUR_MS,
  percentRank,
  tradedBars,
  type BreaksConfig,
  type Candles,
} from '@barograph/core';
import { rsi } from '@barograph/indicators';
import { garmanKlass } from '@barograph/volatility';
import { trendOf, type Trend } from '../health/trend.ts';

/** Windows of the readings. */
export interface BitcoinConfig {
  /** Completed days that the trend is read from. */
  readonly trendDays: number;
  /** Days of the range volatility, and the days that it may be spread over. */
  readonly volatility: { readonly window: number; readonly maxSpan: number };
  /** Days among which it is ranked, and the fewest of them. */
  readonly rank: { readonly days: number; readonly minDays: number };
  readonly rsiDays: number;
  /** Halts, gaps and changes of scale among the days. Without it every day counts. */
  readonly breaks?: BreaksConfig;
  /** The same among the hours. Without it every hour counts. */
  readonly hourBreaks?: BreaksConfig;
}

/** Readings of a moment; null where the bars do not say. */
export interface BitcoinReading extends Trend {
  /** Rank of the seven-day volatility among those of a year, 0…100. */
  readonly volatilityPctile: number | null;
  readonly rsi: number | null;
  /** Change of the last closed hour's close over 24 hours and seven days, percent. */
  readonly return1dPct: number | null;
  readonly return7dPct: number | null;
}

/**
 * Closes of the `count` UTC days that ended by `at`, oldest first; NaN where a day is missing.
 *
 * @example
 * dayCloses(bars, 260 * DAY_MS, 3).map(Math.round); // → Float64Array(3) [ 107, 107, 108 ]
 * dayCloses(bars, 261 * DAY_MS, 2).map(Math.round); // → Float64Array(2) [ 108, NaN ]
 */
export function dayCloses(daily: Candles, at: number, count: number): Float64Array {
  const end = bucketOpen(at, DAY_MS);
  return Float64Array.from({ length: count }, (_, i) => {
    const time = end - (count - i) * DAY_MS;
    const row = firstAtOrAfter(daily, time);
    return row < daily.length && daily.time[row] === time ? daily.close[row]! : NaN;
  });
}

const known = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;

/** Percent from the hour that closed `hours` before the last one; null where either is missing. */
function returnOver(hourly: Candles, at: number, hours: number): number | null {
  const last = bucketOpen(at, HOUR_MS) - HOUR_MS;
  const closeAt = (time: number): number => {
    const row = firstAtOrAfter(hourly, time);
    return row < hourly.length && hourly.time[row] === time ? hourly.close[row]! : NaN;
  };
  return known(100 * (closeAt(last) / closeAt(last - hours * HOUR_MS) - 1));
}

/**
 * @param givenDaily completed UTC days, oldest first; gaps are allowed, and leave null what would reach over them.
 * @param givenHourly completed hours of the last eight days.
 * @param at epoch ms.
 * @example
 * const { bitcoin } = HEALTH_INPUTS_V2;
 * const noHours = sliceCandles(bars, 0, 0);
 * const { rsi, cross, return1dPct } = bitcoinAt(bars, noHours, 260 * DAY_MS, bitcoin);
 * [rsi?.toFixed(1), cross, return1dPct]; // → [ '97.2', -1, null ]
 */
export function bitcoinAt(
  givenDaily: Candles,
  givenHourly: Candles,
  at: number,
  { trendDays, volatility, rank, rsiDays, breaks, hourBreaks }: BitcoinConfig,
): BitcoinReading {
  const { bars: daily } = tradedBars(givenDaily, breaks);
  const { bars: hourly } = tradedBars(givenHourly, hourBreaks);
  const trend = trendOf(dayCloses(daily, at, trendDays));
  // What is read from a column belongs to its last row, which must be the day that has just ended.
  const isWhole = daily.time[daily.length - 1] === bucketOpen(at, DAY_MS) - DAY_MS;
  const year = isWhole ? garmanKlass(daily, { periodsPerYear: 365, ...volatility }).slice(-rank.days) : [];
  const ranked = Array.from(year).filter((value) => !Number.isNaN(value));
  const newest = year[year.length - 1] ?? NaN;
  return {
    ...trend,
    volatilityPctile: Number.isNaN(newest) || ranked.length < rank.minDays ? null : percentRank(newest, ranked),
    rsi: isWhole ? known(rsi(daily, { period: rsiDays }).at(-1)) : null,
    return1dPct: returnOver(hourly, at, 24),
    return7dPct: returnOver(hourly, at, 7 * 24),
  };
}
