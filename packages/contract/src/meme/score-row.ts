/** The score of the meme market on the wire. */

import { MEME_BANDS, type MemeScore, type MemeScorePart } from '@barograph/stress';
import { fieldsOf, record, type Codec, type Fields, type WireOf } from '../fields.ts';

/** Score with at least one known part. */
export type ReadyMemeScore = MemeScore & { readonly [K in 'score' | 'band']: NonNullable<MemeScore[K]> };

/** Whether at least one part of the score is known. */
export function isScored(score: MemeScore): score is ReadyMemeScore {
  return score.score !== null && score.band !== null;
}

type Parts<T> = Readonly<Record<MemeScorePart, T>>;
const subScore = fieldsOf<Parts<number | null>>();
const weight = fieldsOf<Parts<number>>();
const input = fieldsOf<Parts<boolean>>();

/** Builds a field for each part of the composite. */
function parts<T, F extends Fields<Parts<T>>[string]>(
  field: (what: string, read: (parts: Parts<T>) => T) => F,
): Codec<Parts<T>, Readonly<Record<MemeScorePart, F>>> {
  return record<Parts<T>, Readonly<Record<MemeScorePart, F>>>(null, {
    momentum: field('The 7-day return', (parts) => parts.momentum),
    heat: field('The share of hot coins', (parts) => parts.heat),
    volume: field('The median volume spike', (parts) => parts.volume),
    extension: field('The median extension over SMA-20', (parts) => parts.extension),
    funding: field('The median funding rate', (parts) => parts.funding),
  });
}
const BOUNDS = { minimum: 0, maximum: 100 };
const inputsAvailable = parts<boolean, ReturnType<typeof input.flag>>((what, read) =>
  input.flag(`${what} is known.`, read),
);
const subScores = parts<number | null, ReturnType<typeof subScore.numberOrNull>>((what, read) =>
  subScore.numberOrNull(`${what} as 0 to 100; null when it is not known.`, read, BOUNDS),
);
const effectiveWeights = parts<number, ReturnType<typeof weight.number>>((what, read) =>
  weight.number(`${what}: its weight in the composite, the missing ones made up for.`, read, {
    minimum: 0,
    maximum: 1,
  }),
);

const bodyField = fieldsOf<ReadyMemeScore>();

/** Score without time and source, encoded once per refresh. */
export const memeScore = record('MemeScoreBody', {
  composite: bodyField.number('Higher is frothier.', (s) => s.score, BOUNDS),
  band: bodyField.choice(MEME_BANDS, 'Band of the composite.', (s) => s.band),
  partial: bodyField.flag('A part is missing; the weights of the others make up for it.', (s) => s.partial),
  inputs_available: bodyField.inner(inputsAvailable, (s) => s.inputsAvailable, 'Which parts are known.'),
  sub_scores: bodyField.inner(subScores, (s) => s.subScores, 'The parts.'),
  effective_weights: bodyField.inner(
    effectiveWeights,
    (s) => s.effectiveWeights,
    'The weights that the composite was made with.',
  ),
  co_movement: bodyField.numberIfKnown(
    'Mean pairwise Spearman correlation of 30 daily returns; left out under 5 coins.',
    (s) => s.coMovement,
    { minimum: -1, maximum: 1 },
  ),
  meme_season: bodyField.flag('Composite ≥ 65, and 60 % of the coins ahead of BTC over 30 days.', (s) => s.memeSeason),
  share_ahead_of_btc: bodyField.numberOrNull('Share of coins ahead of BTC over 30 days.', (s) => s.shareAheadOfBtc, {
    minimum: 0,
    maximum: 1,
  }),
  median_funding: bodyField.numberIfKnown('Fraction per hour; left out without a source.', (s) => s.medianFunding),
  fresh_issuance: bodyField.numberOrNull('Listings of the last 7 days as a gauge.', (s) => s.freshIssuance, BOUNDS),
  fresh_listings_7d: bodyField.integerOrNull('Listings of the last 7 days.', (s) => s.freshListings, { minimum: 0 }),
  coins: bodyField.integer('Coins that count: with a regime, not stale, each once.', (s) => s.coins, { minimum: 0 }),
  config_version: bodyField.text('Version of the weights and bands.', (s) => s.configVersion),
});
/** The score on the wire. */
export type MemeScoreWire = WireOf<typeof memeScore>;
