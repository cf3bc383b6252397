/** The score of the meme market on the wire, a line per field. */

import { MEME_BANDS, type MemeScore, type MemeScorePart } from '@barograph/stress';
import { fieldsOf, record, type Codec, type Fields, type WireOf } from '../fields.ts';

/** A score of which some part is known. */
export type ReadyMemeScore = MemeScore & { readonly [K in 'score' | 'band']: NonNullable<MemeScore[K]> };

/** True when some part of the score is known. */
export function isScored(score: MemeScore): score is ReadyMemeScore {
  return score.score !== null && score.band !== null;
}

type Parts<T> = Readonly<Record<MemeScorePart, T>>;
const subScore = fieldsOf<Parts<number | null>>();
const weight = fieldsOf<Parts<number>>();
const input = fieldsOf<Parts<boolean>>();

/** A field for each part of the composite. */
function parts<T, F extends Fields<Parts<T>>[string]>(
  field: (what: string, read: (of: Parts<T>) => T) => F,
): Codec<Parts<T>, Readonly<Record<MemeScorePart, F>>> {
  return record<Parts<T>, Readonly<Record<MemeScorePart, F>>>(null, {
    momentum: field('The 7-day return', (of) => of.momentum),
    heat: field('The share of hot coins', (of) => of.heat),
    volume: field('The median volume spike', (of) => of.volume),
    extension: field('The median extension over SMA-20', (of) => of.extension),
    funding: field('The median funding rate', (of) => of.funding),
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

const of = fieldsOf<ReadyMemeScore>();

/** The score without where and when: made once per refresh. */
export const memeScore = record('MemeScoreBody', {
  composite: of.number('Higher is frothier.', (s) => s.score, BOUNDS),
  band: of.choice(MEME_BANDS, 'Band of the composite.', (s) => s.band),
  partial: of.flag('A part is missing; the weights of the others make up for it.', (s) => s.partial),
  inputs_available: of.inner(inputsAvailable, (s) => s.inputsAvailable, 'Which parts are known.'),
  sub_scores: of.inner(subScores, (s) => s.subScores, 'The parts.'),
  effective_weights: of.inner(
    effectiveWeights,
    (s) => s.effectiveWeights,
    'The weights that the composite was made with.',
  ),
  co_movement: of.numberIfKnown(
    'Mean pairwise Spearman correlation of 30 daily returns; left out under 5 coins.',
    (s) => s.coMovement,
    { minimum: -1, maximum: 1 },
  ),
  meme_season: of.flag('Composite ≥ 65, and 60 % of the coins ahead of BTC over 30 days.', (s) => s.memeSeason),
  share_ahead_of_btc: of.numberOrNull('Share of coins ahead of BTC over 30 days.', (s) => s.shareAheadOfBtc, {
    minimum: 0,
    maximum: 1,
  }),
  median_funding: of.numberIfKnown('Fraction per hour; left out without a source.', (s) => s.medianFunding),
  fresh_issuance: of.numberOrNull('Listings of the last 7 days as a gauge.', (s) => s.freshIssuance, BOUNDS),
  fresh_listings_7d: of.integerOrNull('Listings of the last 7 days.', (s) => s.freshListings, { minimum: 0 }),
  coins: of.integer('Coins that count: with a regime, not stale, each once.', (s) => s.coins, { minimum: 0 }),
  config_version: of.text('Version of the weights and bands.', (s) => s.configVersion),
});
/** The score on the wire. */
export type MemeScoreWire = WireOf<typeof memeScore>;
