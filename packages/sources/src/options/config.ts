/** Settings of the options venue. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Base URL of the venue's own API. */
export const OPTIONS_URL = 'https://www.deribit.com';

/** Settings; times in ms. */
export interface OptionsVenueConfig {
  readonly version: `options-venue/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Coins whose options are requested. */
  readonly coins: readonly string[];
  /** Rows of the index in one answer. */
  readonly rows: number;
  /** Steps of the index, with the venue's parameter. */
  readonly resolutions: Readonly<Record<'1h' | '1d', { readonly ms: number; readonly word: string }>>;
  /** Age at which the last answer is stale. */
  readonly staleMs: number;
  /** Maximum size of an option chain, bytes. */
  readonly maxBytes: number;
}

/**
 * The venue allows some 20 requests a second without a key; one of 16 minutes needs four.
 *
 * @source the venue's public API reference: rate limits, `get_volatility_index_data`, `get_book_summary_by_currency`.
 */
export const OPTIONS_VENUE_V1: OptionsVenueConfig = Object.freeze({
  version: 'options-venue/1',
  budget: 60,
  coins: ['BTC', 'ETH'],
  rows: 1000,
  resolutions: { '1h': { ms: HOUR_MS, word: '3600' }, '1d': { ms: DAY_MS, word: '1D' } },
  staleMs: 40 * MINUTE_MS,
  maxBytes: 4_194_304,
});
