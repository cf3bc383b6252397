/** Questions of a source as one condition: each answers or fails on its own. */

import { err, ok, type Result } from '@barograph/core';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedName } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import { createLastGood, type LastGood } from '../last-good.ts';

/** Conditions of the parts of a feed. */
export interface Parts {
  /** A part, whose answers are stale at an age. */
  part(staleMs: number): Pick<LastGood<null>, 'record'>;
  /** The feed is as its worst part is, with the reasons of those that failed; there, as soon as one part is. */
  state(feed: FeedName, now: number): FeedState;
  /** Rows under that condition: stale when no part is fresh. */
  under<Rows>(feed: FeedName, now: number, rows: () => Rows): Result<Series<Rows>, FeedProblem>;
}

/** Reasons that a condition names. */
const NAMED = 3;

/** A feed without parts yet. */
export function createParts(): Parts {
  const parts: LastGood<null>[] = [];
  const state: Parts['state'] = (feed, now) => {
    const states = parts.map((one) => one.state(feed, now));
    const there = states.filter(({ asOf }) => asOf !== null);
    const failed = states.filter(({ status }) => status === 'stale' || status === 'unavailable');
    const isWarming = there.length === 0 && failed.length < states.length;
    const reasons = failed.map(({ reason }) => reason).slice(0, NAMED);
    const more = failed.length > NAMED ? `; and ${failed.length - NAMED} more` : '';
    const since = failed.reduce((first, one) => Math.min(first, one.since ?? Infinity), Infinity);
    const asOf = there.reduce((last, one) => Math.max(last, one.asOf!), -Infinity);
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
      const made = createLastGood<null>(staleMs);
      parts.push(made);
      return made;
    },
    state,
    under: (feed, now, rows) => {
      const { asOf, status, reason } = state(feed, now);
      if (asOf === null) {
        const isWarming = status === 'warming' ? { isWarming: true as const } : {};
        return err({ code: 'stale_source', reason: reason ?? 'nothing received yet', ...isWarming });
      }
      const isFresh = parts.some((one) => one.state(feed, now).status === 'ok');
      return ok({ rows: rows(), asOf, ...(isFresh ? {} : { isStale: true as const }) });
    },
  };
}
