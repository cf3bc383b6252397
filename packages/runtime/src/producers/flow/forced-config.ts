/** Settings of forced closes, by version. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';

/** Event threshold, retention and totals of forced closes; times in ms. */
export interface LiquidationsConfig {
  readonly version: `liquidations/${string}`;
  /** Minimum size of events and of closes in the totals, USD. Smaller closes are only stored. */
  readonly minUsd: number;
  /** Window of the totals. A close repeated within it is a duplicate. */
  readonly windowMs: number;
  /** Longest time to read again after a pause: as long as the stream replays. */
  readonly catchUpMs: number;
  /** Time without a close after which a connected live stream counts as silent. */
  readonly silentMs: number;
}

/**
 * Version 2: threshold and window of the contract. Half an hour without a forced close has not been seen on a venue with
 * hundreds of perps; a minute is common on a quiet day.
 */
export const LIQUIDATIONS_V2: LiquidationsConfig = Object.freeze({
  version: 'liquidations/2',
  minUsd: 250,
  windowMs: DAY_MS,
  catchUpMs: 120 * MINUTE_MS,
  silentMs: 30 * MINUTE_MS,
});
