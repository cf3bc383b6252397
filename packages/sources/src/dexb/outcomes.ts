/** Answers of the second perp exchange as rows of feeds, with the condition of each feed. */

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

/** Feeds that ask by request. */
export type AskedFeed = (typeof ASKED)[number];

/** Rows of an answer. */
export interface Outcome<Rows> {
  readonly rows: Rows;
  readonly fetchedAt: number;
  /** Moment of the venue that the rows reach, epoch ms. */
  readonly at: number;
  /** Some rows that cannot be do not make the others wrong, but the answer is not whole. */
  readonly stale: { readonly isStale?: true };
}

/** Outcomes of all questions. */
export interface Outcomes {
  /** Records how a question ended. */
  take<Rows>(feed: AskedFeed, answer: Answered<Parsed<Rows>>): Result<Outcome<Rows>, FeedProblem>;
  state(now: number): readonly FeedState[];
}

/** Outcomes before any question. */
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
