/**
 * Composite volatility index: the rank of the realised index among its last 365 days, the share of the market that is
 * agitated, and whether near volatility exceeds far volatility. A missing input drops out, and the other weights are
 * rescaled.
 */

import {
  composite,
  deepFreeze,
  HOUR_MS,
  percentRank,
  scoreMap,
  type CompositeConfig,
  type Knot,
} from '@barograph/core';
import type { MarketVolatility } from './market.ts';
import type { WindowConfig } from './regime/config.ts';

/** Words for the volatility index. */
export const SENTIMENTS = ['FEAR', 'NERVOUS', 'NEUTRAL', 'CALM', 'COMPLACENT'] as const;

/** Word for the volatility index. */
export type Sentiment = (typeof SENTIMENTS)[number];

/** Part of the composite. */
export type IndexPart = 'cvi30' | 'cvi7' | 'agitated' | 'termRatio';

/** Weights and maps of the volatility index. */
export interface VolatilityIndexConfig extends CompositeConfig<IndexPart> {
  readonly version: `volatility-index/${string}`;
  /** Days among which the index is ranked. */
  readonly percentile: WindowConfig;
  /** Time of the UTC day after which a date gets its point, ms. */
  readonly snapshotAfterMs: number;
  /** First date with live points, epoch ms; earlier ones are reconstructed. */
  readonly liveFrom: number;
  /** Maps the share of notional in vol_shock or expanding to a score. */
  readonly agitatedKnots: readonly Knot[];
  /** Maps the term ratio of the benchmark coin to a score. */
  readonly termRatioKnots: readonly Knot[];
  /** Lowest score of each sentiment, highest first; below the last it is COMPLACENT. */
  readonly sentimentFrom: Readonly<Record<Exclude<Sentiment, 'COMPLACENT'>, number>>;
}

/** Weights and maps of the volatility index, version 1. */
export const VOLATILITY_INDEX_V1: VolatilityIndexConfig = deepFreeze({
  version: 'volatility-index/1',
  weights: { cvi30: 0.4, cvi7: 0.25, agitated: 0.2, termRatio: 0.15 },
  percentile: { days: 365, minDays: 90 },
  snapshotAfterMs: 20 * HOUR_MS,
  liveFrom: Date.UTC(2026, 7, 24),
  agitatedKnots: [
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
  sentimentFrom: { FEAR: 75, NERVOUS: 55, NEUTRAL: 35, CALM: 15 },
});

/** One day of the index; null where unknown. */
export interface VolatilityIndexPoint {
  /** Mean of `rvGk30` weighted by notional, percent. */
  readonly cviRealized30: number | null;
  /** Mean of `rvGk7` weighted by notional, percent. */
  readonly cviRealized7: number | null;
  /** Percentile rank among the days so far, including this one; null below `percentile.minDays`. */
  readonly cviPctile30: number | null;
  /** Percentile rank of the 7-day index, likewise. */
  readonly cviPctile7: number | null;
  /** Score 0…100 to one decimal, higher is more stress. */
  readonly compositeScore: number | null;
  readonly sentiment: Sentiment | null;
  /** Whether an input of the composite is missing. */
  readonly partial: boolean;
}

/**
 * Sentiment of a score within 0…100.
 *
 * @param score the score, 0…100.
 * @param config parameters. @default VOLATILITY_INDEX_V1
 * @example
 * sentimentOf(80); // → 'FEAR'
 */
export function sentimentOf(score: number, config: VolatilityIndexConfig = VOLATILITY_INDEX_V1): Sentiment {
  const { FEAR, NERVOUS, NEUTRAL, CALM } = config.sentimentFrom;
  if (score >= FEAR) return 'FEAR';
  if (score >= NERVOUS) return 'NERVOUS';
  if (score >= NEUTRAL) return 'NEUTRAL';
  return score >= CALM ? 'CALM' : 'COMPLACENT';
}

/** Index of a past day. */
export type PastIndex = Pick<VolatilityIndexPoint, 'cviRealized30' | 'cviRealized7'>;

/**
 * Computes the index of a market against earlier days.
 *
 * @param before past days, oldest first, without the current one; the last `percentile.days − 1` with a value count.
 * @param config parameters. @default VOLATILITY_INDEX_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * const market = { ...marketVolatility([]), cviRealized30: 62, cviRealized7: 75, benchmarkTermRatio: 1.2 };
 * const before = Array.from({ length: 120 }, (_, i) => ({ cviRealized30: 20 + i / 2, cviRealized7: 20 + i / 2 }));
 * const { cviPctile30, compositeScore, sentiment, partial } = volatilityIndexPoint(market, before);
 * [cviPctile30?.toFixed(1), compositeScore, sentiment, partial]; // → [ '70.2', 76.9, 'FEAR', true ]
 */
export function volatilityIndexPoint(
  market: MarketVolatility,
  before: readonly PastIndex[],
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
): VolatilityIndexPoint {
  const { cviRealized30, cviRealized7, benchmarkTermRatio, regimeMix } = market;
  const rank = (field: keyof PastIndex): number | null => {
    const value = market[field];
    if (value === null) return null;
    const past = before.map((day) => day[field]).filter((one) => one !== null);
    const window = [...past.slice(1 - config.percentile.days), value];
    return window.length < config.percentile.minDays ? null : percentRank(value, window);
  };
  const [cviPctile30, cviPctile7] = [rank('cviRealized30'), rank('cviRealized7')];
  const mix = regimeMix.byNotional;
  const { score, partial } = composite(config, {
    cvi30: cviPctile30,
    cvi7: cviPctile7,
    agitated: mix === null ? null : scoreMap(config.agitatedKnots)(mix.vol_shock + mix.expanding),
    termRatio: benchmarkTermRatio === null ? null : scoreMap(config.termRatioKnots)(benchmarkTermRatio),
  });
  return {
    cviRealized30,
    cviRealized7,
    cviPctile30,
    cviPctile7,
    compositeScore: score,
    sentiment: score === null ? null : sentimentOf(score, config),
    partial,
  };
}
