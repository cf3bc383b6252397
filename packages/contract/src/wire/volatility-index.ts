/** The volatility index, its history and the volatility score on the wire. */

import { DAY_MS } from '@barograph/core';
import {
  SENTIMENTS,
  VOLATILITY_BANDS,
  type IndexHistoryPoint,
  type MarketVolatility,
  type RegimeShares,
  type VariancePremium,
  type VolatilityIndexPoint,
  type VolatilityScore,
} from '@barograph/volatility';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Score = nullable(Type.Number({ minimum: 0, maximum: 100 }));
const Percent = nullable(Type.Number({ minimum: 0, description: 'annualised percent' }));
const Share = Type.Number({ minimum: 0, maximum: 1 });
const SentimentSchema = nullable(Type.Enum([...SENTIMENTS], { type: 'string' }));

/** Share of the market in each regime, fractions of one. */
export const RegimeSharesWire = Type.Object(
  { vol_shock: Share, mean_reverting: Share, compressed: Share, expanding: Share, normal: Share },
  { title: 'VolatilityRegimeShares' },
);
export type RegimeSharesWire = Static<typeof RegimeSharesWire>;

/** Realised against implied volatility of one coin. */
export const VariancePremiumWire = Type.Object(
  {
    realized: Percent,
    implied: Percent,
    vrp: nullable(Type.Number({ description: 'implied − realized, volatility points' })),
  },
  { title: 'VariancePremium' },
);
export type VariancePremiumWire = Static<typeof VariancePremiumWire>;

/** The answer of the index. */
export const VolatilityIndexWire = Type.Object(
  {
    cvi_realized_30: Percent,
    cvi_realized_7: Percent,
    composite_score: Score,
    sentiment: SentimentSchema,
    regime_mix: Type.Object({ by_count: nullable(RegimeSharesWire), by_notional: nullable(RegimeSharesWire) }),
    majors: Type.Record(Type.String(), VariancePremiumWire, { description: 'BTC and ETH; on tier free BTC alone.' }),
    cvi_pctile_30: Score,
    cvi_pctile_7: Score,
    partial: Type.Boolean({ description: 'An input of composite_score is missing; the others carry its weight.' }),
    config_version: Type.String(),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'VolatilityIndex' },
);
export type VolatilityIndexWire = Static<typeof VolatilityIndexWire>;

/** The coins whose realised volatility stands beside an implied one. */
export type Majors = Readonly<Record<string, VariancePremium>>;

const encodeShares = (shares: RegimeShares | null): RegimeSharesWire | null => (shares === null ? null : { ...shares });

/** A premium on the wire. */
export function encodeVariancePremium({ realized, implied, vrp }: VariancePremium): VariancePremiumWire {
  return { realized: num(realized), implied: num(implied), vrp: num(vrp) };
}

/** The index of a moment on the wire. */
export function encodeVolatilityIndex(of: {
  readonly market: MarketVolatility;
  readonly point: VolatilityIndexPoint;
  readonly majors: Majors;
  readonly configVersion: string;
  readonly asOf: number;
  readonly dataSource: DataSource;
}): VolatilityIndexWire {
  const { market, point } = of;
  return {
    cvi_realized_30: num(point.cviRealized30),
    cvi_realized_7: num(point.cviRealized7),
    composite_score: num(point.compositeScore),
    sentiment: point.sentiment,
    regime_mix: {
      by_count: encodeShares(market.regimeMix.byCount),
      by_notional: encodeShares(market.regimeMix.byNotional),
    },
    majors: Object.fromEntries(Object.entries(of.majors).map(([coin, one]) => [coin, encodeVariancePremium(one)])),
    cvi_pctile_30: num(point.cviPctile30),
    cvi_pctile_7: num(point.cviPctile7),
    partial: point.partial,
    config_version: of.configVersion,
    as_of: of.asOf,
    data_source: of.dataSource,
    source: of.dataSource,
  };
}

/** One UTC date of the history. */
export const VolatilityIndexPointWire = Type.Object(
  {
    date: Type.String({ description: 'UTC date', examples: ['2026-08-24'] }),
    cvi_realized_30: Percent,
    cvi_realized_7: Percent,
    composite_score: Score,
    sentiment: SentimentSchema,
    backfilled: Type.Boolean({ description: 'Reconstructed, not captured live.' }),
  },
  { title: 'VolatilityIndexPoint' },
);
export type VolatilityIndexPointWire = Static<typeof VolatilityIndexPointWire>;

/** A point of the history on the wire. */
export function encodeVolatilityIndexPoint(point: IndexHistoryPoint): VolatilityIndexPointWire {
  return {
    date: new Date(point.date).toISOString().slice(0, 10),
    cvi_realized_30: num(point.cviRealized30),
    cvi_realized_7: num(point.cviRealized7),
    composite_score: num(point.compositeScore),
    sentiment: point.sentiment,
    backfilled: point.backfilled,
  };
}

/** The answer of the history. */
export const VolatilityIndexHistoryWire = Type.Object(
  {
    items: Type.Array(VolatilityIndexPointWire, { maxItems: 365, description: 'Oldest first.' }),
    count: Type.Integer({ minimum: 0 }),
    days: Type.Integer({ minimum: 1 }),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'VolatilityIndexHistory' },
);
export type VolatilityIndexHistoryWire = Static<typeof VolatilityIndexHistoryWire>;

/** The last `days` dates of a history on the wire, the date of `asOf` included. */
export function encodeVolatilityIndexHistory(of: {
  /** Oldest first. */
  readonly points: readonly VolatilityIndexPointWire[];
  readonly days: number;
  readonly asOf: number;
  readonly dataSource: DataSource;
}): VolatilityIndexHistoryWire {
  const from = new Date(of.asOf - (of.days - 1) * DAY_MS).toISOString().slice(0, 10);
  const items = of.points.filter(({ date }) => date >= from);
  return {
    items,
    count: items.length,
    days: of.days,
    as_of: of.asOf,
    data_source: of.dataSource,
    source: of.dataSource,
  };
}

/** The answer of the score. */
export const VolatilityScoreWire = Type.Object(
  {
    composite: nullable(Type.Number({ minimum: 0, maximum: 100, description: 'higher is more stress' })),
    band: nullable(Type.Enum([...VOLATILITY_BANDS], { type: 'string' })),
    gross_exposure_multiplier: nullable(Type.Number({ minimum: 0.5, maximum: 1 })),
    target_vol: Type.Number({ description: 'annualised percent' }),
    partial: Type.Boolean({ description: 'A sub-score is missing; the others carry its weight.' }),
    sub_scores: Type.Object({ cvi_30: Score, shock_share: Score, term_ratio: Score, benchmark: Score }),
    config_version: Type.String(),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'VolatilityScore' },
);
export type VolatilityScoreWire = Static<typeof VolatilityScoreWire>;

/** The score on the wire. */
export function encodeVolatilityScore(of: {
  readonly score: VolatilityScore;
  readonly asOf: number;
  readonly dataSource: DataSource;
}): VolatilityScoreWire {
  const { score } = of;
  const parts = score.subScores;
  return {
    composite: num(score.composite),
    band: score.band,
    gross_exposure_multiplier: num(score.grossExposureMultiplier),
    target_vol: score.targetVol,
    partial: score.partial,
    sub_scores: {
      cvi_30: num(parts.cvi30),
      shock_share: num(parts.shockShare),
      term_ratio: num(parts.termRatio),
      benchmark: num(parts.benchmark),
    },
    config_version: score.configVersion,
    as_of: of.asOf,
    data_source: of.dataSource,
    source: of.dataSource,
  };
}
