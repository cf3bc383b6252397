/** Settings of the source of coins. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Base URL of the source's own API. */
export const COINS_URL = 'https://api.coingecko.com';

/** Settings; times in ms. */
export interface CoinsConfig {
  readonly version: `coins-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Coins per page, at most 250. */
  readonly perPage: number;
  /** Pages of the table, largest coins first. */
  readonly pages: number;
  /** Time between two requests until the table is complete, and afterwards. */
  readonly firstMs: number;
  readonly everyMs: number;
  /** Age at which the categories, and the contracts of all coins, are requested again. */
  readonly categoriesMs: number;
  readonly contractsMs: number;
  /** One request in this many fetches the categories of a single coin. */
  readonly detailEvery: number;
  /** Age at which the oldest page is stale. */
  readonly staleMs: number;
  /** Largest answer, bytes: the list of contracts has some 17,000 coins. */
  readonly maxBytes: number;
}

/**
 * A key of the free plan has 30 requests a minute and 10,000 a month, a caller without one about 5 a minute. Ten pages an
 * hour, their details and lists are 9,500 a month.
 *
 * @source the vendor's public API reference: plans, `coins/markets`, `coins/categories`, `coins/list`, `coins/{id}`.
 */
export const COINS_V1: CoinsConfig = Object.freeze({
  version: 'coins-source/1',
  budget: 5,
  perPage: 250,
  pages: 10,
  firstMs: 15_000,
  everyMs: 4.5 * MINUTE_MS,
  categoriesMs: 6 * HOUR_MS,
  contractsMs: DAY_MS,
  detailEvery: 4,
  staleMs: 3 * HOUR_MS,
  maxBytes: 16_777_216,
});
