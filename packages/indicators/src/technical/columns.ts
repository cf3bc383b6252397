/** Technical regime of every day of a series in columns, equal to the tracker's result for each day. */

import {
  areWholeBars,
  assertNextBar,
  barAt,
  DAY_MS,
  givenColumn,
  hasBreaks,
  rollingMax,
  rollingMin,
  rollingRank,
  type Candles,
} from '@barograph/core';
import { bollinger } from '../bollinger.ts';
import { OF_COLUMNS } from '../of-columns.ts';
import { rsi } from '../rsi.ts';
import { sma } from '../sma.ts';
import { checkTechnicalConfig, TECHNICAL_V2, type TechnicalConfig } from './config.ts';
import { nextMaState, type MaState } from './moving-averages.ts';
import { bandStateOf, type BandState } from './squeeze.ts';
import { createTechnicalTracker } from './tracker.ts';
import { positionInRange } from './zones.ts';

/**
 * Numeric columns, one row per day, NaN where undefined; each has the meaning of the row field of that name at the
 * day's close.
 */
export interface TechnicalNumbers {
  readonly sma50: Float64Array;
  readonly sma100: Float64Array;
  readonly sma200: Float64Array;
  /** Complete days in `maState`, including the first. */
  readonly daysInState: Float64Array;
  /** 0…100. */
  readonly rsi1d: Float64Array;
  /** Percent of the middle band. */
  readonly bbBandwidth: Float64Array;
  /** Percentile rank among the last complete days, 0…100. */
  readonly bbBandwidthPctile: Float64Array;
  readonly daysInBandState: Float64Array;
  readonly rangeHigh: Float64Array;
  readonly rangeLow: Float64Array;
  /** Position in the range: 0 at the low, 1 at the high. */
  readonly positionInRange: Float64Array;
}

/** {@link TechnicalNumbers}, and the states of the days; null until defined. */
export interface TechnicalColumns extends TechnicalNumbers {
  readonly maState: readonly (MaState | null)[];
  readonly bandState: readonly (BandState | null)[];
}

/**
 * Computes the technical regime at the close of every day. Each row equals {@link technicalRow} of the days up to it,
 * to the bit. Levels and hourly values depend on a moment and have no column.
 *
 * @param daily complete UTC days, oldest first.
 * @param config parameters. @default TECHNICAL_V2
 * @param into columns to fill in place of new ones, of n rows each, none of the days: those of an earlier answer will
 * do. States are new lists.
 * @returns n rows.
 * @throws {UsageError} when the config is invalid, a bar is invalid or not a UTC day, or a column has another length.
 * @example
 * const { maState, bbBandwidth } = technicalColumns(bars);
 * [maState[198], maState[259], bbBandwidth[18]]; // → [ null, 'above_200', NaN ]
 */
export function technicalColumns(
  daily: Candles,
  config: TechnicalConfig = TECHNICAL_V2,
  into?: TechnicalNumbers,
): TechnicalColumns {
  checkTechnicalConfig(config);
  assertDays(daily);
  const { length } = daily;
  const { averages, rangeBars } = config;
  const column = (field: keyof TechnicalNumbers): Float64Array => givenColumn(`into.${field}`, length, into?.[field]);
  if (config.breaks !== undefined && hasBreaks(daily, config.breaks)) return brokenDays(daily, config, column);
  const average = (period: number, field: 'sma50' | 'sma100' | 'sma200'): Float64Array =>
    sma(daily, { period }, column(field));
  const columns = {
    sma50: average(averages.short, 'sma50'),
    sma100: average(averages.middle, 'sma100'),
    sma200: average(averages.long, 'sma200'),
    daysInState: column('daysInState'),
    rsi1d: rsi(daily, config.rsi, column('rsi1d')),
    bbBandwidth: bandwidths(daily, config, column('bbBandwidth')),
    bbBandwidthPctile: column('bbBandwidthPctile'),
    daysInBandState: column('daysInBandState'),
    rangeHigh: rollingMax(daily.high, rangeBars, {}, column('rangeHigh')),
    rangeLow: rollingMin(daily.low, rangeBars, {}, column('rangeLow')),
    positionInRange: column('positionInRange'),
  };
  const { close } = daily;
  fillRanks(columns.bbBandwidth, config, columns.bbBandwidthPctile);
  for (let i = 0; i < length; i++) {
    const high = columns.rangeHigh[i]!;
    columns.positionInRange[i] = Number.isNaN(high) ? NaN : positionInRange(close[i]!, columns.rangeLow[i]!, high);
  }
  return { ...columns, maState: maStates(close, columns, config), bandState: bandStates(columns, config) };
}

/** Columns of a series with breaks, from the tracker. */
function brokenDays(
  daily: Candles,
  config: TechnicalConfig,
  column: (field: keyof TechnicalNumbers) => Float64Array,
): TechnicalColumns {
  const tracker = createTechnicalTracker(config);
  const numbers: TechnicalNumbers = {
    sma50: column('sma50'),
    sma100: column('sma100'),
    sma200: column('sma200'),
    daysInState: column('daysInState'),
    rsi1d: column('rsi1d'),
    bbBandwidth: column('bbBandwidth'),
    bbBandwidthPctile: column('bbBandwidthPctile'),
    daysInBandState: column('daysInBandState'),
    rangeHigh: column('rangeHigh'),
    rangeLow: column('rangeLow'),
    positionInRange: column('positionInRange'),
  };
  const [maState, bandState]: [(MaState | null)[], (BandState | null)[]] = [[], []];
  for (let i = 0; i < daily.length; i++) {
    const bar = barAt(daily, i);
    tracker.day(bar);
    const row = tracker.row({ symbol: '', source: 'perpdex_perp' }, bar.time + DAY_MS);
    numbers.sma50[i] = row.sma50 ?? NaN;
    numbers.sma100[i] = row.sma100 ?? NaN;
    numbers.sma200[i] = row.sma200 ?? NaN;
    numbers.daysInState[i] = row.daysInState ?? NaN;
    numbers.rsi1d[i] = row.rsi1d ?? NaN;
    numbers.bbBandwidth[i] = row.bbBandwidth ?? NaN;
    numbers.bbBandwidthPctile[i] = row.bbBandwidthPctile ?? NaN;
    numbers.daysInBandState[i] = row.daysInBandState ?? NaN;
    numbers.rangeHigh[i] = row.rangeHigh ?? NaN;
    numbers.rangeLow[i] = row.rangeLow ?? NaN;
    numbers.positionInRange[i] = row.positionInRange ?? NaN;
    maState.push(row.maState);
    bandState.push(row.bandState);
  }
  return { ...numbers, maState, bandState };
}

/**
 * Checks that every bar is a UTC day.
 * @throws {UsageError} when a bar is invalid or not a full day; the message names the first.
 */
function assertDays(daily: Candles): void {
  if (areWholeBars(daily, 'day')) return;
  let last = -Infinity;
  for (let i = 0; i < daily.length; i++) {
    const bar = barAt(daily, i);
    assertNextBar(bar, 'day', last);
    last = bar.time;
  }
}

/** Bandwidths of the bands; the other columns are scratch. */
function bandwidths(daily: Candles, { bollinger: bands }: TechnicalConfig, bandwidth: Float64Array): Float64Array {
  const other = (): Float64Array => new Float64Array(daily.length);
  const into = { ...OF_COLUMNS, lower: other(), middle: other(), upper: other(), bandwidth, percentB: other() };
  return bollinger(daily, bands, into).bandwidth;
}

/** Ranks among the days with a bandwidth: prices whose squares overflow have none, like the days before the first. */
function fillRanks(
  bandwidth: Float64Array,
  { bandwidthBars, bandwidthMinBars }: TechnicalConfig,
  ranks: Float64Array,
): void {
  const known = new Float64Array(bandwidth.length);
  let count = 0;
  for (const value of bandwidth) if (!Number.isNaN(value)) known[count++] = value;
  const ofKnown = rollingRank(known.subarray(0, count), bandwidthBars, { minCount: bandwidthMinBars });
  for (let i = 0, at = 0; i < ranks.length; i++) ranks[i] = Number.isNaN(bandwidth[i]!) ? NaN : ofKnown[at++]!;
}

/** States of the long average; fills the days in each state. */
function maStates(
  close: Float64Array,
  { sma200, daysInState }: TechnicalNumbers,
  { crossDays }: TechnicalConfig,
): (MaState | null)[] {
  const states: (MaState | null)[] = [];
  let state: MaState | null = null;
  let days = 0;
  for (let i = 0; i < close.length; i++) {
    const next = nextMaState(state, days, close[i]!, sma200[i]!, crossDays);
    days = next === state ? days + 1 : 1;
    state = next;
    states.push(state);
    daysInState[i] = state === null ? NaN : days;
  }
  return states;
}

/** States of the bands; fills the days in each state. A day without a rank leaves the state unchanged. */
function bandStates(
  { bbBandwidth, bbBandwidthPctile, daysInBandState }: TechnicalNumbers,
  config: TechnicalConfig,
): (BandState | null)[] {
  const states: (BandState | null)[] = [];
  let state: BandState | null = null;
  let days = 0;
  for (let i = 0; i < bbBandwidth.length; i++) {
    const percentile = bbBandwidthPctile[i]!;
    if (!Number.isNaN(percentile)) {
      const before = i < config.expandDays ? NaN : bbBandwidth[i - config.expandDays]!;
      const next = bandStateOf(state === 'in_squeeze', bbBandwidth[i]!, before, percentile, config);
      days = next === state ? days + 1 : 1;
      state = next;
    }
    states.push(state);
    daysInBandState[i] = state === null ? NaN : days;
  }
  return states;
}
