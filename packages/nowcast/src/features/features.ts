/**
 * The emission features of the regime model, from closed bars only. All are ratios and ranks: the level of price and
 * of volatility is not among them, because a state fitted on the level of one year was empty in the next.
 *
 * With `r` the log return, `g` the variance of a bar (Garman and Klass plus the open’s jump), and `V_H` the root of the
 * exponential average of `g`:
 *
 * | name | formula |
 * |---|---|
 * | trend24 | `1.5·tanh(ln(c_t/c_{t−24}) / (√24·V_week + ε) / 1.5)` |
 * | trend72 | the same over 72 bars with `V_month` |
 * | volatilityRatio | `ln((V_day + ε) / (V_month + ε))` |
 * | volatilityRank | normal quantile of the rank of `V_week` among 2160, clipped to .01 … .99 |
 * | efficiency24 | `|ln(c_t/c_{t−24})| / (Σ₂₄|r| + ε)` |
 * | bandwidth48 | `ln((4·sd₄₈(ln c) + ε) / (√48·V_month + ε))` |
 * | shock6 | greatest of six `ln((TR_i + ε) / (V_week,i−1 + ε))`, true range in log price |
 * | volume | `ln(mean₂₄(notional) + 1)` less its mean of 720 |
 *
 * Rows are taken as consecutive bars: fill or break gaps before (see `observe`).
 *
 * @source M. B. Garman, M. J. Klass, On the estimation of security price volatilities from historical data, Journal of
 * Business 53, 1980. P. J. Kaufman, Smarter Trading, 1995 (efficiency). J. Bollinger, Bollinger on Bollinger Bands,
 * 2001 (band width). The set, its windows and bounds are our own.
 */

import {
  type Bar,
  barClock,
  type Candles,
  checkNextBar,
  clockTime,
  createRing,
  createRollingMax,
  createRollingMoments,
  createRollingRank,
  createRollingSum,
  type Mutable,
  pushRing,
  type Ring,
  ringValues,
  type RollingExtremaSnapshot,
  type RollingMomentsSnapshot,
  type RollingRankSnapshot,
  type RollingSumSnapshot,
  sameConfig,
  type Stream,
  UsageError,
} from '@barograph/core';
import { garmanKlassYangZhangVariance } from '@barograph/volatility';
import { checkFeaturesConfig, FEATURES_V1, type FeaturesConfig } from './config.ts';
import { normalQuantile } from './normal-quantile.ts';

/** In the order of the model's means. */
export const FEATURES = [
  'trend24',
  'trend72',
  'volatilityRatio',
  'volatilityRank',
  'efficiency24',
  'bandwidth48',
  'shock6',
  'volume',
] as const;

/** Name of a feature. */
export type Feature = (typeof FEATURES)[number];

/** One number per feature, not standardised; all NaN during the first `minBars − 1` bars. */
export type FeaturesPoint = Readonly<Record<Feature, number>>;

/** Features by column, a row per hour; NaN until defined. */
export type FeatureColumns = Readonly<Record<Feature, Float64Array>>;

/** JSON-safe state of {@link createFeatures}. */
export interface FeaturesSnapshot {
  /** 1 is older than `time`: a stream resumed from it takes a bar of any time first. */
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

/**
 * Bars before the first defined row.
 *
 * @throws {UsageError} for a bad config.
 * @example
 * featuresLookback(); // → 167
 */
export function featuresLookback(config: FeaturesConfig = FEATURES_V1): number {
  return checkFeaturesConfig(config).minBars - 1;
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

/** Everything that the bars so far leave behind. */
function start(config: FeaturesConfig, resume?: FeaturesSnapshot) {
  const any = { minCount: 1 };
  const { halflives } = config;
  return {
    bars: resume?.bars ?? 0,
    firstClose: resume?.firstClose ?? 0,
    /** Averages of the bars' variance over a day, a week and a month, and how fast each forgets. */
    variances: Float64Array.from(resume?.variances ?? [0, 0, 0]),
    decays: Float64Array.of(decay(halflives.day), decay(halflives.week), decay(halflives.month)),
    closes: createRing(config.long, resume?.closes),
    path: createRollingSum(config.short, any, resume?.path),
    band: createRollingMoments(config.band, any, resume?.band),
    /** Memory that the moments of the band are read from. */
    moments: { mean: NaN, variance: NaN },
    rank: createRollingRank(config.rank, any, resume?.rank),
    shock: createRollingMax(config.shock, any, resume?.shock),
    notional: createRollingSum(config.short, any, resume?.notional),
    level: createRollingSum(config.month, any, resume?.level),
    // Of a run after a gap there may be more of them than bars.
    levels: resume?.level.values.length ?? 0,
  };
}

type State = ReturnType<typeof start>;

/** The close `back` bars before the one that comes; NaN where there is none. */
function closeBefore({ slots, count, head }: Ring, back: number): number {
  if (back > count) return NaN;
  return slots[head < back ? head - back + slots.length : head - back]!;
}

const bend = (move: number, bound: number): number => bound * Math.tanh(move / bound);

/**
 * One bar. With `face` 'peek' the windows compute their next values and keep nothing.
 *
 * @param out takes the features in their order.
 */
function advance(
  state: State,
  config: FeaturesConfig,
  face: 'next' | 'peek',
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  out: Float64Array,
): void {
  const { short, long, epsilon, trendBound } = config;
  const { closes, variances, decays, moments } = state;
  const bars = state.bars + 1;
  const before = closeBefore(closes, 1);
  const firstClose = bars === 1 ? close : state.firstClose;

  // The first bar has no close before it, and so no return, no jump and no true range.
  let day = variances[0]!;
  let week = variances[1]!;
  let month = variances[2]!;
  let path = 0;
  let shock = 0;
  let rank = 50;
  if (bars > 1) {
    const variance =
      config.variance === undefined
        ? firstVariance(open / before, high / low, close / open)
        : garmanKlassYangZhangVariance(before, open, high, low, close);
    const lastWeek = Math.sqrt(week);
    day = bars === 2 ? variance : day + decays[0]! * (variance - day);
    week = bars === 2 ? variance : week + decays[1]! * (variance - week);
    month = bars === 2 ? variance : month + decays[2]! * (variance - month);
    path = state.path[face](Math.abs(Math.log(close / before)));
    rank = state.rank[face](Math.sqrt(week));
    if (bars > 2) {
      const trueRange = Math.log(Math.max(high, before) / Math.min(low, before));
      shock = state.shock[face](Math.log((trueRange + epsilon) / (lastWeek + epsilon)));
    }
  }
  state.band[face](Math.log(close / firstClose), moments);
  const notional = state.notional[face](close * volume);
  const heard = Math.min(bars, short);
  const logVolume = Math.log(notional / heard + 1);
  const levels = Math.min(state.levels + 1, config.month);
  const level = state.level[face](logVolume) / levels;

  if (bars < config.minBars) {
    out.fill(NaN);
  } else {
    const vWeek = Math.sqrt(week);
    const vMonth = Math.sqrt(month);
    const shortMove = Math.log(close / closeBefore(closes, short));
    const longMove = Math.log(close / closeBefore(closes, long));
    const share = Math.min(Math.max(rank / 100, config.rankClip), 1 - config.rankClip);
    const width = 4 * Math.sqrt(moments.variance);
    out[0] = bend(shortMove / (Math.sqrt(short) * vWeek + epsilon), trendBound);
    out[1] = bend(longMove / (Math.sqrt(long) * vMonth + epsilon), trendBound);
    out[2] = Math.log((Math.sqrt(day) + epsilon) / (vMonth + epsilon));
    out[3] = normalQuantile(share);
    out[4] = Math.abs(shortMove) / (path + epsilon);
    out[5] = Math.log((width + epsilon) / (Math.sqrt(config.band) * vMonth + epsilon));
    out[6] = shock;
    out[7] = logVolume - level;
  }

  if (face === 'next') {
    state.bars = bars;
    state.firstClose = firstClose;
    state.levels = levels;
    variances[0] = day;
    variances[1] = week;
    variances[2] = month;
    pushRing(closes, close);
  }
}

const point = (): Mutable<FeaturesPoint> => ({
  trend24: NaN,
  trend72: NaN,
  volatilityRatio: NaN,
  volatilityRank: NaN,
  efficiency24: NaN,
  bandwidth48: NaN,
  shock6: NaN,
  volume: NaN,
});

/** The point of a row. */
function pointOf(row: Float64Array, into: Mutable<FeaturesPoint>): FeaturesPoint {
  into.trend24 = row[0]!;
  into.trend72 = row[1]!;
  into.volatilityRatio = row[2]!;
  into.volatilityRank = row[3]!;
  into.efficiency24 = row[4]!;
  into.bandwidth48 = row[5]!;
  into.shock6 = row[6]!;
  into.volume = row[7]!;
  return into;
}

/**
 * The features of a whole series, not standardised.
 *
 * @param bars n consecutive bars, oldest first, any positive price scale; volume in base units.
 * @returns n rows per feature; NaN for the first `minBars − 1`.
 * @throws {UsageError} a bad config.
 * @example
 * const { trend24, volume } = features(hours);
 * Number.isNaN(trend24[166]); // → true
 * trend24[167].toFixed(3); // → '0.412'
 */
export function features(bars: Candles, config: FeaturesConfig = FEATURES_V1): FeatureColumns {
  return columnsOf(start(checkFeaturesConfig(config)), bars, config);
}

/** {@link features} of a run that goes on from a state, and the state after it. @throws {UsageError} as it does. */
export function featuresFrom(
  bars: Candles,
  config: FeaturesConfig,
  resume: FeaturesSnapshot | undefined,
): { readonly columns: FeatureColumns; readonly after: FeaturesSnapshot } {
  const state = start(checkFeaturesConfig(config), resume);
  const columns = columnsOf(state, bars, config);
  return { columns, after: saved(state, config, bars.time[bars.length - 1] ?? null) };
}

function columnsOf(state: State, bars: Candles, config: FeaturesConfig): FeatureColumns {
  const { length, open, high, low, close, volume } = bars;
  const column = (): Float64Array => new Float64Array(length);
  const columns = {
    trend24: column(),
    trend72: column(),
    volatilityRatio: column(),
    volatilityRank: column(),
    efficiency24: column(),
    bandwidth48: column(),
    shock6: column(),
    volume: column(),
  };
  const list = FEATURES.map((feature) => columns[feature]);
  const row = new Float64Array(FEATURES.length);
  for (let i = 0; i < length; i++) {
    advance(state, config, 'next', open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!, row);
    for (let feature = 0; feature < row.length; feature++) list[feature]![i] = row[feature]!;
  }
  return columns;
}

/**
 * The features bar by bar, equal to {@link features} to the bit. O(log n) a bar; a `peek` copies the windows.
 *
 * @param resume a snapshot of a stream with the same config, to continue from.
 * @throws {UsageError} a bad config, a snapshot of another version or config, or (from `next` and `peek`) a bar that is bad
 * or not after the last.
 * @example
 * const live = createFeatures();
 * for (let i = 0; i < 167; i++) live.next(barAt(hours, i));
 * live.next(barAt(hours, 167)).efficiency24.toFixed(3); // → '0.090'
 */
export function createFeatures(
  config: FeaturesConfig = FEATURES_V1,
  resume?: FeaturesSnapshot,
): Stream<Bar, FeaturesPoint, FeaturesSnapshot> {
  checkFeaturesConfig(config);
  if (resume !== undefined && ((resume.version !== 1 && resume.version !== 2) || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 or 2 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
    );
  }
  const state = start(config, resume);
  const clock = barClock(resume?.time);
  const row = new Float64Array(FEATURES.length);
  const feed = (face: 'next' | 'peek', bar: Bar, into: Mutable<FeaturesPoint>): FeaturesPoint => {
    checkNextBar(bar, clock);
    advance(state, config, face, bar.open, bar.high, bar.low, bar.close, bar.volume, row);
    return pointOf(row, into);
  };
  return {
    next: (bar, into = point()) => {
      feed('next', bar, into);
      clock[0] = bar.time;
      return into;
    },
    peek: (bar, into = point()) => feed('peek', bar, into),
    snapshot: () => saved(state, config, clockTime(clock)),
  };
}

/** @param time of the last bar; null before the first. */
function saved(state: State, config: FeaturesConfig, time: number | null): FeaturesSnapshot {
  return {
    version: 2,
    config,
    time,
    bars: state.bars,
    firstClose: state.firstClose,
    variances: [state.variances[0]!, state.variances[1]!, state.variances[2]!],
    closes: [...ringValues(state.closes)],
    path: state.path.snapshot(),
    band: state.band.snapshot(),
    rank: state.rank.snapshot(),
    shock: state.shock.snapshot(),
    notional: state.notional.snapshot(),
    level: state.level.snapshot(),
  };
}
