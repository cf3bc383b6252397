/** Volatility row of one symbol at one moment. */

import {
  barAt,
  createBreaks,
  DAY_MS,
  hasBreaks,
  isStaleDay,
  qualityOf,
  UsageError,
  type BreakMarks,
  type BreakReason,
  type Candles,
} from '@barograph/core';
import { VOLATILITY_REGIME_V2, type VolatilityRegimeConfig } from './config.ts';
import type { VolatilityDay } from './days.ts';
import type { VolatilityRegime } from './label.ts';
import { volatilityRegime, type VolatilityColumns } from './regime.ts';

/** Markets that supply the bars of a row. */
type Source = 'perpdex_perp' | 'cexa_spot';

/** Facts about a symbol in addition to its days. */
export interface VolatilityAbout {
  readonly symbol: string;
  readonly source: Source;
  /** Whether the price is pegged to something else. */
  readonly pegged: boolean;
  /** Mean daily USD volume of the last settled days; null when there are too few. */
  readonly notional30: number | null;
  /** Consecutive failed pulls; 0 is fresh. */
  readonly staleCycles: number;
}

/** Record of a complete day. Volatilities in annualised percent; null where unknown. */
export interface VolatilityRecord {
  readonly regime: VolatilityRegime | null;
  /** Label of the day itself; it becomes the regime once confirmed. */
  readonly rawRegime: VolatilityRegime | null;
  /** Complete days in the regime, including the first. */
  readonly daysInRegime: number | null;
  /** Previous regime; null when the history has none. */
  readonly prevRegime: VolatilityRegime | null;
  /** Whether the regime changed on this day. */
  readonly regimeChanged: boolean;
  /** Days in the regime while it is `compressed`, else 0. */
  readonly daysCompressed: number | null;
  readonly rvCc7: number | null;
  readonly rvCc30: number | null;
  readonly rvParkinson7: number | null;
  readonly rvParkinson30: number | null;
  readonly rvGk7: number | null;
  readonly rvGk30: number | null;
  /** Percentile rank of `rvGk30` among the last 365 days, 0…100. */
  readonly volPctile30: number | null;
  readonly rvZ30: number | null;
  readonly rvZ7: number | null;
  /** `rvGk7 / rvGk30`; null when nothing moved in 30 days. */
  readonly termStructureRatio: number | null;
  /** 60 % over `rvGk30`, within 0.25…3: an absolute value, not relative to other coins. */
  readonly volTargetMultiplier: number | null;
  /** Whether the multiplier is at its floor. */
  readonly multiplierAtFloor: boolean | null;
  readonly multiplierFloorDays: number | null;
  /** Open of the last complete day, epoch ms; null before the first. */
  readonly computedFrom: number | null;
}

/** Row of a symbol: the record of its last complete day, and facts about the symbol. */
export interface VolatilityRow extends VolatilityRecord {
  readonly configVersion: string;
  readonly symbol: string;
  readonly source: Source;
  /** Whether the coin is pegged; the index excludes the row. */
  readonly isStable: boolean;
  /** Mean daily notional of the last 30 days, USD; null while unknown. */
  readonly notional30: number | null;
  /** Consecutive cycles without new bars. */
  readonly staleCycles: number;
  /** Whether the last complete day ended more than `staleAfterDays` ago; the index excludes the row. */
  readonly stale: boolean;
  /** Breaks of the days that affect the row; absent without breaks. */
  readonly quality?: readonly BreakReason[];
}

const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Converts a day to a record. */
export function recordOf(day: VolatilityDay): VolatilityRecord {
  const floorDays = nullAt(day.multiplierFloorDays);
  return {
    regime: day.regime,
    rawRegime: day.rawRegime,
    daysInRegime: nullAt(day.daysInRegime),
    prevRegime: day.prevRegime,
    regimeChanged: day.regimeChanged,
    daysCompressed: nullAt(day.daysCompressed),
    rvCc7: nullAt(day.rvCc7),
    rvCc30: nullAt(day.rvCc30),
    rvParkinson7: nullAt(day.rvParkinson7),
    rvParkinson30: nullAt(day.rvParkinson30),
    rvGk7: nullAt(day.rvGk7),
    rvGk30: nullAt(day.rvGk30),
    volPctile30: nullAt(day.volPctile30),
    rvZ30: nullAt(day.rvZ30),
    rvZ7: nullAt(day.rvZ7),
    termStructureRatio: nullAt(day.termStructureRatio),
    volTargetMultiplier: nullAt(day.volTargetMultiplier),
    multiplierAtFloor: floorDays === null ? null : floorDays > 0,
    multiplierFloorDays: floorDays,
    computedFrom: day.time,
  };
}

/** Record before the first day. */
const NO_DAY: VolatilityRecord = Object.freeze({
  regime: null,
  rawRegime: null,
  daysInRegime: null,
  prevRegime: null,
  regimeChanged: false,
  daysCompressed: null,
  rvCc7: null,
  rvCc30: null,
  rvParkinson7: null,
  rvParkinson30: null,
  rvGk7: null,
  rvGk30: null,
  volPctile30: null,
  rvZ30: null,
  rvZ7: null,
  termStructureRatio: null,
  volTargetMultiplier: null,
  multiplierAtFloor: null,
  multiplierFloorDays: null,
  computedFrom: null,
});

/**
 * Builds the row at `asOf` from the last complete day.
 *
 * @throws {UsageError} when the day closes after `asOf`.
 */
export function rowOf(
  about: VolatilityAbout,
  last: VolatilityRecord | null,
  asOf: number,
  config: VolatilityRegimeConfig,
  marks: BreakMarks,
): VolatilityRow {
  const closes = (last?.computedFrom ?? -Infinity) + DAY_MS;
  if (closes > asOf) throw new UsageError(`"asOf" expected a time from ${closes} on, got ${asOf}`);
  return {
    configVersion: config.version,
    symbol: about.symbol,
    source: about.source,
    ...(last ?? NO_DAY),
    isStable: about.pegged,
    notional30: about.notional30,
    staleCycles: about.staleCycles,
    stale: isStaleDay(last?.computedFrom ?? null, config.staleAfterDays, asOf),
    ...qualityOf(marks, last !== null && last.volPctile30 !== null),
  };
}

/** Symbol with its complete days. */
export interface VolatilityInput extends VolatilityAbout {
  /** Complete UTC days, oldest first. */
  readonly daily: Candles;
  /** Moment of the row, epoch ms. */
  readonly asOf: number;
}

/**
 * Computes the row of one symbol at one moment from its whole history. {@link createVolatilityTracker} is its
 * incremental form, fed day by day.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @throws {UsageError} when the config is invalid or a day closes after `asOf`.
 * @example
 * const about = { notional30: 1e9, pegged: false, staleCycles: 0 };
 * const row = volatilityRow({ symbol: 'BTC', source: 'perpdex_perp', ...about, daily: bars, asOf: 260 * DAY_MS });
 * [row.regime, row.rvGk30?.toFixed(1), row.stale]; // → [ 'normal', '39.7', false ]
 */
export function volatilityRow(
  input: VolatilityInput,
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2,
): VolatilityRow {
  const { daily, asOf } = input;
  return rowOf(input, volatilityHistory(daily, 1, config)[0] ?? null, asOf, config, marksOf(daily, config));
}

const UNBROKEN: BreakMarks = Object.freeze({ isHalted: false, restarted: null });

/** Breaks at the last day. */
function marksOf(daily: Candles, { breaks }: VolatilityRegimeConfig): BreakMarks {
  if (breaks === undefined || !hasBreaks(daily, breaks)) return UNBROKEN;
  const rule = createBreaks(breaks);
  for (let i = 0; i < daily.length; i++) rule.next(barAt(daily, i));
  return rule;
}

/**
 * Last days of a series, oldest first: at most `count`, computed from all given days.
 *
 * @param config parameters. @default VOLATILITY_REGIME_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * const days = volatilityHistory(bars, 30);
 * [days.length, days.at(-1)?.regime]; // → [ 30, 'normal' ]
 */
export function volatilityHistory(
  daily: Candles,
  count: number,
  config: VolatilityRegimeConfig = VOLATILITY_REGIME_V2,
): VolatilityRecord[] {
  const columns = volatilityRegime(daily, config);
  const days: VolatilityRecord[] = [];
  for (let i = Math.max(0, daily.length - count); i < daily.length; i++) days.push(recordAt(columns, i));
  return days;
}

/** Applies {@link recordOf} to a row of columns; an intermediate day object would double the cost. */
function recordAt(columns: VolatilityColumns, i: number): VolatilityRecord {
  const floorDays = nullAt(columns.multiplierFloorDays[i]!);
  return {
    regime: columns.regime[i]!,
    rawRegime: columns.rawRegime[i]!,
    daysInRegime: nullAt(columns.daysInRegime[i]!),
    prevRegime: columns.prevRegime[i]!,
    regimeChanged: columns.regimeChanged[i]!,
    daysCompressed: nullAt(columns.daysCompressed[i]!),
    rvCc7: nullAt(columns.rvCc7[i]!),
    rvCc30: nullAt(columns.rvCc30[i]!),
    rvParkinson7: nullAt(columns.rvParkinson7[i]!),
    rvParkinson30: nullAt(columns.rvParkinson30[i]!),
    rvGk7: nullAt(columns.rvGk7[i]!),
    rvGk30: nullAt(columns.rvGk30[i]!),
    volPctile30: nullAt(columns.volPctile30[i]!),
    rvZ30: nullAt(columns.rvZ30[i]!),
    rvZ7: nullAt(columns.rvZ7[i]!),
    termStructureRatio: nullAt(columns.termStructureRatio[i]!),
    volTargetMultiplier: nullAt(columns.volTargetMultiplier[i]!),
    multiplierAtFloor: floorDays === null ? null : floorDays > 0,
    multiplierFloorDays: floorDays,
    computedFrom: columns.time[i]!,
  };
}
