/** Settings of the flows of spot ETFs. */

import type { EtfAsset } from '@barograph/contract';
import { DAY_MS, deepFreeze, HOUR_MS } from '@barograph/core';

/** Base URL of the source's own API. */
export const ETF_URL = 'https://open-api-v4.coinglass.com';

/** Settings; times in ms. */
export interface EtfConfig {
  readonly version: `etf-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two rounds, with a request for each coin. */
  readonly everyMs: number;
  /** Retry time after a failed round. */
  readonly againMs: number;
  /** Age at which the flows are stale: they come once a day. */
  readonly staleMs: number;
  /** Maximum answer size, bytes. */
  readonly maxBytes: number;
  /** Maximum plausible flow of a fund in a day, USD; more means wrong units. */
  readonly maxFlowUsd: number;
  /** Time from the start of a trading day until a file's row counts as known: 03:00 UTC of the next day. */
  readonly reportMs: number;
  /** Paths by coin. */
  readonly paths: Readonly<Record<EtfAsset, string>>;
}

/** @source the vendor's documentation, API v4, `flow-history` of `etf/bitcoin`, `etf/ethereum` and `etf/solana`; 30 requests a minute on its least plan. */
export const ETF_V1: EtfConfig = deepFreeze({
  version: 'etf-source/1',
  budget: 20,
  everyMs: HOUR_MS,
  againMs: 60_000,
  staleMs: 6 * HOUR_MS,
  maxBytes: 8_388_608,
  maxFlowUsd: 1e11,
  reportMs: DAY_MS + 3 * HOUR_MS,
  paths: {
    btc: '/api/etf/bitcoin/flow-history',
    eth: '/api/etf/ethereum/flow-history',
    sol: '/api/etf/solana/flow-history',
  },
});
