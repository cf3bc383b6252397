/** Physical limits of what files say of stablecoins and hacks. */

import { deepFreeze } from '@barograph/core';

/** Limits, ends included. */
export interface EventTerms {
  readonly version: `event-files/${string}`;
  /** Price of a stablecoin, USD: it can lose all of it, and is never two. */
  readonly price: readonly [low: number, high: number];
  /** Circulating value, USD. */
  readonly supply: readonly [low: number, high: number];
  /** Largest loss of a hack, USD. */
  readonly maxLossUsd: number;
  /** The same of losses that were read out of a text: more is the paper value of coins that nobody could sell. */
  readonly maxParsedLossUsd: number;
}

/** Version 1. The largest loss of any list is 3.5e9; a total of 1e13 is thirty times the largest there was. */
export const EVENT_TERMS_V1: EventTerms = deepFreeze({
  version: 'event-files/1',
  price: [1e-6, 2],
  supply: [0, 1e13],
  maxLossUsd: 5e9,
  maxParsedLossUsd: 7e8,
});
