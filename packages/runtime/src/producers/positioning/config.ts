/** Versions of everything that a positioning cycle computes with, and how it reads its past. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Numbers of the cycle. */
export interface PositioningCycleConfig {
  readonly version: `positioning-cycle/${string}`;
  /** Open interest is compared with the newest value of at most this long before the moment 24 hours ago, ms. */
  readonly interestWithinMs: number;
  /** Span of stored samples that is read at once, ms. */
  readonly readMs: number;
}

/** Version 1. Two hours hold two samples of an archive by the hour; a day of 230 coins is 5,520 samples. */
export const POSITIONING_CYCLE_V1: PositioningCycleConfig = Object.freeze({
  version: 'positioning-cycle/1',
  interestWithinMs: 2 * HOUR_MS,
  readMs: 24 * HOUR_MS,
});

/** Numbers of the changes of positions. */
export interface KeptChangesConfig {
  readonly version: `kept-changes/${string}`;
  /** A cycle is compared with one that is at most this much older, ms: after more the record begins anew. */
  readonly nextWithinMs: number;
}

/** Version 1. Six cycles without one are a pause. */
export const KEPT_CHANGES_V1: KeptChangesConfig = Object.freeze({
  version: 'kept-changes/1',
  nextWithinMs: 30 * MINUTE_MS,
});
