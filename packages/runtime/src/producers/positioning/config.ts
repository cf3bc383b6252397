/** Versions of everything that a positioning cycle uses, and how it reads its past. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Settings of the cycle. */
export interface PositioningCycleConfig {
  readonly version: `positioning-cycle/${string}`;
  /** Tolerance before the moment 24 hours ago within which open interest is looked up, ms. */
  readonly interestWithinMs: number;
  /** Span of stored samples per read, ms. */
  readonly readMs: number;
}

/** Version 1. Two hours contain two samples of an hourly archive; a day of 230 coins is 5,520 samples. */
export const POSITIONING_CYCLE_V1: PositioningCycleConfig = Object.freeze({
  version: 'positioning-cycle/1',
  interestWithinMs: 2 * HOUR_MS,
  readMs: 24 * HOUR_MS,
});

/** Settings of position changes. */
export interface KeptChangesConfig {
  readonly version: `kept-changes/${string}`;
  /** Maximum age of the previous cycle for a comparison, ms; after a longer pause the record restarts. */
  readonly nextWithinMs: number;
}

/** Version 1. Six missing cycles are a pause. */
export const KEPT_CHANGES_V1: KeptChangesConfig = Object.freeze({
  version: 'kept-changes/1',
  nextWithinMs: 30 * MINUTE_MS,
});
