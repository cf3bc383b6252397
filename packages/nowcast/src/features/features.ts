/**
 * Emission features of the regime model, from closed bars only. All are ratios and ranks. Levels of price and
 * volatility are excluded, because a state fitted on the level of one year was empty in the next.
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
 * Rows count as consecutive bars: fill or break gaps before (see `observe`).
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
  type Mutable,
  sameConfig,
  type Stream,
  UsageError,
} from '@barograph/core';
import { checkFeaturesConfig, FEATURES_V1, type FeaturesConfig } from './config.ts';
import { namedColumns } from '../named-columns.ts';
import { advance, createWindows, saved, type FeaturesSnapshot } from './windows.ts';

/** Rows that pass through the windows together. */
export const CHUNK = 512;

/** Names of the features, in the order of the model's means. */
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

/** One value per feature, not standardised; all NaN during the first `minBars − 1` bars. */
export type FeaturesPoint = Readonly<Record<Feature, number>>;

/** Features by column, a row per hour; NaN until defined. */
export type FeatureColumns = Readonly<Record<Feature, Float64Array>>;

/**
 * Number of bars before the first defined row.
 *
 * @param config parameters. @default FEATURES_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * featuresLookback(); // → 167
 */
export function featuresLookback(config: FeaturesConfig = FEATURES_V1): number {
  return checkFeaturesConfig(config).minBars - 1;
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

/** Builds the point of a row in columns. Fields are written by name: a looked-up name boxes its number. */
function pointOf(row: readonly Float64Array[], into: Mutable<FeaturesPoint>): FeaturesPoint {
  into.trend24 = row[0]![0]!;
  into.trend72 = row[1]![0]!;
  into.volatilityRatio = row[2]![0]!;
  into.volatilityRank = row[3]![0]!;
  into.efficiency24 = row[4]![0]!;
  into.bandwidth48 = row[5]![0]!;
  into.shock6 = row[6]![0]!;
  into.volume = row[7]![0]!;
  return into;
}

/** Features bar by bar, in memory that the next bar reuses. */
export interface FeatureRow {
  /** Features of the last bar, each in a column of its own. */
  readonly row: readonly Float64Array[];
  /** Takes a bar and fills `row`. @throws {UsageError} when the bar is invalid or not after the last. */
  readonly feed: (face: 'next' | 'peek', bar: Bar) => void;
  readonly snapshot: () => FeaturesSnapshot;
}

/**
 * Computes the features of a series, not standardised.
 *
 * @param bars consecutive bars, oldest first, any positive price scale; volume in base units.
 * @param config parameters. @default FEATURES_V1
 * @param into columns to fill in place of new ones, one row per bar, not those of the bars; a previous result may be
 * reused. @default new ones
 * @returns one row per bar and feature; NaN for the first `minBars − 1`.
 * @throws {UsageError} when the config is invalid or a column has another length.
 * @example
 * const { trend24, volume } = features(hours);
 * Number.isNaN(trend24[166]); // → true
 * trend24[167].toFixed(3); // → '0.412'
 */
export function features(bars: Candles, config: FeaturesConfig = FEATURES_V1, into?: FeatureColumns): FeatureColumns {
  checkFeaturesConfig(config);
  const columns = namedColumns(FEATURES, bars.length, into);
  const list = FEATURES.map((feature) => columns[feature]);
  const windows = createWindows(config, Math.min(bars.length, CHUNK));
  for (let from = 0; from < bars.length; from += CHUNK) {
    advance(windows, config, bars, from, Math.min(CHUNK, bars.length - from), list, from);
  }
  return columns;
}

/**
 * Creates the stream of the features, equal to {@link features} to the bit. O(log n) a bar; `peek` copies the windows.
 *
 * @param config parameters. @default FEATURES_V1
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when the config is invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid or not after the last.
 * @example
 * const live = createFeatures();
 * for (let i = 0; i < 167; i++) live.next(barAt(hours, i));
 * live.next(barAt(hours, 167)).efficiency24.toFixed(3); // → '0.090'
 */
export function createFeatures(
  config: FeaturesConfig = FEATURES_V1,
  resume?: FeaturesSnapshot,
): Stream<Bar, FeaturesPoint, FeaturesSnapshot> {
  const { row, feed, snapshot } = createFeatureRow(config, resume);
  const face =
    (name: 'next' | 'peek') =>
    (bar: Bar, into: Mutable<FeaturesPoint> = point()): FeaturesPoint => {
      feed(name, bar);
      return pointOf(row, into);
    };
  return { next: face('next'), peek: face('peek'), snapshot };
}

/** {@link createFeatures} for callers that read the numbers in place. */
export function createFeatureRow(config: FeaturesConfig, resume?: FeaturesSnapshot): FeatureRow {
  checkFeaturesConfig(config);
  if (resume !== undefined && ((resume.version !== 1 && resume.version !== 2) || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 or 2 snapshot of ${JSON.stringify(config)}, got version ${resume.version} of ${JSON.stringify(resume.config)}`,
    );
  }
  const windows = createWindows(config, 1, resume);
  const clock = barClock(resume?.time);
  // One bar, and one row, as columns.
  const cell = (): Float64Array => new Float64Array(1);
  const bars = { length: 1, time: cell(), open: cell(), high: cell(), low: cell(), close: cell(), volume: cell() };
  const row = FEATURES.map(cell);
  return {
    row,
    feed: (face, bar) => {
      checkNextBar(bar, clock);
      bars.open[0] = bar.open;
      bars.high[0] = bar.high;
      bars.low[0] = bar.low;
      bars.close[0] = bar.close;
      bars.volume[0] = bar.volume;
      // `peek` works on a copy of the windows.
      const to = face === 'next' ? windows : createWindows(config, 1, saved(windows, config, null));
      advance(to, config, bars, 0, 1, row, 0);
      if (face === 'next') clock[0] = bar.time;
    },
    snapshot: () => saved(windows, config, clockTime(clock)),
  };
}
