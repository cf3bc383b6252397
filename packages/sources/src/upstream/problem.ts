/** Reasons why an outside source gave nothing. */

/**
 * Kind of failure.
 *
 * - `network`: no connection, or it broke before the head of the answer; `timeout`: longer than the time of one attempt;
 *   `truncated`: the body ended early; `server_error`: 5xx. These are retried.
 * - `rate_limited`: 429 or 418, or 503 with `Retry-After`; `blocked`: 403; `restricted`: 451, the source does not
 *   serve this place. Further requests are refused here, unsent, until the pause is over.
 * - `refused`: another status that is not 2xx, or an error inside a 200 that `refusalOf` recognised.
 * - `too_large`: over the size limit; `malformed`: not JSON, such as HTML or error text with 200; `wrong_shape`: JSON of
 *   another form, `field` names the place.
 * - `circuit_open`: too many failures in a row, nothing was sent; `aborted`: the caller's signal.
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

/** A failure of an outside source. Free of keys, queries and addresses: it may be logged and shown. */
export interface UpstreamProblem {
  readonly code: UpstreamProblemCode;
  readonly source: string;
  /** Path of the request, without its query. */
  readonly path: string;
  /** HTTP status; null when there was none. */
  readonly status: number | null;
  /** Place of a `wrong_shape`, such as `/1/0/markPx`; null otherwise. */
  readonly field: string | null;
  /** One line for people. */
  readonly reason: string;
  /** Time from now until a further request can be sent, ms; null when it can be at once. */
  readonly retryAfterMs: number | null;
}

/** One line: source, path and reason. */
export function describeUpstreamProblem({ source, path, reason }: UpstreamProblem): string {
  return `${source} ${path}: ${reason}`;
}
