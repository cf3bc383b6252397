/** Repeated conditional request of a feed such as RSS or Atom. */

import type { Result } from '@barograph/core';
import { textPayload } from '../payload/text-payload.ts';
import type { Fetched, KnownAnswer, Upstream } from '../ask.ts';
import type { UpstreamProblem } from '../problem.ts';

/** Feed with its parser. */
export interface AskedFeed<Item> {
  readonly url: string;
  readonly maxBytes: number;
  /** Parses the items of a body, or returns the reason. */
  readonly read: (body: string) => Result<readonly Item[], string>;
}

/** Outcome of one request. */
export interface FeedOutcome<Item> {
  readonly answer: Result<Fetched<string>, UpstreamProblem>;
  /** Empty when nothing has changed. */
  readonly items: readonly Item[];
  /** Reason why a received body was unreadable. */
  readonly broken: string | undefined;
}

/** @returns the request; it stores the validators of its last answer. */
export function feedQuestion<Item>({
  url,
  maxBytes,
  read,
}: AskedFeed<Item>): (on: Upstream) => Promise<FeedOutcome<Item>> {
  const { pathname: path, searchParams } = new URL(url);
  const query = Object.fromEntries(searchParams);
  let known: KnownAnswer<string> | undefined;
  return async (on) => {
    let items: readonly Item[] = [];
    let broken: string | undefined;
    const answer = await on.request({
      path,
      query,
      weight: 1,
      priority: 'live',
      format: 'text',
      schema: textPayload,
      maxBytes,
      known,
      refusalOf: (body) => {
        const found = read(String(body));
        if (found.ok) items = found.value;
        broken = found.ok ? undefined : found.error;
        return broken;
      },
    });
    if (answer.ok) {
      const { validators } = answer.value;
      known = validators === undefined ? undefined : { ...validators, value: '' };
    }
    return { answer, items, broken };
  };
}
