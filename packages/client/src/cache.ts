/** Cache of answers by `ETag`: the service confirms an unchanged answer without sending it again. */

import type { World } from './perform.ts';

/** Bounds of the cache. */
export interface CacheBounds {
  /** Maximum number of answers; the least recently used is dropped first. */
  readonly entries: number;
  /** Maximum bytes of their bodies. */
  readonly bytes: number;
}

/** Default bounds. */
export const CACHE_V1: CacheBounds = Object.freeze({ entries: 200, bytes: 16 * 2 ** 20 });

interface Kept {
  readonly tag: string;
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

const NOT_MODIFIED = 304;

/** Cache key: URL and all headers that may change the answer, including the API key. */
function nameOf(url: string, headers: Headers): string {
  return JSON.stringify([url, ...[...headers].filter(([name]) => name !== 'x-request-id')]);
}

/**
 * Wraps `fetch` with an in-memory cache of answers with an `ETag`. A GET of a cached answer sends `If-None-Match`; a 304 is
 * returned as a 200 with the cached body and the headers of this call (allowance, request id, age). Every call reaches the
 * service.
 *
 * Not cached: streams, `no-store` answers such as paid ones, and bodies larger than an eighth of the byte bound.
 */
export function remembering(fetch: World['fetch'], { entries, bytes }: CacheBounds): World['fetch'] {
  const kept = new Map<string, Kept>();
  let size = 0;
  const forget = (name: string): void => {
    size -= kept.get(name)?.body.byteLength ?? 0;
    kept.delete(name);
  };
  const keep = (name: string, entry: Kept): void => {
    forget(name);
    if (entry.body.byteLength > bytes / 8) return;
    kept.set(name, entry);
    size += entry.body.byteLength;
    for (const oldest of kept.keys()) {
      if (kept.size <= entries && size <= bytes) break;
      forget(oldest);
    }
  };

  return async (url, init) => {
    const headers = new Headers(init.headers);
    // A caller with its own tag expects the 304.
    if ((init.method ?? 'GET') !== 'GET' || headers.has('if-none-match')) return fetch(url, init);
    const name = nameOf(url, headers);
    const known = kept.get(name);
    if (known !== undefined) headers.set('if-none-match', known.tag);
    const response = await fetch(url, known === undefined ? init : { ...init, headers: Object.fromEntries(headers) });
    if (known !== undefined && response.status === NOT_MODIFIED) {
      keep(name, known); // most recently used
      const both = new Headers(known.headers);
      for (const [header, value] of response.headers) both.set(header, value);
      return new Response(known.body.slice(0), { status: 200, headers: both });
    }
    const tag = response.headers.get('etag');
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (response.status !== 200) return response;
    const isOnce = response.headers.get('cache-control')?.includes('no-store') === true;
    if (tag === null || isStream || isOnce) {
      forget(name);
      return response;
    }
    const body = await response.arrayBuffer();
    const own = new Headers(response.headers);
    // The body is already decoded, so encoding and length no longer apply.
    own.delete('content-encoding');
    own.delete('content-length');
    keep(name, { tag, body, headers: own });
    return new Response(body.slice(0), { status: 200, headers: own });
  };
}
