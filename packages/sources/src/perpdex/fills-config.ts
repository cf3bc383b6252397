/** Settings of trades and fills of the perp venue: what is kept, what is asked for, and when a minute counts as watched. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { STREAM_V1, type StreamConfig } from '../upstream/config.ts';

/** Settings; times in ms. */
export interface PerpdexFillsConfig {
  readonly version: `perpdex-fills/${string}`;
  /** Subscriptions that the venue allows an address, over all connections. */
  readonly subscriptions: number;
  /** Trades, and changes of the connection, are kept for so long. */
  readonly keptMs: number;
  /** Most trades that are kept. A power of two. */
  readonly kept: number;
  /** Most changes of the connection that are kept. */
  readonly keptChanges: number;
  /** Time after which a subscription that the venue has not confirmed no longer holds up the others. */
  readonly confirmMs: number;
  /** Time within which a trade has come: the watch ends so long before the last sign of a connection that broke. */
  readonly delayMs: number;
  /** Difference of the clocks that is not corrected: the watch begins so long after the last confirmation. */
  readonly slackMs: number;
  /** Difference of the clocks from which on nothing counts as watched: minutes would be sealed too early, or too late. */
  readonly apartMs: number;
  /** Longest silence of the stream until which it counts as up: the venue may have accepted subscriptions and serve none. */
  readonly quietMs: number;
  /** Settings of the stream of trades. */
  readonly stream: StreamConfig;
  /** Most accounts whose fills are asked for. */
  readonly accounts: number;
  /** Time between two polls of the fills of an account. */
  readonly pollMs: number;
  /** The first poll reaches back so far. */
  readonly lookbackMs: number;
  /** No poll reaches back further, however long fills did not come. */
  readonly longestBackMs: number;
  /** A poll begins so long before the newest fill that is known. */
  readonly overlapMs: number;
  /** Weight of a question for fills. */
  readonly weight: number;
  /** Rows of one unit of further weight. */
  readonly rowsPerWeight: number;
  /** Rows in one answer. */
  readonly rows: number;
  /** Answers of one poll. */
  readonly pages: number;
  /** Least notional of a liquidation, USD. */
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
