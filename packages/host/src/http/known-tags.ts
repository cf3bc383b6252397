/**
 * Conditional requests of keys that are over their limit. A 304 costs nothing, so they are answered as long as it may be
 * one: a tag that was sent from here is remembered with its URL. A tag of another replica is not, and one that was made
 * up looks the same; each opens a computation, and of those a key has only so many.
 */

import { createRecent } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { tagsOf } from './send.ts';

/** Bounds of what is remembered and of what is looked at without being known. */
export interface KnownTagsConfig {
  readonly version: `known-tags/${string}`;
  /** Tags that are remembered. */
  readonly kept: number;
  /** Tags of one request that are looked at. */
  readonly perRequest: number;
  /** Requests of a key in a minute that are computed although nobody knows their tags here. */
  readonly unknownPerMinute: number;
  /** Keys whose minutes are remembered. */
  readonly keys: number;
}

/** A changed number is a new constant. */
export const KNOWN_TAGS_V1: KnownTagsConfig = Object.freeze({
  version: 'known-tags/1',
  kept: 4000,
  perRequest: 8,
  unknownPerMinute: 60,
  keys: 4000,
});

/** Tags of answers. */
export interface KnownTags {
  /** Remembers the tag that the answer of a URL had. */
  add(url: string, etag: string): void;
  /** Whether the answer to a request may be a 304 that is still to be found out. */
  mayMatch(url: string, ifNoneMatch: string, account: string, now: number): boolean;
}

/** Tags as `answer.ts` makes them, of the content alone: equal on all replicas. */
const OURS = /^"[\w-]{22}"$/;

/** A memory of tags that knows none yet. */
export function createKnownTags(config: KnownTagsConfig = KNOWN_TAGS_V1): KnownTags {
  const sent = createRecent<true>(config.kept);
  const looks = createRecent<{ readonly minute: number; count: number }>(config.keys);
  const mayLook = (account: string, now: number): boolean => {
    const minute = Math.floor(now / MINUTE_MS);
    let look = looks.get(account);
    if (look?.minute !== minute) looks.set(account, (look = { minute, count: 0 }));
    return ++look.count <= config.unknownPerMinute;
  };
  return {
    add: (url, etag) => {
      for (const tag of tagsOf(etag)) sent.set(`${url} ${tag}`, true);
    },
    mayMatch: (url, ifNoneMatch, account, now) => {
      const tags = tagsOf(ifNoneMatch).slice(0, config.perRequest);
      if (tags.some((tag) => sent.get(`${url} ${tag}`) === true)) return true;
      return tags.some((tag) => OURS.test(tag)) && mayLook(account, now);
    },
  };
}
