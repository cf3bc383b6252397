/**
 * Windows of the features, and the pass of rows through them: column by column, as many rows at a time as fit the
 * memory.
 */

import {
  type Candles,
  createRing,
  createRollingMax,
  createRollingMoments,
  createRollingRank,
  createRollingSum,
  kernelsInUse,
  type MomentsStream,
  ringValues,
  type RollingExtremaSnapshot,
  type RollingMomentsSnapshot,
  type RollingRankSnapshot,
  type RollingSumSnapshot,
  type RollingStream,
} from '@barograph/core';
import { garmanKlassYangZhangVariance } from '@barograph/volatility';
import type { FeaturesConfig } from './config.ts';
import { normalQuantiles } from './normal-quantile.ts';

/** JSON-safe state of a stream of features. */
export interface FeaturesSnapshot {
  /** Version 1 lacks `time`: a stream resumed from it accepts a first bar of any time. */
  readonly version: 1 | 2;
  readonly config: FeaturesConfig;
  /** Time of the last committed bar, epoch ms; null before the first. */
  readonly time?: number | null;
  readonly bars: number;
  readonly firstClose: number;
  /** Exponential averages of the bars' variance. */
  readonly variances: readonly [number, number, number];
  /** Last closes, oldest first. */
  readonly closes: readonly number[];
  readonly path: RollingSumSnapshot;
  readonly band: RollingMomentsSnapshot;
  readonly rank: RollingRankSnapshot;
  readonly shock: RollingExtremaSnapshot;
  readonly notional: RollingSumSnapshot;
  readonly level: RollingSumSnapshot;
}

const decay = (halflife: number): number => 1 - 2 ** (-1 / halflife);
const KLEIN = 2 * Math.LN2 - 1;

/** Variance of a bar in version 1. Never negative: a bar's range is at least its body, and KLEIN is below a half. */
function firstVariance(jump: number, range: number, body: number): number {
  const j = Math.log(jump);
  const r = Math.log(range);
  const b = Math.log(body);
  return 0.5 * r * r - KLEIN * b * b + j * j;
}

/** Number of price logarithms per row. */
const PRICES = 5;
/** Fewest numbers for which a kernel gains more than its copies cost. */
const LEAST = 32;

/** State that the bars so far leave behind, and memory for the current rows. */
export interface Windows {
  bars: number;
  firstClose: number;
  /** Averages of the bars' variance over a day, a week and a month, and their decay. */
  readonly variances: Float64Array;
  readonly decays: Float64Array;
  /** Last `long` closes, NaN before the first, followed by those of the current rows. */
  readonly closes: Float64Array;
  readonly path: RollingStream<RollingSumSnapshot>;
  readonly band: MomentsStream;
  readonly rank: RollingStream<RollingRankSnapshot>;
  readonly shock: RollingStream<RollingExtremaSnapshot>;
  readonly notional: RollingStream<RollingSumSnapshot>;
  readonly level: RollingStream<RollingSumSnapshot>;
  /** Number of bars in the level; after a gap there may be more than in the run. */
  levels: number;
  /** Averages after the last row, and square roots of those of every row. */
  readonly next: Float64Array;
  readonly day: Float64Array;
  readonly week: Float64Array;
  readonly month: Float64Array;
  readonly weekBefore: Float64Array;
  /** Numbers whose logarithms are computed together. */
  readonly prices: Float64Array;
}

/**
 * Allocates windows, or restores them.
 * @param rows most rows per pass.
 */
export function createWindows(config: FeaturesConfig, rows: number, resume?: FeaturesSnapshot): Windows {
  const any = { minCount: 1 };
  const { halflives, long } = config;
  const known = ringValues(createRing(long, resume?.closes));
  const closes = new Float64Array(long + rows).fill(NaN);
  closes.set(known, long - known.length);
  const column = (): Float64Array => new Float64Array(rows);
  return {
    bars: resume?.bars ?? 0,
    firstClose: resume?.firstClose ?? 0,
    variances: Float64Array.from(resume?.variances ?? [0, 0, 0]),
    decays: Float64Array.of(decay(halflives.day), decay(halflives.week), decay(halflives.month)),
    closes,
    path: createRollingSum(config.short, any, resume?.path),
    band: createRollingMoments(config.band, any, resume?.band),
    rank: createRollingRank(config.rank, any, resume?.rank),
    shock: createRollingMax(config.shock, any, resume?.shock),
    notional: createRollingSum(config.short, any, resume?.notional),
    level: createRollingSum(config.month, any, resume?.level),
    levels: resume?.level.values.length ?? 0,
    next: new Float64Array(3),
    day: column(),
    week: column(),
    month: column(),
    weekBefore: column(),
    prices: new Float64Array(PRICES * rows),
  };
}

const bend = (move: number, bound: number): number => bound * Math.tanh(move / bound);

/** Replaces the first `count` numbers with their logarithms. */
function takeLogs(values: Float64Array, count: number): void {
  // For a few numbers, a view would cost more than the logarithms.
  if (count >= LEAST && kernelsInUse()?.fillLogs(values.subarray(0, count)) === true) return;
  for (let i = 0; i < count; i++) values[i] = Math.log(values[i]!);
}

/** Square roots of the averaged variances; the averages after the last row go to `next`. */
function average(windows: Windows, config: FeaturesConfig, bars: Candles, from: number, rows: number): void {
  const { variances, decays, closes, next, day: days, week: weeks, month: months, weekBefore } = windows;
  const { open, high, low } = bars;
  let day = variances[0]!;
  let week = variances[1]!;
  let month = variances[2]!;
  for (let i = 0; i < rows; i++) {
    weekBefore[i] = Math.sqrt(week);
    const seen = windows.bars + i;
    // The first bar has no previous close, and so no return, jump or true range.
    if (seen > 0) {
      const before = closes[config.long + i - 1]!;
      const close = closes[config.long + i]!;
      const at = from + i;
      const variance =
        config.variance === undefined
          ? firstVariance(open[at]! / before, high[at]! / low[at]!, close / open[at]!)
          : garmanKlassYangZhangVariance(before, open[at]!, high[at]!, low[at]!, close);
      day = seen === 1 ? variance : day + decays[0]! * (variance - day);
      week = seen === 1 ? variance : week + decays[1]! * (variance - week);
      month = seen === 1 ? variance : month + decays[2]! * (variance - month);
    }
    days[i] = Math.sqrt(day);
    weeks[i] = Math.sqrt(week);
    months[i] = Math.sqrt(month);
  }
  next[0] = day;
  next[1] = week;
  next[2] = month;
}

/** Logarithms of the price ratios of every row, five columns of `rows` numbers. */
function priceLogs(windows: Windows, config: FeaturesConfig, bars: Candles, from: number, rows: number): void {
  const { closes, prices } = windows;
  const { short, long } = config;
  const firstClose = windows.bars === 0 ? closes[long]! : windows.firstClose;
  for (let i = 0; i < rows; i++) {
    const close = closes[long + i]!;
    const before = closes[long + i - 1]!;
    prices[i] = close / before;
    prices[rows + i] = Math.max(bars.high[from + i]!, before) / Math.min(bars.low[from + i]!, before);
    prices[2 * rows + i] = close / firstClose;
    prices[3 * rows + i] = close / closes[long + i - short]!;
    prices[4 * rows + i] = close / closes[i]!;
  }
  takeLogs(prices, PRICES * rows);
}

/**
 * Processes bars `from…from + rows`.
 *
 * @param out receives the features in their order, starting at row `at`; NaN before the first defined row.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one column after another, from the same few numbers
export function advance(
  windows: Windows,
  config: FeaturesConfig,
  bars: Candles,
  from: number,
  rows: number,
  out: readonly Float64Array[],
  at: number,
): void {
  const { short, long, epsilon, trendBound, rankClip } = config;
  const { closes, prices, day, week, month, weekBefore } = windows;
  const { bars: seen } = windows;
  const trend = out[0]!;
  const longTrend = out[1]!;
  const ratio = out[2]!;
  const rank = out[3]!;
  const efficiency = out[4]!;
  const width = out[5]!;
  const shock = out[6]!;
  const volume = out[7]!;
  for (let i = 0; i < rows; i++) closes[long + i] = bars.close[from + i]!;
  average(windows, config, bars, from, rows);
  priceLogs(windows, config, bars, from, rows);
  const shortMove = 3 * rows;
  const longMove = 4 * rows;
  const shortRoot = Math.sqrt(short);
  const longRoot = Math.sqrt(long);
  const bandRoot = Math.sqrt(config.band);

  const second = Math.min(Math.max(0, 1 - seen), rows);
  for (let i = 0; i < rows; i++) {
    prices[i] = Math.abs(prices[i]!);
    volume[at + i] = closes[long + i]! * bars.volume[from + i]!;
  }
  windows.path.fill(prices, second, rows - second, efficiency, at + second);
  windows.rank.fill(week, second, rows - second, rank, at + second);
  windows.band.fillVariance(prices, 2 * rows, rows, width, at);
  windows.notional.fill(volume, at, rows, volume, at);
  for (let i = 0; i < rows; i++) {
    efficiency[at + i] = Math.abs(prices[shortMove + i]!) / (efficiency[at + i]! + epsilon);
    trend[at + i] = bend(prices[shortMove + i]! / (shortRoot * week[i]! + epsilon), trendBound);
    longTrend[at + i] = bend(prices[longMove + i]! / (longRoot * month[i]! + epsilon), trendBound);
  }

  // The rest are logarithms again; the prices are no longer needed.
  for (let i = 0; i < rows; i++) {
    prices[i] = (prices[rows + i]! + epsilon) / (weekBefore[i]! + epsilon);
    prices[rows + i] = volume[at + i]! / Math.min(seen + i + 1, short) + 1;
    prices[2 * rows + i] = (4 * Math.sqrt(width[at + i]!) + epsilon) / (bandRoot * month[i]! + epsilon);
    prices[3 * rows + i] = (day[i]! + epsilon) / (month[i]! + epsilon);
  }
  takeLogs(prices, 4 * rows);
  const third = Math.min(Math.max(0, 2 - seen), rows);
  windows.shock.fill(prices, third, rows - third, shock, at + third);
  windows.level.fill(prices, rows, rows, volume, at);
  let { levels } = windows;
  for (let i = 0; i < rows; i++) {
    levels = Math.min(levels + 1, config.month);
    volume[at + i] = prices[rows + i]! - volume[at + i]! / levels;
    width[at + i] = prices[2 * rows + i]!;
    ratio[at + i] = prices[3 * rows + i]!;
    rank[at + i] = Math.min(Math.max(rank[at + i]! / 100, rankClip), 1 - rankClip);
  }
  normalQuantiles(rank, at, at + rows);
  const undefinedRows = Math.min(Math.max(0, config.minBars - 1 - seen), rows);
  for (const column of out) column.fill(NaN, at, at + undefinedRows);

  windows.firstClose = seen === 0 && rows > 0 ? closes[long]! : windows.firstClose;
  windows.bars += rows;
  windows.levels = levels;
  windows.variances.set(windows.next);
  closes.copyWithin(0, rows, rows + long);
}

/**
 * Builds the snapshot of the windows.
 * @param time time of the last bar, epoch ms; null before the first.
 */
export function saved(windows: Windows, config: FeaturesConfig, time: number | null): FeaturesSnapshot {
  const { variances, closes } = windows;
  return {
    version: 2,
    config,
    time,
    bars: windows.bars,
    firstClose: windows.firstClose,
    variances: [variances[0]!, variances[1]!, variances[2]!],
    closes: [...closes.subarray(0, config.long)].filter((close) => close === close),
    path: windows.path.snapshot(),
    band: windows.band.snapshot(),
    rank: windows.rank.snapshot(),
    shock: windows.shock.snapshot(),
    notional: windows.notional.snapshot(),
    level: windows.level.snapshot(),
  };
}
