/** Reasons for a missing answer of an outside source. */

/**
 * Kind of failure.
 *
 * - `network`: no connection, or it broke before the head of the answer; `timeout`: the attempt took too long;
 *   `truncated`: the body ended early; `server_error`: 5xx. These are retried.
 * - `rate_limited`: 429 or 418, or 503 with `Retry-After`; `blocked`: 403; `restricted`: 451, the source does not
 *   serve this place. Further requests are refused without being sent until the pause is over.
 * - `refused`: another status outside 2xx, or an error inside a 200 that `refusalOf` recognised.
 * - `too_large`: over the size limit; `malformed`: not JSON, such as HTML or error text with 200; `wrong_shape`: JSON of
 *   another form, located by `field`.
 * - `circuit_open`: too many consecutive failures, nothing was sent; `aborted`: the caller's signal.
 */
export type UpstreamProblemCode =
  | 'network'
  | 'timeout'
  | 'truncated'
  | 'server_error'
  | 'rate_limited'
  | 'blocked'
  | 'restricted'
  | 'refused'
  | 'too_large'
  | 'malformed'
  | 'wrong_shape'
  | 'circuit_open'
  | 'aborted';

/** Failure of an outside source. It contains no keys, queries or addresses, so it may be logged and shown. */
export interface UpstreamProblem {
  readonly code: UpstreamProblemCode;
  readonly source: string;
  /** Path of the request, without its query. */
  readonly path: string;
  /** HTTP status; null without one. */
  readonly status: number | null;
  /** Location of a `wrong_shape`, such as `/1/0/markPx`; null otherwise. */
  readonly field: string | null;
  /** One line of text. */
  readonly reason: string;
  /** Time until the next request can be sent, ms; null when at once. */
  readonly retryAfterMs: number | null;
}

/** One line with source, path and reason. */
export function describeUpstreamProblem({ source, path, reason }: UpstreamProblem): string {
  return `${source} ${path}: ${reason}`;
}
