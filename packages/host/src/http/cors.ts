/** Cross-origin requests of browsers: which pages may read the answers. Off unless configured. */

import { OPERATIONS } from '@barograph/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { methodsAt } from './errors.ts';
import type { HeaderMap } from './limits.ts';

/** The answers that pages of other origins get. */
export interface Cors {
  /** Headers of every answer. */
  readonly always: HeaderMap;
  /** Headers of answers to this origin beside them. */
  headersFor(origin: string | undefined): HeaderMap;
  /** Headers of the 204 of a preflight; undefined when the request is none, or nothing may be asked there. */
  preflight(url: string, headers: IncomingHttpHeaders): HeaderMap | undefined;
}

/** Headers that a script may read of an answer beside its body and its media type. */
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
    ...OPERATIONS.flatMap(({ headers }) => Object.keys(headers?.properties ?? {}).map((name) => name.toLowerCase())),
  ]),
].join(', ');

/** Lifetime of a preflight's answer in a browser, s. */
const PREFLIGHT_SECONDS = 600;

const NONE: HeaderMap = Object.freeze({});
const OFF: Cors = { always: NONE, headersFor: () => NONE, preflight: () => undefined };

/**
 * The rules of these origins.
 *
 * @param origins as browsers send them (`https://example.org`), or `*` for every page; undefined: none.
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
      const methods = methodsAt(url);
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
