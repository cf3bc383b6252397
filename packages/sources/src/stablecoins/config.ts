/** Settings of the source of stablecoins. */

import { DAY_MS, deepFreeze, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Base of the requests of the source itself, keyless. */
export const STABLECOINS_URL = 'https://stablecoins.llama.fi';

/** Settings; times in ms. */
export interface StablecoinsConfig {
  readonly version: `stablecoins-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two requests of all coins with prices, and of the history of their total. */
  readonly coinsMs: number;
  readonly totalMs: number;
  /** Minimum circulating value of a coin, USD. */
  readonly minSupplyUsd: number;
  /** Plausible prices of a pegged coin; others are interest-bearing or defunct tokens. */
  readonly price: readonly [low: number, high: number];
  /** Maximum age of prices, and of supplies. */
  readonly keptMs: number;
  readonly suppliesKeptMs: number;
  /** Minimum time between two stored supplies of a coin. */
  readonly supplyMs: number;
  /** Age at which a kind is stale. */
  readonly coinsStaleMs: number;
  readonly totalStaleMs: number;
  /** Maximum answer size, bytes. */
  readonly maxBytes: number;
}

/**
 * All coins are half a megabyte, the history of the total about as much. Prices above 1.05 in the recorded answer of 2026-01 are of
 * tokens of treasury funds (USYC, USDY, TBILL), which rise for good; those below .5 of coins that collapsed years before.
 *
 * @source the vendor's OpenAPI document, `stablecoins` and `stablecoincharts/all`; its recorded answer of 2026-01.
 */
export const STABLECOINS_V1: StablecoinsConfig = deepFreeze({
  version: 'stablecoins-source/1',
  budget: 30,
  coinsMs: 10 * MINUTE_MS,
  totalMs: 3 * HOUR_MS,
  minSupplyUsd: 1e7,
  price: [0.01, 1.05],
  keptMs: 11 * DAY_MS,
  suppliesKeptMs: 40 * DAY_MS,
  supplyMs: 6 * HOUR_MS,
  coinsStaleMs: HOUR_MS,
  totalStaleMs: DAY_MS,
  maxBytes: 16_777_216,
});
