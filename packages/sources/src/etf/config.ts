/** Settings of the flows of spot ETFs. */

import type { EtfAsset } from '@barograph/contract';
import { DAY_MS, deepFreeze, HOUR_MS } from '@barograph/core';

/** Base of the requests of the source itself. */
export const ETF_URL = 'https://open-api-v4.coinglass.com';

/** Settings; times in ms. */
export interface EtfConfig {
  readonly version: `etf-source/${string}`;
  /** Requests in a minute, each of weight 1. */
  readonly budget: number;
  /** Time between two rounds of questions, one for each coin. */
  readonly everyMs: number;
  /** Time after a round that failed. */
  readonly againMs: number;
  /** Age at which the flows are stale: they come once a day. */
  readonly staleMs: number;
  /** Largest answer, bytes. */
  readonly maxBytes: number;
  /** No fund ever moved more in a day, USD: more is a fault of units. */
  readonly maxFlowUsd: number;
  /** From the start of a trading day to the moment at which a file counts as known: 03:00 UTC of the next day. */
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
