/** Requests to a host with an API key. */

import { createClient, type OperationId, type World } from '@barograph/client';

/** Refusal in an agent-readable form. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Helpful fields other than code and message: accepted names, suggestions, the required tier. */
  readonly hints: Readonly<Record<string, unknown>>;
}

/** Outcome of a request. */
export type Asked = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: Refusal };

/** Parameters of a request by name, including path parameters. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Answers operations by their id.
 *
 * @example
 * const offline: Ask = async () => ({ ok: false, error: { code: 'unreachable', message: 'no host', hints: {} } });
 * (await offline('index', {}, {})).ok; // → false
 */
export type Ask = (id: string, path: Parameters, query: Parameters, body?: Parameters) => Promise<Asked>;

/** Host with an API key. */
export interface HostToAsk {
  readonly url: string;
  readonly key: string | undefined;
  /** Replaces network access. @default the global `fetch` */
  readonly fetch?: World['fetch'] | undefined;
  /** Retries after a failed request. @default 0, because an agent can retry itself */
  readonly retries?: number | undefined;
}

/**
 * Creates a function that sends requests to a host. Requests count against the limits of the key, as over HTTP.
 *
 * @example
 * const fetch = async () => Response.json({ color: 'green' });
 * const ask = askHost({ url: 'http://127.0.0.1:8787', key: 'bg_live_…', fetch });
 * await ask('indicators.signum_symbol', { symbol: 'BTC' }, {}); // → { ok: true, value: { color: 'green' } }
 */
export function askHost({ url, key, fetch, retries = 0 }: HostToAsk): Ask {
  const client = createClient({
    url,
    key,
    patience: { retries },
    cache: false, // the client lives for one request
    ...(fetch === undefined ? {} : { world: { fetch } }),
  });
  return async (id, path, query, body) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ids come from the table that the client is generated from
    const outcome = await client.ask(id as OperationId, { path, query, ...(body === undefined ? {} : { body }) });
    if (outcome.ok) return { ok: true, value: outcome.value };
    const { code, message, detail, retryAfterMs, requestId } = outcome.error;
    const hints = {
      ...detail,
      ...(retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
      ...(requestId === null ? {} : { requestId }),
    };
    return { ok: false, error: { code, message, hints } };
  };
}
