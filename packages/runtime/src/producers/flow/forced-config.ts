/** The numbers of forced closes, by version. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';

/** Telling, keeping and summing of forced closes; times in ms. */
export interface LiquidationsConfig {
  readonly version: `liquidations/${string}`;
  /** Least size of an event, and of what the totals count, USD. Smaller ones are kept and not told. */
  readonly minUsd: number;
  /** Span of the totals. A close that comes again within it is the same. */
  readonly windowMs: number;
  /** Time after a pause that is read again at most: as long as the stream replays. */
  readonly catchUpMs: number;
  /** A live stream that is up and has told of nothing for so long is silent. */
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
