/** Callers that may use MCP on a host: its own names and the allowed pages. */

import { isIP } from 'node:net';

/** Names of a host. */
export interface KnownAs {
  /** Public address; read at each request. */
  readonly publicUrl: () => string;
  /** Origins whose pages may read answers; `*` allows all. */
  readonly corsOrigins?: readonly string[] | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Reason to refuse a request; undefined when it is allowed. An unknown host name may be a foreign name that resolves to
 * this host (DNS rebinding); an address cannot be. A request without an origin comes from no page.
 *
 * @param host the Host header. @param origin the Origin header.
 * @source https://modelcontextprotocol.io/specification/2026-07-28, transports, security
 */
export function refusalOfCaller(
  { publicUrl, corsOrigins = [] }: KnownAs,
  host: string | undefined,
  origin: string | undefined,
): string | undefined {
  const name = urlOf(`http://${host ?? ''}`)?.hostname;
  const own = urlOf(publicUrl());
  const isOurs =
    name !== undefined && (LOOPBACK.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || name === own?.hostname);
  if (!isOurs) return `Host: expected the name of this host, got ${host ?? 'none'}; --public-url says what it is.`;
  if (origin === undefined || corsOrigins.includes(origin) || corsOrigins.includes('*')) return undefined;
  const page = urlOf(origin);
  const isSame = page !== undefined && (page.host === host || page.origin === own?.origin);
  return isSame ? undefined : `Origin: expected this host, or one of its --cors-origin, got ${origin}.`;
}
