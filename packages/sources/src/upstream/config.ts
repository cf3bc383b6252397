/**
 * Versioned settings of requests to outside sources.
 *
 * URLs come from the host's configuration: a source `X` has `BAROGRAPH_X_URL` (flag `--x-url`), the base of its HTTP requests, and
 * optionally `BAROGRAPH_X_KEY`. Other addresses (`BAROGRAPH_X_WS_URL`) default to values derived from the base. Tests set them to
 * loopback servers. A source without an address or a required key is not created, and reports "not configured".
 */

import { deepFreeze } from '@barograph/core';

/** Settings of HTTP requests. Times in ms, sizes in bytes. */
export interface UpstreamConfig {
  readonly version: string;
  /** Timeout of an attempt, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Retries of transient failures: network, timeout, truncated body, 5xx. */
  readonly retries: number;
  /** Wait before the first retry, doubled for each further one; the actual wait is 50 to 100 % of it. */
  readonly retryDelayMs: number;
  /** Consecutive failed attempts that open the breaker. */
  readonly breakAfter: number;
  /** Time for which an open breaker refuses, before one trial. */
  readonly breakMs: number;
  /** Pause after 429, 418, 403 or 451 without a stated duration. */
  readonly pauseMs: number;
  /** Pause after 451 without a stated duration, because laws change slowly. @default `pauseMs` */
  readonly restrictedMs?: number;
  /** Maximum accepted `Retry-After`. */
  readonly longestPauseMs: number;
  /** Maximum body size; a request may set its own. */
  readonly maxBytes: number;
  /** Maximum connections to one source. */
  readonly connections: number;
}

/** Settings of streams. Times in ms, sizes in bytes. */
export interface StreamConfig {
  readonly version: string;
  /** Maximum time to open a connection. */
  readonly handshakeMs: number;
  /** Interval of pings; a connection without any frame for an interval is closed. */
  readonly pingMs: number;
  /** Maximum time without a data frame; acknowledgements and pongs do not count. */
  readonly silenceMs: number;
  /** Time without a data frame after which requests check for missing rows. @default never */
  readonly quietMs?: number;
  /** Time in which a row found by request may still arrive by stream. */
  readonly lateMs?: number;
  /** Wait before the first reconnection, doubled up to the maximum; the actual wait is 50 to 100 % of it. */
  readonly reconnectMs: number;
  readonly longestReconnectMs: number;
  /** Maximum frame size. */
  readonly maxBytes: number;
}

/** Settings of HTTP requests, version 1. */
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

/** Settings of streams, version 1. */
export const STREAM_V1: StreamConfig = deepFreeze({
  version: 'stream-v1',
  handshakeMs: 8000,
  pingMs: 20_000,
  silenceMs: 60_000,
  reconnectMs: 1000,
  longestReconnectMs: 30_000,
  maxBytes: 8_388_608,
});
