/** Cross-origin requests of browsers: which pages may read the answers. Off unless configured. */

import { OPERATIONS } from '@barograph/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { methodsAt } from './errors.ts';
import type { HeaderMap } from './limits.ts';

/** CORS headers for pages of other origins. */
export interface Cors {
  /** Headers of every answer. */
  readonly always: HeaderMap;
  /** Further headers of answers to this origin. */
  headersFor(origin: string | undefined): HeaderMap;
  /** Headers of the 204 to a preflight; undefined when the request is not a preflight, or the path allows no method. */
  preflight(url: string, headers: IncomingHttpHeaders): HeaderMap | undefined;
}

/** Headers of an answer that a script may read in addition to the safelisted ones. */
const EXPOSED = [
  'X-API-Version',
  'X-Data-Source',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Window',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'X-Known-At',
  'X-Point-In-Time',
  'Mcp-Protocol-Version',
  'Deprecation',
  'Sunset',
  'Payment-Required',
  'Payment-Response',
  'X-Payment-Response',
].join(', ');

/** Headers that a script may send: those of every request, and those that operations declare. */
const ACCEPTED = [
  ...new Set([
    'x-api-key',
    'x-request-id',
    'if-none-match',
    'content-type',
    'traceparent',
    // Further headers of an MCP client.
    'accept',
    'authorization',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    ...OPERATIONS.flatMap(({ headers }) => Object.keys(headers?.properties ?? {}).map((name) => name.toLowerCase())),
  ]),
].join(', ');

/** Paths other than operations that pages of other origins may request. */
const BESIDE: ReadonlyMap<string, readonly string[]> = new Map([['/mcp', ['GET', 'POST', 'DELETE']]]);

/** Lifetime of a preflight's answer in a browser, s. */
const PREFLIGHT_SECONDS = 600;

const NONE: HeaderMap = Object.freeze({});
const OFF: Cors = { always: NONE, headersFor: () => NONE, preflight: () => undefined };

/**
 * Creates the CORS rules for the configured origins.
 *
 * @param origins as browsers send them (`https://example.org`), or `*` for every page; undefined: no origin.
 * @source https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function createCors(origins: readonly string[] | undefined): Cors {
  if (origins === undefined) return OFF;
  const exposed = { 'access-control-expose-headers': EXPOSED };
  const isAny = origins.includes('*');
  const always: HeaderMap = isAny ? { 'access-control-allow-origin': '*', ...exposed } : { vary: 'Origin' };
  const byOrigin = new Map<string, HeaderMap>(
    isAny ? [] : origins.map((origin) => [origin, { 'access-control-allow-origin': origin, ...exposed }]),
  );
  const headersFor = (origin: string | undefined): HeaderMap =>
    origin === undefined ? NONE : (byOrigin.get(origin) ?? NONE);
  return {
    always,
    headersFor,
    preflight: (url, { origin, 'access-control-request-method': wanted }) => {
      const methods = BESIDE.get(url.split('?', 1)[0] ?? '') ?? methodsAt(url);
      if (origin === undefined || wanted === undefined || methods.length === 0) return undefined;
      if (!isAny && !byOrigin.has(origin)) return undefined;
      return {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': ACCEPTED,
        'access-control-max-age': String(PREFLIGHT_SECONDS),
        vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
      };
    },
  };
}
