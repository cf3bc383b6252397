/** States of the accounts with the largest positions, polled in cycles, because a socket supports only 10 users. */

import { err } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { AccountsQuery, AccountStates } from '../market/accounts.ts';
import type { Feed } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import type { Budget, SteadyClock } from '../upstream/budget.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import type { AccountsClient } from './accounts-client.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import { beginCycle, type Cycle } from './accounts-cycle.ts';
import type { KnownAccounts } from './known-accounts.ts';
import type { LeaderboardPolls } from './leaderboard-polls.ts';
import { createWholeCycle } from './whole-cycle.ts';

/** Parts of the feed. */
export interface AccountsFeedParts {
  readonly client: Pick<AccountsClient, 'account'>;
  readonly known: KnownAccounts;
  readonly leaderboard: Pick<LeaderboardPolls, 'failure'>;
  readonly budget: Pick<Budget, 'waiting'>;
  /** Time until the venue accepts requests, ms. */
  readonly pausedFor: () => number;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly config: AccountsFeedConfig;
}

/** States of accounts with the state of the feed. */
export interface AccountsFeed {
  readonly feed: Feed<AccountsQuery, AccountStates>;
  /** Starts the cycles. */
  open(): void;
  /** Stops the cycles; known addresses stay. */
  close(): void;
  state(now: number): FeedState;
}

/** Creates the feed; it is not open yet. */
export function createAccountsFeed(parts: AccountsFeedParts): AccountsFeed {
  const { client, known, leaderboard, budget, pausedFor, clock, steady, log, config } = parts;
  const whole = createWholeCycle(leaderboard, config, log);
  let cycle: Cycle | undefined;
  let opening: object | undefined;
  let cancel = (): void => undefined;

  /** Time by which a cycle that starts now ends. */
  const endOf = (now: number): number => {
    const end = (Math.floor(now / config.cycleMs) + 1) * config.cycleMs - config.marginMs;
    return end - now < config.leastMs ? end + config.cycleMs : end;
  };
  const run = async (mine: object): Promise<void> => {
    const began = clock.now();
    const end = endOf(began);
    cycle = beginCycle({
      config,
      steady,
      now: () => clock.now(),
      end,
      spreadTo: whole.isFirst() ? began : began + config.spread * (end - began),
      chosen: known.choose(),
      more: (most, but) => known.unasked(most, but),
      ask: async (address) => {
        const answer = await client.account(address, 'demand');
        if (!answer.ok) return err(describeUpstreamProblem(answer.error));
        known.held(address, answer.value.notional, answer.value.at);
        return answer;
      },
      isBehind: (own) => budget.waiting('bulk') > 0 || budget.waiting('demand') > own * config.weight,
      pausedFor,
    });
    const result = await cycle.done;
    if (opening !== mine) return;
    cycle = undefined;
    if (result.tracked > 0) whole.take(result, known.count(), clock.now());
    // The next cycle starts at the planned end of this one, or earlier when this one finished early. Without any account, retry soon.
    const now = clock.now();
    const bound = (Math.floor((now + config.marginMs) / config.cycleMs) + 1) * config.cycleMs - config.marginMs;
    const wait = result.tracked === 0 ? config.tickMs : Math.max(0, Math.min(end, bound) - now);
    cancel = steady.schedule(steady.now() + wait, () => void run(mine));
  };

  return {
    feed: {
      pull: async ({ also = [] }) => {
        for (const address of also) known.add(address, 'held', 0);
        return whole.series(clock.now());
      },
    },
    open: () => {
      if (opening !== undefined) return;
      opening = {};
      void run(opening);
    },
    close: () => {
      opening = undefined;
      cancel();
      cycle?.callOff();
      cycle = undefined;
      whole.forget();
    },
    state: (now) => whole.state(now, () => (cycle === undefined || cycle.left() === 0 ? endOf(now) : cycle.endsBy())),
  };
}
