/**
 * Signals from Bitcoin's own days. One step a day stores what each window needs and reads it again: a pass over a year
 * per day, without drift.
 */

import { BARS_V1, DAY_MS, LateBarError, checkBar, type Bar } from '@barograph/core';
import type { CycleSignals } from './signals.ts';

/** Signals of one coin's days. */
export type BtcSignals = Pick<
  CycleSignals,
  | 'd200'
  | 'slope200'
  | 'ddAth'
  | 'athAgeD'
  | 'r1'
  | 'r3'
  | 'r7'
  | 'r30'
  | 'r90'
  | 'offLow'
  | 'lowAgeD'
  | 'rv30Pctile'
  | 'rvRatio'
  | 'z1'
  | 'intradayLow'
  | 'lowZ'
>;

/** Stored days; plain JSON. Lists are oldest first. */
export interface BtcDays {
  /** Closes of the last 200 days. */
  readonly closes: readonly number[];
  /** 200-day averages of the last 31 days with one. */
  readonly averages: readonly number[];
  /** Clipped lows of the last 365 days, with their times. */
  readonly lows: readonly { readonly time: number; readonly low: number }[];
  /** 30-day volatilities of the last 365 days with one. */
  readonly volatilities: readonly number[];
  /** Highest clipped high so far. */
  readonly ath: { readonly time: number; readonly high: number } | null;
  /** Low of the last day. */
  readonly lastLow: number | null;
}

/** State before the first day. */
export const NO_DAYS: BtcDays = Object.freeze({
  closes: [],
  averages: [],
  lows: [],
  volatilities: [],
  ath: null,
  lastLow: null,
});

const YEAR_DAYS = 365;
const LONG_AVERAGE = 200;
const SLOPE_DAYS = 30;

function keep<T>(list: readonly T[], value: T, count: number): T[] {
  const kept = list.slice(Math.max(0, list.length - count + 1));
  kept.push(value);
  return kept;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Root mean square of the last log returns: daily volatility about zero, since the mean of so few days is noise. null
 * for fewer than `returns` returns.
 */
function volatilityOf(closes: readonly number[], returns: number): number | null {
  if (closes.length <= returns) return null;
  let squares = 0;
  for (let i = closes.length - returns; i < closes.length; i++) squares += Math.log(closes[i]! / closes[i - 1]!) ** 2;
  return Math.sqrt(squares / returns);
}

/**
 * Adds a day.
 *
 * @param day a complete UTC day, after the last. Wicks are clipped for levels by the rules `BARS_V1`.
 * @throws {UsageError} when the bar is invalid or not after the last.
 * @example
 * btcSignals(withDay(NO_DAYS, barAt(bars, 0))).r1; // → null
 */
export function withDay(days: BtcDays, day: Bar): BtcDays {
  checkBar(day);
  const last = days.lows.at(-1)?.time ?? -Infinity;
  if (day.time <= last) throw new LateBarError(`"time" expected a day after ${last}, got ${day.time}`, last);
  const high = Math.min(day.high, BARS_V1.highestWick * Math.max(day.open, day.close));
  const low = Math.max(day.low, BARS_V1.lowestWick * Math.min(day.open, day.close));
  const closes = keep(days.closes, day.close, LONG_AVERAGE);
  const volatility = volatilityOf(closes, 30);
  return {
    closes,
    averages: closes.length < LONG_AVERAGE ? days.averages : keep(days.averages, mean(closes), SLOPE_DAYS + 1),
    lows: keep(days.lows, { time: day.time, low }, YEAR_DAYS),
    volatilities: volatility === null ? days.volatilities : keep(days.volatilities, volatility, YEAR_DAYS),
    ath: days.ath === null || high >= days.ath.high ? { time: day.time, high } : days.ath,
    lastLow: day.low,
  };
}

/** Current, incomplete day so far. Both in USD. */
export interface LiveDay {
  readonly price: number;
  readonly low: number;
}

/**
 * Computes the signals after the last complete day, or within the current one.
 *
 * @param live current day, if known: signals of today (d200, ddAth, offLow, r1, z1, intradayLow, lowZ) then use its
 * price, so that a shock shows within the day. Averages, volatilities and longer returns use complete days only.
 * @example
 * btcSignals(NO_DAYS).r1; // → null
 */
export function btcSignals(days: BtcDays, live?: LiveDay): BtcSignals {
  const { closes, averages, lows, volatilities, ath } = days;
  const close = closes.at(-1) ?? null;
  const price = live?.price ?? close;
  const now = lows.at(-1)?.time ?? null;
  const lowest = lowestOf(lows);
  const over = (value: number | null, base: number | null | undefined): number | null =>
    value === null || base === null || base === undefined ? null : value / base - 1;
  const since = (count: number): number | null => over(close, closes.at(-1 - count));
  const today = live === undefined ? closes.at(-2) : close;
  const usual = volatilityOf(live === undefined ? closes.slice(0, -1) : closes, 30);
  const volatility = volatilities.at(-1);
  const week = volatilityOf(closes, 7);
  const age = (time: number | undefined): number | null =>
    time === undefined || now === null ? null : (now - time) / DAY_MS;
  const inDeviations = (value: number | null): number | null =>
    usual === null || usual === 0 || value === null || today === undefined || today === null
      ? null
      : Math.log(value / today) / usual;
  const low = live?.low ?? days.lastLow;
  const isYear = lows.length === YEAR_DAYS;
  return {
    d200: over(price, averages.at(-1)),
    slope200: averages.length > SLOPE_DAYS ? over(averages.at(-1)!, averages[0]) : null,
    ddAth: over(price, ath?.high),
    athAgeD: age(ath?.time),
    r1: over(price, today),
    r3: since(3),
    r7: since(7),
    r30: since(30),
    r90: since(90),
    offLow: isYear ? over(price, lowest?.low) : null,
    lowAgeD: isYear ? age(lowest?.time) : null,
    rv30Pctile:
      volatility === undefined || volatilities.length < YEAR_DAYS
        ? null
        : volatilities.filter((value) => value <= volatility).length / YEAR_DAYS,
    rvRatio: week === null || volatility === undefined || volatility === 0 ? null : week / volatility,
    z1: inDeviations(price),
    intradayLow: over(low, today),
    lowZ: inDeviations(low),
  };
}

/** Lowest low, the latest of equals. */
function lowestOf(lows: BtcDays['lows']): BtcDays['lows'][number] | undefined {
  let lowest = lows[0];
  for (const day of lows) if (day.low <= lowest!.low) lowest = day;
  return lowest;
}
