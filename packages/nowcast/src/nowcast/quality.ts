/** Quality flags: the amount of history behind an hour's answer; flags, never a refusal. All that apply are true. */

import { integerAtLeast, within } from '@barograph/core';

export interface QualityConfig {
  readonly version: `quality/${string}`;
  /** Hours below which a coin is a new listing, is warming up, has too little history. */
  readonly newListingHours: number;
  readonly warmingUpHours: number;
  readonly insufficientHours: number;
  /** Last hours of which too many may have no bar, and the share that is too many. */
  readonly sparseHours: number;
  readonly sparseShare: number;
}

/** Version 1: a week, thirty days and sixty days; more than one hour in twenty of the last week. */
export const QUALITY_V1: QualityConfig = Object.freeze({
  version: 'quality/1',
  newListingHours: 7 * 24,
  warmingUpHours: 30 * 24,
  insufficientHours: 60 * 24,
  sparseHours: 7 * 24,
  sparseShare: 0.05,
});

export interface HistoryQuality {
  /** From the first hour ever seen, hours without a bar included. */
  readonly hours: number;
  readonly newListing: boolean;
  readonly warmingUp: boolean;
  readonly insufficientHistory: boolean;
  readonly sparse: boolean;
  /** Whether a regime may be published; null, with its probabilities, where not. */
  readonly published: boolean;
  /** Whether a coin's own transitions may be used; only the pooled ones where not. */
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
 * Sparse hours leave no regime at any age.
 *
 * @param hours of history, the newest included.
 * @param missing of the last `sparseHours`, those without a bar.
 * @throws {UsageError} a count that is none.
 */
export function historyQuality(hours: number, missing: number, config: QualityConfig = QUALITY_V1): HistoryQuality {
  integerAtLeast('hours', hours, 0);
  within('missing', missing, 0, config.sparseHours);
  const newListing = hours < config.newListingHours;
  const warmingUp = hours < config.warmingUpHours;
  const sparse = missing > config.sparseShare * config.sparseHours;
  return {
    hours,
    newListing,
    warmingUp,
    insufficientHistory: hours < config.insufficientHours,
    sparse,
    published: !newListing && !sparse,
    ownTransitions: !warmingUp,
  };
}
