/**
 * Conditional requests of keys over their limit. A 304 costs nothing, so such requests are answered while a 304 is
 * possible: tags sent by this replica are remembered with their URL. A tag from another replica and an invented one
 * look the same; each costs a computation, so their number per key is limited.
 */

import { createRecent } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { tagsOf } from './send.ts';

/** Limits of remembered tags and of look-ups for unknown ones. */
export interface KnownTagsConfig {
  readonly version: `known-tags/${string}`;
  /** Tags that are remembered. */
  readonly kept: number;
  /** Tags checked per request. */
  readonly perRequest: number;
  /** Requests per key and minute that are computed although their tags are unknown here. */
  readonly unknownPerMinute: number;
  /** Keys whose counts are remembered. */
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
  /** Remembers the tag of the answer to a URL. */
  add(url: string, etag: string): void;
  /** Whether the answer to a request may be a 304. */
  mayMatch(url: string, ifNoneMatch: string, account: string, now: number): boolean;
}

/** Tags as `answer.ts` creates them, from the content alone: equal on all replicas. */
const OURS = /^"[\w-]{22}"$/;

/** Creates an empty memory of tags. */
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
