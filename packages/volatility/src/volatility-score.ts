/** Volatility score: the stress of the market in one number, and the exposure derived from it. */

import { clamp, composite, deepFreeze, scoreMap, within, type CompositeConfig, type Knot } from '@barograph/core';
import type { MarketVolatility } from './market.ts';
import { VOL_TARGET_V1 } from './target.ts';

/** Bands of the volatility score. */
export const VOLATILITY_BANDS = ['dormant', 'calm', 'normal', 'elevated', 'stressed'] as const;

/** Band of the volatility score. */
export type VolatilityBand = (typeof VOLATILITY_BANDS)[number];

/** Part of the score. */
export type ScorePart = 'cvi30' | 'shockShare' | 'termRatio' | 'benchmark';

/** Weights and maps of the volatility score. */
export interface VolatilityScoreConfig extends CompositeConfig<ScorePart> {
  readonly version: `volatility-score/${string}`;
  /** Maps the share of notional in vol_shock to a score. */
  readonly shockShareKnots: readonly Knot[];
  /** Maps the median term ratio to a score. */
  readonly termRatioKnots: readonly Knot[];
  /** Lowest score of each band; below the lowest it is dormant. */
  readonly bandFrom: Readonly<Record<Exclude<VolatilityBand, 'dormant'>, number>>;
  /** Highest score with full exposure; above it exposure falls linearly to `minExposure` at 100. */
  readonly wholeUpTo: number;
  /** Least exposure, as a share of full exposure. */
  readonly minExposure: number;
  /** Target volatility, annualised percent. */
  readonly targetVolatility: number;
}

/** Weights and maps of the volatility score, version 1. */
export const VOLATILITY_SCORE_V1: VolatilityScoreConfig = deepFreeze({
  version: 'volatility-score/1',
  weights: { cvi30: 0.35, shockShare: 0.25, termRatio: 0.2, benchmark: 0.2 },
  shockShareKnots: [
    [0, 0],
    [0.1, 30],
    [0.3, 70],
    [0.6, 100],
  ],
  termRatioKnots: [
    [0.6, 0],
    [1, 50],
    [1.5, 100],
  ],
  bandFrom: { stressed: 80, elevated: 60, normal: 35, calm: 15 },
  wholeUpTo: 40,
  minExposure: 0.5,
  targetVolatility: VOL_TARGET_V1.volatility,
});

/** Volatility stress of the market, 0…100, with its parts. */
export interface VolatilityScore {
  readonly configVersion: string;
  /** Score 0…100 to one decimal, higher is more stress; null when no input is available. */
  readonly composite: number | null;
  readonly band: VolatilityBand | null;
  /** Exposure, `minExposure`…1; null without a score. */
  readonly grossExposureMultiplier: number | null;
  /** Target volatility, percent. */
  readonly targetVol: number;
  readonly partial: boolean;
  /** Scores of the parts, 0…100; null where missing. */
  readonly subScores: Readonly<Record<ScorePart, number | null>>;
}

/**
 * Band of a score within 0…100.
 *
 * @param score the score, 0…100.
 * @param config parameters. @default VOLATILITY_SCORE_V1
 * @example
 * volatilityBand(65); // → 'elevated'
 */
export function volatilityBand(score: number, config: VolatilityScoreConfig = VOLATILITY_SCORE_V1): VolatilityBand {
  const { stressed, elevated, normal, calm } = config.bandFrom;
  if (score >= stressed) return 'stressed';
  if (score >= elevated) return 'elevated';
  if (score >= normal) return 'normal';
  return score >= calm ? 'calm' : 'dormant';
}

/**
 * Fraction of a book to keep at a score: all of it up to `wholeUpTo`, then linearly less.
 *
 * @param score the score, 0…100.
 * @param config parameters. @default VOLATILITY_SCORE_V1
 * @throws {UsageError} when the score is outside 0…100.
 * @example
 * grossExposureMultiplier(90); // → 0.5833333333333333
 */
export function grossExposureMultiplier(score: number, config: VolatilityScoreConfig = VOLATILITY_SCORE_V1): number {
  within('score', score, 0, 100);
  const { wholeUpTo, minExposure } = config;
  const over = Math.max(0, score - wholeUpTo) / (100 - wholeUpTo);
  return clamp(1 - (1 - minExposure) * over, minExposure, 1);
}

/**
 * Computes the volatility score of the market.
 *
 * @param cviPctile30 percentile rank of the realised index, from the index's own point; null below 90 days.
 * @param config parameters. @default VOLATILITY_SCORE_V1
 * @throws {UsageError} when the weights are invalid.
 * @example
 * const market = { ...marketVolatility([]), medianTermRatio: 1.2, benchmarkPctile30: 80 };
 * const { composite, band, partial } = volatilityScore(market, 85);
 * [composite, band, partial]; // → [ 79.7, 'elevated', true ]
 */
export function volatilityScore(
  market: MarketVolatility,
  cviPctile30: number | null,
  config: VolatilityScoreConfig = VOLATILITY_SCORE_V1,
): VolatilityScore {
  const { medianTermRatio, benchmarkPctile30, regimeMix } = market;
  const { score, partial, subScores } = composite(config, {
    cvi30: cviPctile30,
    shockShare: regimeMix.byNotional === null ? null : scoreMap(config.shockShareKnots)(regimeMix.byNotional.vol_shock),
    termRatio: medianTermRatio === null ? null : scoreMap(config.termRatioKnots)(medianTermRatio),
    benchmark: benchmarkPctile30,
  });
  return {
    configVersion: config.version,
    composite: score,
    band: score === null ? null : volatilityBand(score, config),
    grossExposureMultiplier: score === null ? null : grossExposureMultiplier(score, config),
    targetVol: config.targetVolatility,
    partial,
    subScores,
  };
}
