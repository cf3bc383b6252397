/** Polls the venue's leaderboard hourly, and sooner after a failure. */

import type { Clock } from '../clock.ts';
import type { SteadyClock } from '../upstream/budget.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import type { AccountsClient } from './accounts-client.ts';
import type { ReadLeaders } from './leaderboard-reader.ts';

/** Newest leaderboard. */
export interface ReadLeaderboard {
  readonly board: ReadLeaders;
  /** Epoch ms. */
  readonly at: number;
}

/** Polls of the leaderboard. */
export interface LeaderboardPolls {
  open(): void;
  close(): void;
  /** undefined before the first. */
  newest(): ReadLeaderboard | undefined;
  /** Reason and start of the failure, epoch ms; undefined after a success. */
  failure(): { readonly since: number; readonly reason: string } | undefined;
}

/**
 * Creates the polls of the leaderboard, without starting them.
 * @param onBoard called with each received leaderboard.
 */
export function createLeaderboardPolls(
  client: Pick<AccountsClient, 'leaderboard'>,
  { clock, steady }: { readonly clock: Clock; readonly steady: SteadyClock },
  config: AccountsFeedConfig,
  onBoard: (board: ReadLeaders) => void,
): LeaderboardPolls {
  let newest: ReadLeaderboard | undefined;
  let failure: { readonly since: number; readonly reason: string } | undefined;
  let retryMs = config.leaderboardRetryMs;
  /** Identity of the current opening; polls of an earlier opening do nothing. */
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
