/** Parameters of the meme market score, by version. */

import { deepFreeze, type CompositeConfig, type Knot } from '@barograph/core';

/** Parts of the score. */
export const MEME_SCORE_PARTS = ['momentum', 'heat', 'volume', 'extension', 'funding'] as const;

/** Name of a part of the meme score. */
export type MemeScorePart = (typeof MEME_SCORE_PARTS)[number];

/** Bands from hot to cold. */
export const MEME_BANDS = ['euphoric', 'heating', 'neutral', 'cooling', 'dormant'] as const;

/** Band of the meme score. */
export type MemeBand = (typeof MEME_BANDS)[number];

/** Weights and maps of the meme score. */
export interface MemeScoreConfig extends CompositeConfig<MemeScorePart> {
  readonly version: `meme-score/${string}`;
  /** Maps each part's value to points: percent, share 0…1, ratio, percent, fraction per hour. */
  readonly knots: Readonly<Record<MemeScorePart, readonly Knot[]>>;
  /** Lowest score of each band, hottest first; below all of them it is `dormant`. */
  readonly bandsFrom: Readonly<Record<Exclude<MemeBand, 'dormant'>, number>>;
  /** Season: the least score, and the least share of coins ahead of BTC over 30 days. */
  readonly season: { readonly scoreFrom: number; readonly shareAheadFrom: number };
  /** Fewest coins for co-movement. */
  readonly coMovementMin: number;
  readonly freshIssuance: {
    /** Days for which a listing is fresh. */
    readonly days: number;
    /** Maps fresh listings to 0…100. */
    readonly knots: readonly Knot[];
  };
}

/** Version 1: our own numbers, see the README of this package. */
export const MEME_SCORE_V1: MemeScoreConfig = deepFreeze({
  version: 'meme-score/1',
  weights: { momentum: 0.3, heat: 0.2, volume: 0.2, extension: 0.15, funding: 0.15 },
  knots: {
    momentum: [
      [-20, 0],
      [0, 30],
      [15, 60],
      [50, 100],
    ],
    heat: [
      [0, 0],
      [0.1, 30],
      [0.3, 70],
      [0.6, 100],
    ],
    volume: [
      [0.5, 10],
      [1, 35],
      [2, 70],
      [4, 100],
    ],
    extension: [
      [-20, 0],
      [0, 35],
      [25, 80],
      [60, 100],
    ],
    funding: [
      [0, 20],
      [1.25e-5, 35],
      [1e-4, 85],
      [2e-4, 100],
    ],
  },
  bandsFrom: { euphoric: 80, heating: 60, neutral: 40, cooling: 20 },
  season: { scoreFrom: 65, shareAheadFrom: 0.6 },
  coMovementMin: 5,
  freshIssuance: {
    days: 7,
    knots: [
      [0, 0],
      [5, 50],
      [15, 100],
    ],
  },
});
