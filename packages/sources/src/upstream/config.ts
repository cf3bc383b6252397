/**
 * Versioned settings of everything that asks an outside source.
 *
 * Addresses come from the configuration of the host, not from here: a source `X` has `BAROGRAPH_X_URL` (flag `--x-url`), the
 * base of its HTTP requests, and, where it takes one, `BAROGRAPH_X_KEY`. Further addresses of a source
 * (`BAROGRAPH_X_WS_URL`) follow from the base unless they are set. Tests set them to loopback servers. A source without an
 * address, or without a key that it cannot do without, is not made at all, and says "not configured".
 */

import { deepFreeze } from '@barograph/core';

/** Settings of HTTP requests. Times in ms, sizes in bytes. */
export interface UpstreamConfig {
  readonly version: string;
  /** Of one attempt, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Attempts after the first, of failures that may pass: network, timeout, truncated body, 5xx. */
  readonly retries: number;
  /** Wait before the first retry, doubled for each further one; the actual wait is between half of it and all of it. */
  readonly retryDelayMs: number;
  /** Consecutive failed attempts that open the breaker. */
  readonly breakAfter: number;
  /** Time for which an open breaker refuses; then one attempt tries. */
  readonly breakMs: number;
  /** Pause after 429, 418, 403 or 451 that do not say how long. */
  readonly pauseMs: number;
  /** Pause after 451 that does not say how long; as `pauseMs` when left out. Laws do not change by the minute. */
  readonly restrictedMs?: number;
  /** Longest pause that a `Retry-After` is believed. */
  readonly longestPauseMs: number;
  /** Largest body. A request may set its own. */
  readonly maxBytes: number;
  /** Open connections to one source. */
  readonly connections: number;
}

/** Settings of streams. Times in ms, sizes in bytes. */
export interface StreamConfig {
  readonly version: string;
  /** Longest time for a connection to open. */
  readonly handshakeMs: number;
  /** Time between pings; a connection on which nothing at all arrives from one to the next is cut. */
  readonly pingMs: number;
  /** Longest time without a data frame; acknowledgements and pongs do not count. */
  readonly silenceMs: number;
  /** Time without a data frame after which requests are asked for rows that the stream should have carried; never without it. */
  readonly quietMs?: number;
  /** Time in which a row that a request has shown may still come by stream. */
  readonly lateMs?: number;
  /** Wait before the first reconnection, doubled up to the longest; the actual wait is between half of it and all of it. */
  readonly reconnectMs: number;
  readonly longestReconnectMs: number;
  /** Largest frame. */
  readonly maxBytes: number;
}

/** Settings of HTTP requests, first version. */
export const UPSTREAM_V1: UpstreamConfig = deepFreeze({
  version: 'upstream-v1',
  timeoutMs: 8000,
  retries: 2,
  retryDelayMs: 500,
  breakAfter: 6,
  breakMs: 15_000,
  pauseMs: 60_000,
  longestPauseMs: 259_200_000,
  maxBytes: 8_388_608,
  connections: 8,
});

/** Settings of streams, first version. */
export const STREAM_V1: StreamConfig = deepFreeze({
  version: 'stream-v1',
  handshakeMs: 8000,
  pingMs: 20_000,
  silenceMs: 60_000,
  reconnectMs: 1000,
  longestReconnectMs: 30_000,
  maxBytes: 8_388_608,
});
