/** Feed of the last leaderboard. */

import { err, ok } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import type { LeaderboardPolls } from './leaderboard-polls.ts';

/** Feed with its state. */
export interface LeaderboardFeed {
  readonly feed: Feeds['leaderboard'];
  state(now: number): FeedState;
}

/** Missed leaderboards after which the last one is stale. */
const LATE_AFTER_BOARDS = 2.5;

/**
 * Creates the feed of the leaderboard.
 * @param leaderboard polls shared with the account feeds.
 */
export function createLeaderboardFeed(
  leaderboard: Pick<LeaderboardPolls, 'newest' | 'failure'>,
  clock: Pick<Clock, 'now'>,
  { leaderboardMs }: Pick<AccountsFeedConfig, 'leaderboardMs'>,
): LeaderboardFeed {
  const isLate = (now: number): boolean => now - (leaderboard.newest()?.at ?? now) > LATE_AFTER_BOARDS * leaderboardMs;
  return {
    feed: {
      pull: async () => {
        const newest = leaderboard.newest();
        const failure = leaderboard.failure();
        if (newest === undefined) {
          if (failure !== undefined) return err({ code: 'stale_source', reason: failure.reason });
          return err({ code: 'stale_source', reason: 'the first leaderboard has not come', isWarming: true });
        }
        const { board, at } = newest;
        const rows = { rows: board.leaders, listed: board.rows, readAt: at };
        return ok({ rows, asOf: at, ...(isLate(clock.now()) ? { isStale: true } : {}) });
      },
    },
    state: (now) => {
      const newest = leaderboard.newest();
      const failure = leaderboard.failure();
      const fault = failure ?? (isLate(now) ? { since: newest!.at, reason: 'no newer leaderboard' } : undefined);
      const missing = fault === undefined ? 'warming' : 'unavailable';
      const status = newest === undefined ? missing : fault === undefined ? 'ok' : 'stale';
      const reason = fault?.reason ?? (newest === undefined ? 'the first leaderboard has not come' : null);
      return { feed: 'leaderboard', status, since: fault?.since ?? null, reason, asOf: newest?.at ?? null };
    },
  };
}
