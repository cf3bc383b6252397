/** Bitcoin inputs of market health: trend, volatility and short moves, from closed bars only. */

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
  /** Complete days of the trend. */
  readonly trendDays: number;
  /** Days of the range volatility, and the most days that they may span. */
  readonly volatility: { readonly window: number; readonly maxSpan: number };
  /** Days among which it is ranked, and the fewest of them. */
  readonly rank: { readonly days: number; readonly minDays: number };
  readonly rsiDays: number;
  /** Rules of breaks for the days. Without them every day counts. */
  readonly breaks?: BreaksConfig;
  /** Rules of breaks for the hours. Without them every hour counts. */
  readonly hourBreaks?: BreaksConfig;
}

/** Readings at a moment; null when the bars do not provide them. */
export interface BitcoinReading extends Trend {
  /** Rank of the seven-day volatility among those of a year, 0…100. */
  readonly volatilityPctile: number | null;
  readonly rsi: number | null;
  /** Change to the last closed hour's close over 24 hours and seven days, percent. */
  readonly return1dPct: number | null;
  readonly return7dPct: number | null;
}

/**
 * Closes of the `count` UTC days that ended by `at`, oldest first; NaN for a missing day.
 * @returns `count` closes in price units.
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

/** Change over `hours` up to the last closed hour, percent; null when either close is missing. */
function returnOver(hourly: Candles, at: number, hours: number): number | null {
  const last = bucketOpen(at, HOUR_MS) - HOUR_MS;
  const closeAt = (time: number): number => {
    const row = firstAtOrAfter(hourly, time);
    return row < hourly.length && hourly.time[row] === time ? hourly.close[row]! : NaN;
  };
  return known(100 * (closeAt(last) / closeAt(last - hours * HOUR_MS) - 1));
}

/**
 * Computes Bitcoin's readings at a moment.
 * @param givenDaily complete UTC days, oldest first; values that would span a gap are null.
 * @param givenHourly complete hours of the last eight days.
 * @param at moment, epoch ms.
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
  // A value of a column belongs to its last row, which must be the day that has just ended.
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
