/** Technical row of one symbol: averages, RSI, bands, range, and levels. */

import { DAY_MS, HOUR_MS, isStaleDay, UsageError, type BreakReason } from '@barograph/core';
import type { Source } from '../signum/row.ts';
import type { TechnicalConfig } from './config.ts';
import { sideOfState, type CrossState, type MaState, type MaStateState, type Side } from './moving-averages.ts';
import type { BandState, SqueezeState } from './squeeze.ts';
import { srLevels, type Pivot, type SrLevel } from './support-resistance.ts';
import { isExtremeRsi, positionInRange, rangeZone, rsiZone, type RangeZone, type RsiZone } from './zones.ts';

/** Crossing of the 50-day and the 200-day average. */
export interface LastCross {
  /** `golden`: the 50-day average rose above; `death`: it fell below. */
  readonly type: 'golden' | 'death';
  /** Close time of the day that crossed, epoch ms. */
  readonly at: number;
  /** Complete days since the crossing; 0 for the last day. */
  readonly barsAgo: number;
}

/**
 * Technical row. Everything except the price, the range, the levels and the 1h RSI describes complete days. Fields are
 * null when the history is too short for them. Times are epoch ms.
 */
export interface TechnicalRow {
  readonly configVersion: string;
  readonly symbol: string;
  readonly source: Source;
  /** Last closed 1h close, or the last daily close if that is later; quote units. */
  readonly price: number | null;
  /** Close of the last complete day, which the averages are compared with. */
  readonly dailyClose: number | null;
  /** Open of the last complete day. */
  readonly computedFrom: number | null;
  readonly sma50: number | null;
  readonly sma100: number | null;
  readonly sma200: number | null;
  /**
   * Distance of the daily close from the average, percent of the average; the field `aboveX` is its sign, unchanged on
   * equality.
   */
  readonly distFrom50Pct: number | null;
  readonly distFrom100Pct: number | null;
  readonly distFrom200Pct: number | null;
  /** Side of the average; null also while the close has never differed from it. */
  readonly above50: boolean | null;
  readonly above100: boolean | null;
  readonly above200: boolean | null;
  /** Last cross; null also when the averages never crossed in the history. */
  readonly lastCross: LastCross | null;
  readonly maState: MaState | null;
  /** Complete days in `maState`, including the first. */
  readonly daysInState: number | null;
  /** RSI of complete days, 0…100. */
  readonly rsi1d: number | null;
  readonly rsiZone1d: RsiZone | null;
  readonly rsiExtreme1d: boolean | null;
  /** RSI of closed hours, 0…100. */
  readonly rsi1h: number | null;
  readonly rsiZone1h: RsiZone | null;
  readonly rsiExtreme1h: boolean | null;
  /** Bandwidth, percent of the middle band. */
  readonly bbBandwidth: number | null;
  /** Percentile rank among the last complete days, 0…100. */
  readonly bbBandwidthPctile: number | null;
  readonly bandState: BandState | null;
  /** Complete days in `bandState`, including the first. */
  readonly daysInBandState: number | null;
  readonly inSqueeze: boolean | null;
  /** Complete days in the squeeze; 0 outside one. */
  readonly squeezeDays: number | null;
  readonly expanding: boolean | null;
  /** Highest high over the last complete days and the price. */
  readonly rangeHigh: number | null;
  /** Lowest low over the last complete days and the price. */
  readonly rangeLow: number | null;
  /** Position in the range: 0 at the low, 1 at the high. */
  readonly positionInRange: number | null;
  readonly rangeZone: RangeZone | null;
  /** Support and resistance around the price, nearest first; empty without pivots or before the first ATR. */
  readonly levels: readonly SrLevel[];
  readonly pegged: boolean;
  /** Whether the seed of the daily RSI weighs less than 1 %. */
  readonly settled: boolean;
  /** Whether the last complete day ended more than `staleAfterDays` ago. */
  readonly stale: boolean;
  /** Breaks of the days that affect the row; absent without breaks. */
  readonly quality?: readonly BreakReason[];
}

/** Complete day of a row's detail; null where undefined. */
export interface TechnicalDay {
  readonly time: number;
  readonly close: number;
  /** RSI, 0…100. */
  readonly rsi: number | null;
  /** Distance between the bands in percent of the middle one. */
  readonly bbBandwidth: number | null;
  /** Average of 200 closes, in price units. */
  readonly sma200: number | null;
  readonly above200: boolean | null;
}

/** States of the machines, and the sides of the two shorter averages. */
export interface TechnicalStates {
  readonly cross: CrossState;
  readonly ma: MaStateState;
  readonly squeeze: SqueezeState;
  readonly short: Side | null;
  readonly middle: Side | null;
}

/**
 * Row values of the last complete day; null where undefined. Prices, the averages `short`, `middle` and `long`, and
 * `atr` in price units; `rsi` and the rank `percentile` 0…100; `bandwidth` in percent of the middle band.
 */
export interface LastDay {
  readonly time: number;
  readonly close: number;
  readonly short: number | null;
  readonly middle: number | null;
  readonly long: number | null;
  /** RSI, 0…100. */
  readonly rsi: number | null;
  readonly bandwidth: number | null;
  readonly percentile: number | null;
  readonly atr: number | null;
  readonly high: number | null;
  readonly low: number | null;
}

export interface LastHour {
  readonly time: number;
  readonly close: number;
  /** RSI, 0…100. */
  readonly rsi: number | null;
}

/** Identity of a row. */
export interface TechnicalSubject {
  readonly symbol: string;
  readonly source: Source;
  readonly pegged?: boolean;
}

/** Inputs of a row. */
export interface TechnicalParts {
  readonly states: TechnicalStates;
  readonly lastDay: LastDay | null;
  readonly lastHour: LastHour | null;
  readonly pivots: readonly Pivot[];
  /** Complete days so far. */
  readonly days: number;
  /** Days after which the seed of the RSI weighs less than 1 %. */
  readonly settledAfter: number;
}

/** Builds a row from its parts. @throws {UsageError} when `asOf` is before the close of the last bar. */
export function assembleTechnicalRow(
  { symbol, source, pegged = false }: TechnicalSubject,
  parts: TechnicalParts,
  asOf: number,
  config: TechnicalConfig,
): TechnicalRow {
  const { states, lastDay, lastHour } = parts;
  const price = lastPrice(parts, asOf);
  const { ma, squeeze: bands, cross } = states;
  const last = cross.phase === 'unset' ? null : cross.last;
  const range = rangeOf(lastDay, price);
  return {
    configVersion: config.version,
    symbol,
    source,
    price,
    dailyClose: lastDay?.close ?? null,
    computedFrom: lastDay?.time ?? null,
    sma50: lastDay?.short ?? null,
    sma100: lastDay?.middle ?? null,
    sma200: lastDay?.long ?? null,
    distFrom50Pct: distPct(lastDay?.close, lastDay?.short),
    distFrom100Pct: distPct(lastDay?.close, lastDay?.middle),
    distFrom200Pct: distPct(lastDay?.close, lastDay?.long),
    above50: isAbove(states.short),
    above100: isAbove(states.middle),
    above200: ma.phase === 'unset' ? null : sideOfState(ma.phase) === 'above',
    lastCross: last === null ? null : { type: last.type, at: last.bar + DAY_MS, barsAgo: last.barsAgo },
    maState: ma.phase === 'unset' ? null : ma.phase,
    daysInState: ma.phase === 'unset' ? null : ma.days,
    rsi1d: lastDay?.rsi ?? null,
    rsiZone1d: lastDay?.rsi == null ? null : rsiZone(lastDay.rsi, config),
    rsiExtreme1d: lastDay?.rsi == null ? null : isExtremeRsi(lastDay.rsi, config),
    rsi1h: lastHour?.rsi ?? null,
    rsiZone1h: lastHour?.rsi == null ? null : rsiZone(lastHour.rsi, config),
    rsiExtreme1h: lastHour?.rsi == null ? null : isExtremeRsi(lastHour.rsi, config),
    bbBandwidth: lastDay?.bandwidth ?? null,
    bbBandwidthPctile: lastDay?.percentile ?? null,
    bandState: bands.phase === 'unset' ? null : bands.phase,
    daysInBandState: bands.phase === 'unset' ? null : bands.days,
    inSqueeze: bands.phase === 'unset' ? null : bands.phase === 'in_squeeze',
    squeezeDays: squeezeDays(bands),
    expanding: bands.phase === 'unset' ? null : bands.phase === 'expanding',
    rangeHigh: range?.high ?? null,
    rangeLow: range?.low ?? null,
    positionInRange: range?.position ?? null,
    rangeZone: range === null ? null : rangeZone(range.position, config),
    levels:
      price === null || lastDay?.atr == null
        ? []
        : srLevels(parts.pivots, parts.days, price, lastDay.atr, config.levels),
    pegged,
    settled: parts.days > parts.settledAfter,
    stale: isStaleDay(lastDay?.time ?? null, config.staleAfterDays, asOf),
  };
}

function squeezeDays(state: SqueezeState): number | null {
  if (state.phase === 'unset') return null;
  return state.phase === 'in_squeeze' ? state.days : 0;
}

/** Later of the last daily and the last hourly close. */
function lastPrice({ lastDay, lastHour }: TechnicalParts, asOf: number): number | null {
  const dayClosed = lastDay === null ? -Infinity : lastDay.time + DAY_MS;
  const hourClosed = lastHour === null ? -Infinity : lastHour.time + HOUR_MS;
  const closed = Math.max(dayClosed, hourClosed);
  if (closed > asOf) throw new UsageError(`"asOf" expected a time from ${closed} on, got ${asOf}`);
  return (hourClosed >= dayClosed ? lastHour : lastDay)?.close ?? null;
}

const isAbove = (side: Side | null): boolean | null => (side === null ? null : side === 'above');

function distPct(close: number | undefined, average: number | null | undefined): number | null {
  return close === undefined || average == null ? null : (100 * (close - average)) / average;
}

function rangeOf(day: LastDay | null, price: number | null): { high: number; low: number; position: number } | null {
  if (day === null || day.high === null || day.low === null || price === null) return null;
  const high = Math.max(day.high, price);
  const low = Math.min(day.low, price);
  return { high, low, position: positionInRange(price, low, high) };
}
