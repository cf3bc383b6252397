/** SIGNUM_RGG row of one symbol: the daily machine, the forming day, the last hours and the 4h machine. */

import {
  assertClosedBy,
  barAt,
  DAY_MS,
  firstAtOrAfter,
  formingBar,
  HOUR_MS,
  isStaleDay,
  qualityOf,
  quoteVolume,
  resample,
  type Bar,
  type BreakMarks,
  type BreakReason,
  type Candles,
} from '@barograph/core';
import { colorsOf, type SignumColor } from './color.ts';
import { checkSignumConfig, SIGNUM_V2, type SignumConfig } from './config.ts';
import { intraday } from './intraday.ts';
import { createSignum, signumCodes, type SignumPoint } from './signum.ts';

/** Markets that supply the bars of a row. */
export const SOURCES = ['perpdex_perp', 'cexa_spot'] as const;

/** Market of a row: the perp venue, or spot. */
export type Source = (typeof SOURCES)[number];

/** Bars of a symbol, and the moment of the row. */
export interface SignumInput {
  readonly symbol: string;
  readonly source: Source;
  /** Closed 1h bars, oldest first; may be empty when `daily` is given. */
  readonly hourly: Candles;
  /** Complete UTC days. @default the complete days of `hourly` */
  readonly daily?: Candles;
  /** Moment of the row, epoch ms. No bar of the input may close after it. */
  readonly asOf: number;
  /** Whether the symbol is pegged (see `isPegged`). @default false */
  readonly pegged?: boolean;
}

/** SIGNUM_RGG row. Percent and bars as in {@link SignumPoint}; null where undefined. Times are epoch ms. */
export interface SignumRow {
  readonly configVersion: string;
  readonly symbol: string;
  readonly source: Source;
  readonly color: SignumColor | null;
  /** Complete days in the colour, including the day of the flip. */
  readonly daysInColor: number | null;
  readonly adx: number | null;
  readonly plusDi: number | null;
  readonly minusDi: number | null;
  /** Close time of the day that flipped; null when the colour never changed in the history. */
  readonly flippedAt: number | null;
  /** Last closed 1h close, else the last daily close; quote units. */
  readonly price: number | null;
  /** Percent against the close exactly 24 h earlier; null when that bar is missing. */
  readonly pctChange24h: number | null;
  /** Sum of close × volume over the existing closed hours of the last 24 h; null without hours. */
  readonly quoteVolume24h: number | null;
  /** Open of the last complete day. */
  readonly computedFrom: number | null;
  /** Always true: colour, days and ADX use complete days; only the `…Live` fields include the forming day. */
  readonly isFinal: true;
  readonly colorLive: SignumColor | null;
  readonly adxLive: number | null;
  readonly daysInColorLive: number | null;
  readonly flipAlert: boolean;
  readonly intradayDisagrees: boolean | null;
  readonly flipAlertReason: string | null;
  readonly recentFlip: boolean;
  readonly intradayTimeframe: '1h';
  readonly h4Color: SignumColor | null;
  readonly h4Adx: number | null;
  readonly h4PlusDi: number | null;
  readonly h4MinusDi: number | null;
  readonly h4BarsInColor: number | null;
  /** Open of the last complete 4h bar. */
  readonly h4ComputedFrom: number | null;
  /**
   * Range of grey rows only. `position` is 0 at the low and 1 at the high; a price outside the range is outside 0…1.
   */
  readonly range: SignumRange | null;
  readonly pegged: boolean;
  /** Whether the seed of the daily ADX weighs less than 1 %. */
  readonly settled: boolean;
  /** Whether the last complete day ended more than `staleAfterDays` ago. */
  readonly stale: boolean;
  /** Days between the first and the last bar that were dropped because hours are missing. */
  readonly incompleteDays: number;
  /** Breaks of the days that affect the row; absent without breaks. */
  readonly quality?: readonly BreakReason[];
}

/** High and low of the last days, price units, and the position of the close between them, 0…1. */
export interface SignumRange {
  readonly high: number;
  readonly low: number;
  readonly position: number;
}

/** Inputs of a row, independent of their origin. */
export interface RowParts {
  readonly symbol: string;
  readonly source: Source;
  readonly pegged: boolean;
  readonly asOf: number;
  /** Point of the last complete day, and the provisional point with the forming day (equal without one). */
  readonly final: SignumPoint | undefined;
  readonly live: SignumPoint | undefined;
  readonly computedFrom: number | null;
  readonly incompleteDays: number;
  readonly marks: BreakMarks;
  /** Highs and lows of the last `rangeBars` complete days, or fewer. */
  readonly highs: ArrayLike<number>;
  readonly lows: ArrayLike<number>;
  /** Colours of the last closed hours, oldest first; `alertBars` are enough. */
  readonly hourColors: readonly (SignumColor | null)[];
  /** Last complete 4h bar; undefined below `h4MinBars` of them. */
  readonly h4: { readonly point: SignumPoint; readonly time: number } | undefined;
  readonly price: number | null;
  readonly pctChange24h: number | null;
  readonly quoteVolume24h: number | null;
}

/** Builds a row from its parts. */
export function assembleRow(parts: RowParts, config: SignumConfig): SignumRow {
  const { final, live, h4, price, computedFrom, asOf } = parts;
  const color = final?.color ?? null;
  return {
    configVersion: config.version,
    symbol: parts.symbol,
    source: parts.source,
    color,
    daysInColor: final?.barsInColor ?? null,
    adx: defined(final?.adx),
    plusDi: defined(final?.plusDi),
    minusDi: defined(final?.minusDi),
    flippedAt: final?.flipBar == null ? null : final.flipBar + DAY_MS,
    price,
    pctChange24h: parts.pctChange24h,
    quoteVolume24h: parts.quoteVolume24h,
    computedFrom,
    isFinal: true,
    colorLive: live?.color ?? null,
    adxLive: defined(live?.adx),
    daysInColorLive: live?.barsInColor ?? null,
    ...intraday(color, parts.hourColors, config.alertBars),
    recentFlip: final?.barsInColor != null && final.barsInColor <= config.recentFlipBars,
    intradayTimeframe: '1h',
    h4Color: h4?.point.color ?? null,
    h4Adx: defined(h4?.point.adx),
    h4PlusDi: defined(h4?.point.plusDi),
    h4MinusDi: defined(h4?.point.minusDi),
    h4BarsInColor: h4?.point.barsInColor ?? null,
    h4ComputedFrom: h4?.time ?? null,
    range: color === 'grey' && price !== null ? rangeOf(parts, price, config.rangeBars) : null,
    pegged: parts.pegged,
    settled: final?.settled ?? false,
    stale: isStaleDay(computedFrom, config.staleAfterDays, asOf),
    incompleteDays: parts.incompleteDays,
    ...qualityOf(parts.marks, final?.settled ?? false),
  };
}

/**
 * Computes the row of one symbol at one moment from its whole history. {@link createSignumTracker} is its incremental
 * form, fed hour by hour.
 *
 * @param config parameters. @default SIGNUM_V2
 * @throws {UsageError} when the config is invalid or a bar closes after `asOf`.
 * @example
 * const row = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: hours, daily: bars, asOf: 260 * DAY_MS });
 * [row.color, row.daysInColor, row.stale]; // → [ 'green', 28, false ]
 */
export function signumRow(input: SignumInput, config: SignumConfig = SIGNUM_V2): SignumRow {
  checkSignumConfig(config);
  const { symbol, source, hourly, asOf, pegged = false } = input;
  assertClosedBy('hourly', hourly, HOUR_MS, asOf);
  const days = daysOf(input);
  assertClosedBy('daily', days.bars, DAY_MS, asOf);
  const pricedBy = hourly.length > 0 ? hourly : days.bars;
  return assembleRow(
    {
      symbol,
      source,
      pegged,
      asOf,
      ...dailyPoints(days.bars, formingBar(hourly, '1h', '1d', asOf), config),
      computedFrom: lastOf(days.bars)?.time ?? null,
      incompleteDays: days.incomplete,
      highs: days.bars.high.subarray(-config.rangeBars),
      lows: days.bars.low.subarray(-config.rangeBars),
      hourColors: lastColors(hourly, config),
      h4: fourHours(hourly, config),
      price: lastOf(pricedBy)?.close ?? null,
      pctChange24h: pctChange24h(pricedBy),
      quoteVolume24h: quoteVolume(hourly, asOf - DAY_MS),
    },
    config,
  );
}

function lastOf(bars: Candles): Bar | undefined {
  return bars.length === 0 ? undefined : barAt(bars, bars.length - 1);
}

function defined(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Complete days, and the number of days that ended with hours missing. The current day counts as neither. */
function daysOf({ hourly, daily, asOf }: SignumInput): { bars: Candles; incomplete: number } {
  if (daily !== undefined) return { bars: daily, incomplete: 0 };
  const { bars, incomplete } = resample(hourly, '1h', '1d');
  return { bars, incomplete: incomplete.filter((day) => day.time + DAY_MS <= asOf).length };
}

/** Point of the last complete day, and the provisional point with the forming day (equal without one). */
function dailyPoints(
  days: Candles,
  forming: Bar | undefined,
  config: SignumConfig,
): Pick<RowParts, 'final' | 'live' | 'marks'> {
  const machine = createSignum(config);
  let final: SignumPoint | undefined;
  for (let i = 0; i < days.length; i++) final = machine.next(barAt(days, i));
  return { final, live: forming === undefined ? final : machine.peek(forming), marks: machine };
}

function pctChange24h(bars: Candles): number | null {
  const last = lastOf(bars);
  if (last === undefined) return null;
  const before = firstAtOrAfter(bars, last.time - DAY_MS);
  if (bars.time[before] !== last.time - DAY_MS) return null;
  return 100 * (last.close / bars.close[before]! - 1);
}

/** Colours of the last `alertBars` bars. */
function lastColors(hourly: Candles, config: SignumConfig): readonly (SignumColor | null)[] {
  return colorsOf(signumCodes(hourly, config).colorCode.subarray(-config.alertBars));
}

function fourHours(hourly: Candles, config: SignumConfig): RowParts['h4'] {
  const { bars } = resample(hourly, '1h', '4h');
  if (bars.length < config.h4MinBars) return undefined;
  const machine = createSignum(config);
  for (let i = 0; i < bars.length - 1; i++) machine.next(barAt(bars, i));
  const last = barAt(bars, bars.length - 1);
  return { point: machine.next(last), time: last.time };
}

function rangeOf({ highs, lows }: RowParts, price: number, count: number): SignumRange | null {
  if (highs.length < count) return null;
  const high = Math.max(...Array.from(highs));
  const low = Math.min(...Array.from(lows));
  return { high, low, position: high === low ? 0.5 : (price - low) / (high - low) };
}
