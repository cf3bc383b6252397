/** Callers that may use MCP on a host: the names that it is known by, and the pages that it allows. */

import { isIP } from 'node:net';

/** Names of a host. */
export interface KnownAs {
  /** Its public address; read when a request comes. */
  readonly publicUrl: () => string;
  /** Pages of other origins that may read answers; `*` is all of them. */
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
 * The reason to refuse a request; undefined: there is none. A name that is none of ours is a name of somebody else that was made to
 * point here (DNS rebinding); addresses cannot be. A request without an origin is of no page.
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
