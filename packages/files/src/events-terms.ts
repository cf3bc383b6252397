/** Plausible ranges of stablecoin and hack values in files. */

import { deepFreeze } from '@barograph/core';

/** Limits, ends included. */
export interface EventTerms {
  readonly version: `event-files/${string}`;
  /** Price of a stablecoin, USD: it can fall to 0, and never reaches 2. */
  readonly price: readonly [low: number, high: number];
  /** Circulating value, USD. */
  readonly supply: readonly [low: number, high: number];
  /** Maximum loss of a hack, USD. */
  readonly maxLossUsd: number;
  /** Maximum loss parsed from text, USD; more is the paper value of unsellable coins. */
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
