/** List of the venue, refreshed by polling and by queries that need fresher data. */

import { err, type Result } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedName } from '../market/feeds.ts';
import { createChecked } from '../perpdex/checked.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { FeedState } from '../market/source.ts';
import { problemOf } from './problem.ts';

/** Times of a polled list, ms. */
export interface PolledTimes {
  /** Age above which a query polls. */
  readonly freshMs: number;
  /** Time after a failure during which queries do not poll. */
  readonly againMs: number;
  /** Age at which the list is stale. */
  readonly staleMs: number;
}

/** A polled list. */
export interface Polled<Rows> {
  /** Polls now. Concurrent calls share the request. */
  poll(): Promise<void>;
  /** Returns the list, polled when too old; the last good list, marked stale, when the poll fails. */
  series(): Promise<Result<Series<Rows>, FeedProblem>>;
  state(feed: FeedName, now: number): FeedState;
}

/**
 * Creates a polled list, without requesting it.
 * @param ask requests the list.
 */
export function createPolled<Rows>(
  ask: () => Promise<Answered<Parsed<Rows>>>,
  clock: Pick<Clock, 'now'>,
  { freshMs, againMs, staleMs }: PolledTimes,
): Polled<Rows> {
  const checked = createChecked<Rows>(staleMs);
  let underWay: Promise<void> | undefined;
  let goodAt = -Infinity;
  let failedAt = -Infinity;
  /** Set while the venue does not serve this region. */
  let restricted: FeedProblem | undefined;

  const pollOnce = async (): Promise<void> => {
    const answer = await ask();
    const now = clock.now();
    checked.record(answer, now);
    if (answer.ok) goodAt = answer.value.fetchedAt;
    else failedAt = now;
    const problem = answer.ok ? undefined : problemOf(answer.error);
    restricted = problem?.code === 'unavailable' ? problem : undefined;
  };
  const poll = async (): Promise<void> => {
    underWay ??= pollOnce().finally(() => (underWay = undefined));
    return underWay;
  };
  return {
    poll,
    series: async () => {
      const now = clock.now();
      if (now - goodAt > freshMs && now - failedAt > againMs) await poll();
      return restricted === undefined ? checked.series(clock.now()) : err(restricted);
    },
    state: (feed, now) => checked.state(feed, now),
  };
}
