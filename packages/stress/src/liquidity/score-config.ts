/** Parameters of the fragility score, by version. */

import { deepFreeze, type CompositeConfig, type Knot } from '@barograph/core';

/** Parts of the score. */
export const FRAGILITY_PARTS = ['depth', 'spread', 'imbalance', 'divergence'] as const;

/** Name of a part of the fragility score. */
export type FragilityPart = (typeof FRAGILITY_PARTS)[number];

/** Bands from healthy to fragile. */
export const FRAGILITY_BANDS = ['healthy', 'leaning_healthy', 'neutral', 'leaning_fragile', 'fragile'] as const;

/** Band of a fragility score. */
export type FragilityBand = (typeof FRAGILITY_BANDS)[number];

/** Weights and maps of the fragility score. */
export interface FragilityConfig extends CompositeConfig<FragilityPart> {
  readonly version: `fragility/${string}`;
  /** Maps of each part's value to points: depth and spread over their baselines, |imbalance|, percentage points. */
  readonly knots: Readonly<Record<FragilityPart, readonly Knot[]>>;
  /** Lowest score of each band; below all of them it is `fragile`. */
  readonly bandsFrom: Readonly<Record<Exclude<FragilityBand, 'fragile'>, number>>;
  /** Largest weight of a coin in the market. */
  readonly weightCap: number;
}

/** Version 1: our own numbers (docs/chapters/positioning-and-flow.md). Higher is healthier. */
export const FRAGILITY_V1: FragilityConfig = deepFreeze({
  version: 'fragility/1',
  weights: { depth: 0.4, spread: 0.2, imbalance: 0.15, divergence: 0.25 },
  knots: {
    depth: [
      [0.3, 0],
      [0.6, 35],
      [1, 70],
      [1.5, 100],
    ],
    spread: [
      [0.6, 100],
      [1, 80],
      [1.5, 50],
      [3, 0],
    ],
    imbalance: [
      [0, 100],
      [1, 0],
    ],
    divergence: [
      [-3, 100],
      [0, 80],
      [3, 40],
      [8, 0],
    ],
  },
  bandsFrom: { healthy: 75, leaning_healthy: 60, neutral: 40, leaning_fragile: 25 },
  weightCap: 0.25,
});
