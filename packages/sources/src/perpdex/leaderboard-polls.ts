/** The leaderboard of the venue, asked for once an hour, and again sooner where that failed. */

import type { Clock } from '../clock.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import type { AccountsClient } from './accounts-client.ts';
import type { ReadLeaders } from './leaderboard-reader.ts';

/** The newest leaderboard. */
export interface ReadLeaderboard {
  readonly board: ReadLeaders;
  /** Epoch ms. */
  readonly at: number;
}

/** Polls of the leaderboard. */
export interface LeaderboardPolls {
  open(): void;
  close(): void;
  /** Undefined before the first. */
  newest(): ReadLeaderboard | undefined;
  /** Reason, and since when, epoch ms; undefined while the newest question succeeded. */
  failure(): { readonly since: number; readonly reason: string } | undefined;
}

/** @param onBoard called with each leaderboard that came. */
export function createLeaderboardPolls(
  client: Pick<AccountsClient, 'leaderboard'>,
  { clock, steady }: { readonly clock: Clock; readonly steady: SteadyClock },
  config: AccountsFeedConfig,
  onBoard: (board: ReadLeaders) => void,
): LeaderboardPolls {
  let newest: ReadLeaderboard | undefined;
  let failure: { readonly since: number; readonly reason: string } | undefined;
  let retryMs = config.leaderboardRetryMs;
  /** Set while it is open: polls of an earlier opening do nothing. */
  let opening: object | undefined;
  let cancel = (): void => undefined;

  const poll = async (mine: object): Promise<void> => {
    const began = steady.now();
    const answer = await client.leaderboard();
    if (opening !== mine) return;
    let wait = config.leaderboardMs;
    if (answer.ok) {
      newest = answer.value;
      failure = undefined;
      retryMs = config.leaderboardRetryMs;
      onBoard(newest.board);
    } else {
      failure = { since: failure?.since ?? clock.now(), reason: answer.error };
      wait = retryMs;
      retryMs = Math.min(config.leaderboardMs, 2 * retryMs);
    }
    cancel = steady.schedule(began + wait, () => void poll(mine));
  };
  return {
    open: () => {
      if (opening !== undefined) return;
      opening = {};
      retryMs = config.leaderboardRetryMs;
      void poll(opening);
    },
    close: () => {
      opening = undefined;
      cancel();
    },
    newest: () => newest,
    failure: () => failure,
  };
}
