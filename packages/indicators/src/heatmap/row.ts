/**
 * Heatmap row: price moves of the last hours, with the colours of the day and of the 4h bars.
 *
 * ```
 * pctNh    = 100·(close of the hour that ends now / close of the hour that ended N hours before − 1)
 * pct4hBar = 100·(close / open − 1) of the last closed 4h bar of the UTC day (00, 04, … 20)
 * ```
 *
 * A bar that is not there makes null of what needs it; no neighbour stands in, and a stale coin has neither a colour
 * nor a liquidity of today. The table compares coins at one moment, so a coin whose last hour is missing has no price
 * at that moment. Everything ends at that price, the distance from the 200-day average too: the average is of completed
 * days, as in the technical row, which measures its last daily close.
 */

import {
  assertClosedBy,
  bucketOpen,
  DAY_MS,
  firstAtOrAfter,
  HOUR_MS,
  qualityOf,
  sliceCandles,
  tradedBars,
  type BreakMarks,
  type BreakReason,
  type Candles,
} from '@barograph/core';
import type { SignumColor } from '../signum/color.ts';
import type { SignumRow, Source } from '../signum/row.ts';
import { sma } from '../sma.ts';
import { checkHeatmapConfig, HEATMAP_V2, type HeatmapConfig } from './config.ts';

const H4_MS: number = 4 * HOUR_MS;

/** Moves in percent; `null` where not measurable. */
export interface HeatmapRow {
  readonly configVersion: string;
  readonly symbol: string;
  readonly source: Source;
  /** Whether the symbol is pegged; tables leave such rows out. */
  readonly pegged: boolean;
  /** Close of the hour that ends at the last full hour; quote units. */
  readonly price: number | null;
  readonly pct1h: number | null;
  /** Move of the last four hours, regardless of UTC 4h boundaries. */
  readonly pct4h: number | null;
  readonly pct24h: number | null;
  /** Open to close of the last closed UTC 4h bar; null unless all four hours are there. */
  readonly pct4hBar: number | null;
  /** Colour, age and ADX over complete days. */
  readonly signum: SignumColor | null;
  readonly daysInColor: number | null;
  readonly adx: number | null;
  /** Colour and age over complete 4h bars; null below 30 of them. */
  readonly signum4h: SignumColor | null;
  readonly barsInColor4h: number | null;
  /** Mean daily notional of the last 30 settled days, quote units; null when unknown. */
  readonly notional30: number | null;
  /**
   * Whether the price is above the mean close of the last 200 complete days; null below 200. A price equal to the mean
   * is not above.
   */
  readonly aboveSma200: boolean | null;
  readonly distFrom200Pct: number | null;
  /**
   * Breaks of the bars: a halt of hours or days, or a history too short for the average since a restart; absent without
   * breaks.
   */
  readonly quality?: readonly BreakReason[];
}

/** Values of other engines for the symbol at the same moment. */
export interface HeatmapAbout {
  readonly signum: SignumRow;
  /** Mean daily notional of the last 30 days, USD; null while unknown. */
  readonly notional30: number | null;
}

/** Prices at both ends of a closed hour. */
export interface HeatmapHour {
  readonly time: number;
  readonly open: number;
  readonly close: number;
}

/** Inputs of a row, independent of their origin. */
export interface HeatmapParts extends HeatmapAbout {
  readonly asOf: number;
  /** Existing closed hours of the last 25. */
  readonly hours: readonly HeatmapHour[];
  /** Mean close of the last `smaDays` days, NaN while there are fewer. */
  readonly sma: number;
  /** Breaks at the last hour. */
  readonly hourMarks: BreakMarks;
  /** Breaks at the last day. */
  readonly dayMarks: BreakMarks;
}

/** Builds a row from its parts. */
export function assembleHeatmapRow(parts: HeatmapParts, config: HeatmapConfig): HeatmapRow {
  const { signum, notional30, hours, sma } = parts;
  const end = bucketOpen(parts.asOf, HOUR_MS);
  const closeBy = (close: number): number | null => hours.find(({ time }) => time + HOUR_MS === close)?.close ?? null;
  const price = closeBy(end);
  const since = (count: number): number | null => changeOf(closeBy(end - count * HOUR_MS), price);
  const average = Number.isNaN(sma) ? null : sma;
  const today = <T>(value: T | null): T | null => (signum.stale ? null : value);
  return {
    configVersion: config.version,
    symbol: signum.symbol,
    source: signum.source,
    pegged: signum.pegged,
    price,
    pct1h: since(1),
    pct4h: since(4),
    pct24h: since(24),
    pct4hBar: lastBar4h(hours, bucketOpen(end, H4_MS) - H4_MS),
    signum: today(signum.color),
    daysInColor: today(signum.daysInColor),
    adx: today(signum.adx),
    signum4h: today(signum.h4Color),
    barsInColor4h: today(signum.h4BarsInColor),
    notional30: today(notional30),
    aboveSma200: price === null || average === null ? null : price > average,
    distFrom200Pct: price === null || average === null ? null : (100 * (price - average)) / average,
    ...qualityOf(
      { isHalted: parts.hourMarks.isHalted || parts.dayMarks.isHalted, restarted: parts.dayMarks.restarted },
      average !== null,
    ),
  };
}

function changeOf(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : 100 * (to / from - 1);
}

function lastBar4h(hours: readonly HeatmapHour[], open: number): number | null {
  const bar = hours.filter(({ time }) => time >= open && time < open + H4_MS);
  return bar.length < 4 ? null : changeOf(bar[0]!.open, bar[3]!.close);
}

/** Bars of a symbol, and the moment of the row. */
export interface HeatmapInput extends HeatmapAbout {
  /** Closed 1h bars, oldest first. */
  readonly hourly: Candles;
  /** Completed UTC days, oldest first. */
  readonly daily: Candles;
  /** Moment of the row, epoch ms. No bar may close after it. */
  readonly asOf: number;
}

/**
 * Computes the row of one symbol at one moment from its whole history. {@link createHeatmapTracker} is its incremental
 * form, fed bar by bar.
 *
 * @param config parameters. @default HEATMAP_V2
 * @throws {UsageError} when the config is invalid or a bar closes after `asOf`.
 * @example
 * const input = { hourly: hours, daily: bars, asOf: 260 * DAY_MS };
 * const signum = signumRow({ symbol: 'BTC', source: 'perpdex_perp', ...input });
 * const row = heatmapRow({ signum, notional30: null, ...input });
 * [row.signum, row.pct24h?.toFixed(2), row.aboveSma200]; // → [ 'green', '0.85', true ]
 */
export function heatmapRow(input: HeatmapInput, config: HeatmapConfig = HEATMAP_V2): HeatmapRow {
  checkHeatmapConfig(config);
  const { signum, notional30, hourly, daily, asOf } = input;
  assertClosedBy('hourly', hourly, HOUR_MS, asOf);
  assertClosedBy('daily', daily, DAY_MS, asOf);
  const hours = tradedBars(hourly, config.hourBreaks);
  const days = tradedBars(daily, config.breaks);
  const recent = sliceCandles(hours.bars, firstAtOrAfter(hours.bars, bucketOpen(asOf, HOUR_MS) - DAY_MS - HOUR_MS));
  return assembleHeatmapRow(
    {
      signum,
      notional30,
      asOf,
      hours: Array.from(recent.time, (time, i) => ({ time, open: recent.open[i]!, close: recent.close[i]! })),
      sma: sma(days.bars, { period: config.smaDays }).at(-1) ?? NaN,
      hourMarks: hours,
      dayMarks: days,
    },
    config,
  );
}
