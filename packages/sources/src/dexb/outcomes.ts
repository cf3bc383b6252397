/** Feed rows of the second perp exchange, with the state of each feed. */

import { err, ok, type Result } from '@barograph/core';
import type { Clock } from '../clock.ts';
import { feedProblem } from '../forced/source-parts.ts';
import { bare, createLastGood } from '../last-good.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import type { DexbConfig } from './config.ts';

const ASKED = ['venuePerps', 'settlements', 'venueOpenInterest'] as const;

/** Feeds that are read by request. */
export type AskedFeed = (typeof ASKED)[number];

/** Rows of an answer. */
export interface Outcome<Rows> {
  readonly rows: Rows;
  readonly fetchedAt: number;
  /** As-of time of the rows by the venue's clock, epoch ms. */
  readonly at: number;
  /** Invalid rows were dropped: the other rows stay valid, but the answer is incomplete. */
  readonly stale: { readonly isStale?: true };
}

/** Outcomes of all requests. */
export interface Outcomes {
  /** Records the outcome of a request. */
  take<Rows>(feed: AskedFeed, answer: Answered<Parsed<Rows>>): Result<Outcome<Rows>, FeedProblem>;
  state(now: number): readonly FeedState[];
}

/** Creates an empty record. */
export function createOutcomes(clock: Pick<Clock, 'now'>, { staleMs }: Pick<DexbConfig, 'staleMs'>): Outcomes {
  const good = {
    venuePerps: createLastGood<null>(staleMs),
    settlements: createLastGood<null>(),
    venueOpenInterest: createLastGood<null>(),
  };
  return {
    take: (feed, answer) => {
      good[feed].record(bare(answer), clock.now());
      if (!answer.ok) return err(feedProblem(answer.error));
      const { value, fetchedAt } = answer.value;
      const stale = value.fault === undefined ? {} : ({ isStale: true } as const);
      return ok({ rows: value.rows, fetchedAt, at: reachedBy(answer.value), stale });
    },
    state: (now) => ASKED.map((feed) => good[feed].state(feed, now)),
  };
}
