/**
 * The composite of the volatility index, one point per UTC day: how high the realised index stands among its last 365
 * days, how much of the market is agitated, and whether near volatility exceeds far volatility. A missing input is left
 * out and the weights of the others fill in.
 */

import {
  composite,
  createRollingRank,
  deepFreeze,
  HOUR_MS,
  sameConfig,
  scoreMap,
  UsageError,
  type CompositeConfig,
  type Knot,
  type RollingRankSnapshot,
  type Stream,
} from '@barograph/core';
import type { MarketVolatility } from './market.ts';
import type { WindowConfig } from './regime/config.ts';

export const SENTIMENTS = ['FEAR', 'NERVOUS', 'NEUTRAL', 'CALM', 'COMPLACENT'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** The parts of the composite. */
export type IndexPart = 'cvi30' | 'cvi7' | 'agitated' | 'termRatio';

export interface VolatilityIndexConfig extends CompositeConfig<IndexPart> {
  readonly version: `volatility-index/${string}`;
  /** Days that the index is ranked among. */
  readonly percentile: WindowConfig;
  /** A date has its point from this time of the UTC day on, ms. */
  readonly snapshotAfterMs: number;
  /** First date with live points, epoch ms; earlier ones are reconstructed. */
  readonly liveFrom: number;
  /** Share of notional in vol_shock or expanding, to a score. */
  readonly agitatedKnots: readonly Knot[];
  /** Term ratio of the benchmark coin, to a score. */
  readonly termRatioKnots: readonly Knot[];
  /** Lowest score of each sentiment, from the highest down; below the last it is COMPLACENT. */
  readonly sentimentFrom: Readonly<Record<Exclude<Sentiment, 'COMPLACENT'>, number>>;
}

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

/** One day of the index. `null` where not measurable. */
export interface VolatilityIndexPoint {
  readonly cviRealized30: number | null;
  readonly cviRealized7: number | null;
  /** Percentile rank of each among the days so far, this one included; null below `percentile.minDays`. */
  readonly cviPctile30: number | null;
  readonly cviPctile7: number | null;
  /** 0…100 to one decimal, higher is more stress. */
  readonly compositeScore: number | null;
  readonly sentiment: Sentiment | null;
  /** An input of the composite is missing. */
  readonly partial: boolean;
}

/** JSON-safe state of {@link createVolatilityIndex}. */
export interface VolatilityIndexSnapshot {
  readonly version: 1;
  readonly config: VolatilityIndexConfig;
  readonly cvi30: RollingRankSnapshot;
  readonly cvi7: RollingRankSnapshot;
}

/** The sentiment of a score within 0…100. */
export function sentimentOf(score: number, config: VolatilityIndexConfig = VOLATILITY_INDEX_V1): Sentiment {
  const { FEAR, NERVOUS, NEUTRAL, CALM } = config.sentimentFrom;
  if (score >= FEAR) return 'FEAR';
  if (score >= NERVOUS) return 'NERVOUS';
  if (score >= NEUTRAL) return 'NEUTRAL';
  return score >= CALM ? 'CALM' : 'COMPLACENT';
}

/**
 * The index day by day: `next` commits a day, `peek` says what the market of this moment would make of it.
 *
 * @param resume a snapshot of an index with the same config, to continue from.
 * @throws {UsageError} a bad config, or a snapshot of another version or config.
 */
export function createVolatilityIndex(
  config: VolatilityIndexConfig = VOLATILITY_INDEX_V1,
  resume?: VolatilityIndexSnapshot,
): Stream<MarketVolatility, VolatilityIndexPoint, VolatilityIndexSnapshot> {
  if (resume !== undefined && (resume.version !== 1 || !sameConfig(resume.config, config))) {
    throw new UsageError(
      `"resume" expected a version 1 snapshot of ${config.version}, got version ${resume.version} of ${resume.config.version}`,
    );
  }
  const { days, minDays } = config.percentile;
  const rank30 = createRollingRank(days, { minCount: minDays }, resume?.cvi30);
  const rank7 = createRollingRank(days, { minCount: minDays }, resume?.cvi7);
  const agitatedScore = scoreMap(config.agitatedKnots);
  const termRatioScore = scoreMap(config.termRatioKnots);

  const read = (face: 'next' | 'peek', market: MarketVolatility): VolatilityIndexPoint => {
    const { cviRealized30, cviRealized7, benchmarkTermRatio } = market;
    const cviPctile30 = cviRealized30 === null ? null : nullAt(rank30[face](cviRealized30));
    const cviPctile7 = cviRealized7 === null ? null : nullAt(rank7[face](cviRealized7));
    const mix = market.regimeMix.byNotional;
    const { score, partial } = composite(config, {
      cvi30: cviPctile30,
      cvi7: cviPctile7,
      agitated: mix === null ? null : agitatedScore(mix.vol_shock + mix.expanding),
      termRatio: benchmarkTermRatio === null ? null : termRatioScore(benchmarkTermRatio),
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
  };
  return {
    next: (market, into) => Object.assign(into ?? {}, read('next', market)),
    peek: (market, into) => Object.assign(into ?? {}, read('peek', market)),
    snapshot: () => ({ version: 1, config, cvi30: rank30.snapshot(), cvi7: rank7.snapshot() }),
  };
}

const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);
