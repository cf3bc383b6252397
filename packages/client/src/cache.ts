/** Answers that a client keeps by their tag: asked again, the service says whether they still hold, and sends nothing if so. */

import type { World } from './perform.ts';

/** Bounds of the cache. */
export interface CacheBounds {
  /** Answers kept at most; the least lately used goes first. */
  readonly entries: number;
  /** Bytes of their bodies at most. */
  readonly bytes: number;
}

/** Bounds unless the options differ. */
export const CACHE_V1: CacheBounds = Object.freeze({ entries: 200, bytes: 16 * 2 ** 20 });

interface Kept {
  readonly tag: string;
  readonly body: ArrayBuffer;
  readonly headers: Headers;
}

const NOT_MODIFIED = 304;

/** The name of an answer: what was asked, and every header that may change it, the key among them. */
function nameOf(url: string, headers: Headers): string {
  return JSON.stringify([url, ...[...headers].filter(([name]) => name !== 'x-request-id')]);
}

/**
 * A way to a service that remembers answers with an `ETag` in memory. A GET of one that is kept is sent with
 * `If-None-Match`; on a 304 the kept body is answered as a 200, under the headers of now: allowance, request id and age
 * are those of this call. Nothing is ever answered without asking.
 *
 * Not kept: streams, what the service wants nowhere kept, such as an answer that was paid for, and what is larger than an eighth of
 * the bound.
 */
export function remembering(fetch: World['fetch'], { entries, bytes }: CacheBounds): World['fetch'] {
  const kept = new Map<string, Kept>();
  let held = 0;
  const forget = (name: string): void => {
    held -= kept.get(name)?.body.byteLength ?? 0;
    kept.delete(name);
  };
  const keep = (name: string, one: Kept): void => {
    forget(name);
    if (one.body.byteLength > bytes / 8) return;
    kept.set(name, one);
    held += one.body.byteLength;
    for (const oldest of kept.keys()) {
      if (kept.size <= entries && held <= bytes) break;
      forget(oldest);
    }
  };

  return async (url, init) => {
    const headers = new Headers(init.headers);
    // A caller that sends a tag of its own wants to see the 304.
    if ((init.method ?? 'GET') !== 'GET' || headers.has('if-none-match')) return fetch(url, init);
    const name = nameOf(url, headers);
    const known = kept.get(name);
    if (known !== undefined) headers.set('if-none-match', known.tag);
    const response = await fetch(url, known === undefined ? init : { ...init, headers: Object.fromEntries(headers) });
    if (known !== undefined && response.status === NOT_MODIFIED) {
      keep(name, known); // the latest used
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
    // The body is decoded already, and its length is that of what was sent.
    own.delete('content-encoding');
    own.delete('content-length');
    keep(name, { tag, body, headers: own });
    return new Response(body.slice(0), { status: 200, headers: own });
  };
}
