/** What may be said of a coin, by how much history there is of it. */

import { integerAtLeast, UsageError, within } from '@barograph/core';

export interface QualityConfig {
  readonly version: `quality/${string}`;
  /** Hours of history under which each flag is true. */
  readonly newListing: number;
  readonly warmingUp: number;
  readonly insufficientHistory: number;
  /** Last hours that are looked at for holes, and the greatest share of them that may have no bar. */
  readonly recentHours: number;
  readonly mostMissing: number;
}

/** Version 1: 7, 30 and 60 days; a twentieth of the last week. */
export const QUALITY_V1: QualityConfig = Object.freeze({
  version: 'quality/1',
  newListing: 7 * 24,
  warmingUp: 30 * 24,
  insufficientHistory: 60 * 24,
  recentHours: 168,
  mostMissing: 0.05,
});

/** How much history there is. */
export interface CoinHistory {
  /** Hours from the first closed bar to the last, both included, with or without a bar. */
  readonly hours: number;
  /** Of the last `recentHours` of them: hours without a bar. */
  readonly missing: number;
}

/** Flags overlap: what is new is warming up too. A coin is never left out for any of them. */
export interface Quality {
  readonly newListing: boolean;
  readonly warmingUp: boolean;
  readonly insufficientHistory: boolean;
  /** Too many holes in the last hours. */
  readonly sparse: boolean;
  /** Whether a regime and its probabilities are published; null ones otherwise. */
  readonly published: boolean;
  /** Whether the coin's own transitions may have a say; only the pooled model's otherwise. */
  readonly ownTransitions: boolean;
}

/**
 * | history | regime | windows | transitions |
 * |---|---|---|---|
 * | < 7 days | none | – | – |
 * | 7 … 30 days | published | what exists | pooled |
 * | 30 … 60 days | published | what exists | mixed |
 * | ≥ 60 days | published | full, ranks among what exists of 90 days | mixed |
 *
 * Holes in more than a twentieth of the last week's hours, or of the hours that exist, also leave no regime.
 *
 * @throws {UsageError} a bad config, counts that are none, or more hours missing than there are.
 */
export function quality({ hours, missing }: CoinHistory, config: QualityConfig = QUALITY_V1): Quality {
  const { newListing, warmingUp, insufficientHistory, recentHours, mostMissing } = checkQualityConfig(config);
  integerAtLeast('hours', hours, 0);
  const recent = Math.min(hours, recentHours);
  if (integerAtLeast('missing', missing, 0) > recent) {
    throw new UsageError(`"missing" expected at most ${recent}, got ${missing}`);
  }
  const isNew = hours < newListing;
  const sparse = missing > mostMissing * recent;
  return {
    newListing: isNew,
    warmingUp: hours < warmingUp,
    insufficientHistory: hours < insufficientHistory,
    sparse,
    published: !isNew && !sparse,
    ownTransitions: hours >= warmingUp,
  };
}

/** Counts a history for {@link quality}. @param missing 1 per hour without a bar, from the first bar to the last. */
export function coinHistory(missing: ArrayLike<number>, config: QualityConfig = QUALITY_V1): CoinHistory {
  const hours = missing.length;
  let count = 0;
  for (let t = Math.max(0, hours - config.recentHours); t < hours; t++) count += missing[t]!;
  return { hours, missing: count };
}

function checkQualityConfig(config: QualityConfig): QualityConfig {
  const { newListing, warmingUp, insufficientHistory } = config;
  integerAtLeast('newListing', newListing, 0);
  integerAtLeast('warmingUp', warmingUp, newListing);
  integerAtLeast('insufficientHistory', insufficientHistory, warmingUp);
  integerAtLeast('recentHours', config.recentHours, 1);
  within('mostMissing', config.mostMissing, 0, 1);
  return config;
}
