/** The meme market score on the wire. */

import type { MemeScore } from '@barograph/stress';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Score = Type.Number({ minimum: 0, maximum: 100 });
const BANDS = ['euphoric', 'heating', 'neutral', 'cooling', 'dormant'] as const;

/** One value for each part of the composite. */
function parts<Value>(value: (part: 'momentum' | 'heat' | 'volume' | 'extension' | 'funding') => Value) {
  return {
    momentum: value('momentum'),
    heat: value('heat'),
    volume: value('volume'),
    extension: value('extension'),
    funding: value('funding'),
  };
}

/** The answer of the score. */
export const MemeScoreWire = Type.Object(
  {
    composite: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is frothier.' }),
    band: Type.Enum([...BANDS], { type: 'string' }),
    partial: Type.Boolean({ description: 'A part is missing; the weights of the others make up for it.' }),
    inputs_available: Type.Object(parts(() => Type.Boolean())),
    sub_scores: Type.Object(parts(() => nullable(Score))),
    effective_weights: Type.Object(parts(() => Type.Number({ minimum: 0, maximum: 1 }))),
    co_movement: Type.Optional(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'Mean pairwise Spearman correlation of 30 daily returns; left out under 5 coins.',
      }),
    ),
    meme_season: Type.Boolean({ description: 'Composite ≥ 65, and 60 % of the coins ahead of BTC over 30 days.' }),
    share_ahead_of_btc: nullable(Type.Number({ minimum: 0, maximum: 1 })),
    median_funding: Type.Optional(Type.Number({ description: 'Fraction per hour; left out without a source.' })),
    fresh_issuance: nullable(
      Type.Number({ minimum: 0, maximum: 100, description: 'Listings of the last 7 days as a gauge.' }),
    ),
    fresh_listings_7d: nullable(Type.Integer({ minimum: 0 })),
    coins: Type.Integer({ minimum: 0, description: 'Coins that count: with a regime, not stale, each once.' }),
    config_version: Type.String(),
    as_of: EpochMsSchema,
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'MemeScore' },
);
export type MemeScoreWire = Static<typeof MemeScoreWire>;

/** The score without where and when: what is made once per refresh. */
export type MemeScoreBody = Omit<MemeScoreWire, 'as_of' | 'data_source' | 'source'>;

/** The score on the wire; undefined when no part of it is known. */
export function encodeMemeScore(score: MemeScore): MemeScoreBody | undefined {
  if (score.score === null || score.band === null) return undefined;
  const coMovement = num(score.coMovement);
  const medianFunding = num(score.medianFunding);
  return {
    composite: score.score,
    band: score.band,
    partial: score.partial,
    inputs_available: parts((part) => score.inputsAvailable[part]),
    sub_scores: parts((part) => num(score.subScores[part])),
    effective_weights: parts((part) => score.effectiveWeights[part]),
    ...(coMovement === null ? {} : { co_movement: coMovement }),
    meme_season: score.memeSeason,
    share_ahead_of_btc: num(score.shareAheadOfBtc),
    ...(medianFunding === null ? {} : { median_funding: medianFunding }),
    fresh_issuance: num(score.freshIssuance),
    fresh_listings_7d: score.freshListings,
    coins: score.coins,
    config_version: score.configVersion,
  };
}

/** The answer of the score. */
export function memeScoreAnswer(
  body: MemeScoreBody,
  { asOf, dataSource }: { readonly asOf: number; readonly dataSource: DataSource },
): MemeScoreWire {
  return { ...body, as_of: asOf, data_source: dataSource, source: dataSource };
}
