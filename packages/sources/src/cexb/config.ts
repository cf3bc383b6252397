/** Settings of the third derivatives venue; only its forced closes are read. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { ForcedFeedConfig } from '../forced/feed.ts';
import { provenStream } from '../forced/source-parts.ts';
import { streamBelow } from '../forced/stream-url.ts';
import { UPSTREAM_V1, type UpstreamConfig } from '../upstream/config.ts';

/** Base URL of the venue's own API. */
export const CEXB_URL = 'https://www.okx.com';
/** Address of its public stream. */
export const CEXB_WS_URL = 'wss://ws.okx.com:8443/ws/v5/public';

/** Derives the stream address from a base URL. */
export function cexbStreamUrl(url: string): string {
  return url === CEXB_URL ? CEXB_WS_URL : streamBelow(url, '/ws/v5/public');
}

/** Settings; times in ms. */
export interface CexbConfig {
  readonly version: `cexb/${string}`;
  /** Requests in a window of `budgetMs`, each of weight 1. */
  readonly budget: number;
  readonly budgetMs: number;
  readonly upstream: UpstreamConfig;
  /** Time between two requests of the contracts, which convert sizes to amounts. */
  readonly instrumentsMs: number;
  /** Largest list of contracts, bytes. */
  readonly maxBytes: number;
  /** Swap whose trades prove that the stream carries data. */
  readonly provenBy: string;
  readonly forced: ForcedFeedConfig;
}

/**
 * The venue allows an address 20 questions for instruments in 2 seconds, and closes a stream on which nothing is sent for 30.
 *
 * @source the venue's public API reference, v5: rate limits, `public/instruments`, `market/trades`, `liquidation-orders`,
 *   `trades`.
 */
export const CEXB_V2: CexbConfig = Object.freeze({
  version: 'cexb/2',
  budget: 10,
  budgetMs: 2000,
  upstream: { ...UPSTREAM_V1, version: 'cexb-upstream-v1', pauseMs: 10 * MINUTE_MS },
  instrumentsMs: 10 * MINUTE_MS,
  maxBytes: 4_194_304,
  provenBy: 'BTC-USDT-SWAP',
  forced: {
    keptMs: 3 * HOUR_MS,
    kept: 200_000,
    confirmMs: 30_000,
    stream: provenStream('cexb-stream-v2'),
  },
});
