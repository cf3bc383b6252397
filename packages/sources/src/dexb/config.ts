/** Settings of the second perp exchange. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { ForcedFeedConfig } from '../forced/feed.ts';
import { provenStream } from '../forced/source-parts.ts';
import { streamBelow } from '../forced/stream-url.ts';
import { UPSTREAM_V1, type UpstreamConfig } from '../upstream/config.ts';

/** Base URL of the venue's own API. */
export const DEXB_URL = 'https://api.bybit.com';
/** Address of its stream of linear perps. */
export const DEXB_WS_URL = 'wss://stream.bybit.com/v5/public/linear';

/** Derives the stream address from a base URL. */
export function dexbStreamUrl(url: string): string {
  return url === DEXB_URL ? DEXB_WS_URL : streamBelow(url, '/v5/public/linear');
}

/** Settings; times in ms. */
export interface DexbConfig {
  readonly version: `dexb/${string}`;
  /** Requests in a window of `budgetMs`, each of weight 1. */
  readonly budget: number;
  readonly budgetMs: number;
  readonly upstream: UpstreamConfig;
  /** Age up to which tickers are reused: many callers request them. */
  readonly sharedMs: number;
  /** Time between two requests of the instruments. */
  readonly instrumentsMs: number;
  /** Instruments in one answer. */
  readonly instrumentRows: number;
  /** Settlements and samples in one answer. */
  readonly rows: number;
  /** Maximum pages of a query; longer queries get the newest rows. */
  readonly pages: number;
  /** Age at which the last answer is stale. */
  readonly staleMs: number;
  /** Topics per subscription. A refused topic makes the venue refuse its whole subscription. */
  readonly topics: number;
  /** Perp whose trades prove that the stream carries data. */
  readonly provenBy: string;
  readonly forced: ForcedFeedConfig;
}

/**
 * The venue allows an address 600 requests in 5 seconds and bans it for ten minutes with 403; a third of that leaves room for
 * other programs of the same address.
 *
 * @source the venue's public API reference, v5: rate limits, tickers, instruments, funding history, open interest,
 *   recent trades, `allLiquidation`, `publicTrade`.
 */
export const DEXB_V2: DexbConfig = Object.freeze({
  version: 'dexb/2',
  budget: 200,
  budgetMs: 5000,
  upstream: { ...UPSTREAM_V1, version: 'dexb-upstream-v1', pauseMs: 10 * MINUTE_MS },
  sharedMs: 10_000,
  instrumentsMs: 10 * MINUTE_MS,
  instrumentRows: 1000,
  rows: 200,
  pages: 50,
  staleMs: 15 * MINUTE_MS,
  topics: 10,
  provenBy: 'BTCUSDT',
  forced: {
    keptMs: 3 * HOUR_MS,
    kept: 200_000,
    confirmMs: 30_000,
    stream: provenStream('dexb-stream-v2'),
  },
});
