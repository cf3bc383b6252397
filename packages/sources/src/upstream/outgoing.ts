/** URL and head of a request: the only place that adds a source's key to a request. */

import { shown, UsageError } from '@barograph/core';
import type { TSchema } from 'typebox';
import type { UpstreamAsk, UpstreamOptions } from './ask.ts';
import type { Outgoing } from './exchange.ts';

/**
 * Parts of a base URL.
 *
 * @throws {UsageError} when it is not an http or https URL.
 */
export function baseOf(baseUrl: string): { readonly origin: string; readonly folder: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // The text itself may contain a key.
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsageError(`"baseUrl" expected an address of http or https, got ${shown(url?.protocol ?? 'no address')}`);
  }
  return { origin: url.origin, folder: url.pathname.replace(/\/+$/, '') };
}

/**
 * Builds the request to send.
 *
 * @param folder path of the base URL.
 * @throws {UsageError} when the path has no slash, or has a query.
 */
export function outgoingOf<S extends TSchema>(ask: UpstreamAsk<S>, folder: string, options: UpstreamOptions): Outgoing {
  const { path, query = {}, body, method = body === undefined ? 'GET' : 'POST', known } = ask;
  const { key, headers } = options;
  if (!path.startsWith('/') || path.includes('?')) {
    throw new UsageError(`"path" expected a path that begins with a slash, without a query, got ${shown(path)}`);
  }
  const search = new URLSearchParams({
    ...query,
    ...(key?.in === 'query' ? { [key.name]: key.value } : {}),
  }).toString();
  const secret = key?.in === 'path' ? `/${encodeURIComponent(key.value)}` : '';
  const place = `${folder}${secret}`;
  return {
    path: `${path === '/' && place !== '' ? place : `${place}${path}`}${search === '' ? '' : `?${search}`}`,
    method,
    body: body === undefined ? null : JSON.stringify(body),
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
      ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
      ...(key?.in === 'header' ? { [key.name]: key.value } : {}),
    },
  };
}
