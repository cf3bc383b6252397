/** One delivery attempt: a POST to a checked address, without redirects, within a deadline. */

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { publicLookup, receiverUrl, type Resolver } from '@barograph/sources';

/** Outcome of an attempt. */
export interface Attempt {
  /** null without an answer. */
  readonly status: number | null;
  /** undefined when the delivery succeeded. */
  readonly error?: string;
}

/** Sends to receivers. */
export type Send = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Attempt>;

/** Rules of sending. */
export interface SenderOptions {
  /** Allows any address, and http, for tests and self-hosting. */
  readonly isPrivateAllowed: boolean;
  readonly timeoutMs: number;
  readonly resolver?: Resolver;
}

/** Creates a sender. It never throws: an attempt contains the error, without details of the host's network. */
export function createSender({ isPrivateAllowed, timeoutMs, resolver }: SenderOptions): Send {
  const lookup = isPrivateAllowed ? undefined : publicLookup(resolver);
  return async (text, headers, body) => {
    // Checked again: the URL may have been stored when other addresses were allowed.
    const url = receiverUrl(text, isPrivateAllowed);
    if (!url.ok) return { status: null, error: url.error };
    return new Promise<Attempt>((done) => {
      const request = (url.value.protocol === 'https:' ? httpsRequest : httpRequest)(
        url.value,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
            'user-agent': 'barograph-webhooks',
            ...headers,
          },
          signal: AbortSignal.timeout(timeoutMs),
          ...(lookup === undefined ? {} : { lookup }),
        },
        (response) => {
          // The body is not read, so that it cannot fill memory.
          response.destroy();
          const { statusCode: status = 0 } = response;
          done(status >= 200 && status < 300 ? { status } : { status, error: `the receiver answered ${status}` });
        },
      );
      request.on('error', (error) => done({ status: null, error: reasonOf(error) }));
      request.end(body);
    });
  };
}

function reasonOf(error: Error & { readonly code?: unknown }): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'the receiver did not answer in time';
  return typeof error.code === 'string' ? `the connection failed: ${error.code}` : error.message;
}
