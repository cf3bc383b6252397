/** Settings of trades and fills of the perp venue: memory, requests, and conditions of a watched minute. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { STREAM_V1, type StreamConfig } from '../upstream/config.ts';

/** Settings of trades and fills; times in ms. */
export interface PerpdexFillsConfig {
  readonly version: `perpdex-fills/${string}`;
  /** Maximum subscriptions of an address, over all connections. */
  readonly subscriptions: number;
  /** Time for which trades and changes of the connection are kept. */
  readonly keptMs: number;
  /** Maximum trades in memory, a power of two. */
  readonly kept: number;
  /** Maximum changes of the connection in memory. */
  readonly keptChanges: number;
  /** Time after which an unconfirmed subscription no longer delays the others. */
  readonly confirmMs: number;
  /** Maximum delay of a trade: the watch ends this long before the last sign of life of a broken connection. */
  readonly delayMs: number;
  /** Uncorrected clock difference: the watch begins this long after the last confirmation. */
  readonly slackMs: number;
  /** Clock difference from which nothing counts as watched, because minutes would be sealed too early or too late. */
  readonly apartMs: number;
  /** Maximum silence of a stream that counts as up; the venue may accept subscriptions and serve none. */
  readonly quietMs: number;
  readonly stream: StreamConfig;
  /** Maximum accounts whose fills are requested. */
  readonly accounts: number;
  /** Time between two polls of the fills of an account. */
  readonly pollMs: number;
  /** Start of the first poll, before now. */
  readonly lookbackMs: number;
  /** Maximum span of a poll, however long fills were missing. */
  readonly longestBackMs: number;
  /** Start of a poll, before the newest known fill. */
  readonly overlapMs: number;
  /** Weight of a fills request. */
  readonly weight: number;
  /** Rows per additional unit of weight. */
  readonly rowsPerWeight: number;
  /** Maximum rows of an answer. */
  readonly rows: number;
  /** Maximum answers of a poll. */
  readonly pages: number;
  /** Minimum notional of a liquidation, USD. */
  readonly liquidationUsd: number;
}

/** @source the venue's public API reference: rate limits, `userFillsByTime`, websocket limits. */
export const PERPDEX_FILLS_V1: PerpdexFillsConfig = Object.freeze({
  version: 'perpdex-fills/1',
  subscriptions: 1000,
  keptMs: 5 * MINUTE_MS,
  kept: 2 ** 19,
  keptChanges: 4096,
  confirmMs: 30_000,
  delayMs: 2000,
  slackMs: 1000,
  apartMs: 3000,
  quietMs: 5000,
  stream: { ...STREAM_V1, version: 'trades-stream-v1', pingMs: 5000 },
  accounts: 10,
  pollMs: 30_000,
  lookbackMs: 10 * MINUTE_MS,
  longestBackMs: DAY_MS,
  overlapMs: 10_000,
  weight: 20,
  rowsPerWeight: 20,
  rows: 2000,
  pages: 6,
  liquidationUsd: 250,
});
