/** Combined state of a feed with several requests, each of which succeeds or fails separately. */

import { err, ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedName } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import { createLastGood, type LastGood } from '../last-good.ts';

/** States of the parts of a feed. */
export interface Parts {
  /** Adds a part whose answers are stale after `staleMs`. */
  part(staleMs: number): Pick<LastGood<null>, 'record'>;
  /** Returns the state of the worst part, with the reasons of failed parts; available once one part is. */
  state(feed: FeedName, now: number): FeedState;
  /** Returns rows, marked stale when no part is fresh. */
  under<Rows>(feed: FeedName, now: number, rows: () => Rows): Result<Series<Rows>, FeedProblem>;
}

/** Maximum reasons in a state. */
const NAMED = 3;

/** Creates a state without parts. */
export function createParts(): Parts {
  const parts: LastGood<null>[] = [];
  const state: Parts['state'] = (feed, now) => {
    const states = parts.map((part) => part.state(feed, now));
    const there = states.filter(({ asOf }) => asOf !== null);
    const failed = states.filter(({ status }) => status === 'stale' || status === 'unavailable');
    const isWarming = there.length === 0 && failed.length < states.length;
    const reasons = failed.map(({ reason }) => reason).slice(0, NAMED);
    const more = failed.length > NAMED ? `; and ${failed.length - NAMED} more` : '';
    const since = failed.reduce((first, state) => Math.min(first, state.since ?? Infinity), Infinity);
    const asOf = there.reduce((last, state) => Math.max(last, state.asOf!), -Infinity);
    const status = isWarming ? 'warming' : there.length === 0 ? 'unavailable' : failed.length > 0 ? 'stale' : 'ok';
    return {
      feed,
      status,
      since: Number.isFinite(since) ? since : null,
      reason: failed.length > 0 ? `${reasons.join('; ')}${more}` : isWarming ? 'nothing received yet' : null,
      asOf: Number.isFinite(asOf) ? asOf : null,
    };
  };
  return {
    part: (staleMs) => {
      const state = createLastGood<null>(staleMs);
      parts.push(state);
      return state;
    },
    state,
    under: (feed, now, rows) => {
      const { asOf, status, reason } = state(feed, now);
      if (asOf === null) {
        const isWarming = status === 'warming' ? { isWarming: true as const } : {};
        return err({ code: 'stale_source', reason: reason ?? 'nothing received yet', ...isWarming });
      }
      const isFresh = parts.some((part) => part.state(feed, now).status === 'ok');
      return ok({ rows: rows(), asOf, ...(isFresh ? {} : { isStale: true as const }) });
    },
  };
}
