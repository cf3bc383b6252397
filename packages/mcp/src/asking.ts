/** Questions to a host, in the name of a key. */

import { createClient, type OperationId, type World } from '@barograph/client';

/** A refusal as an agent should read it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Fields beside code and message that help: accepted names, suggestions, the tier that is needed. */
  readonly hints: Readonly<Record<string, unknown>>;
}

/** The outcome of a question. */
export type Asked = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: Refusal };

/** Parameters of a question by name, those of the path among them. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Answers operations by their id.
 *
 * @example
 * const offline: Ask = async () => ({ ok: false, error: { code: 'unreachable', message: 'no host', hints: {} } });
 * (await offline('index', {}, {})).ok; // → false
 */
export type Ask = (id: string, path: Parameters, query: Parameters, body?: Parameters) => Promise<Asked>;

/** A host to ask, in the name of a key. */
export interface HostToAsk {
  readonly url: string;
  readonly key: string | undefined;
  /** The way to it, where that is not the network. */
  readonly fetch?: World['fetch'] | undefined;
  /** Further attempts; none where an agent can ask again by itself. */
  readonly retries?: number | undefined;
}

/**
 * Asks a host. Every question counts against the limits of the key, as over HTTP.
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
    cache: false, // a client for each request remembers nothing
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
