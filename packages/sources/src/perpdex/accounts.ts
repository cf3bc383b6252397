/** States of the accounts that hold the most, polled in cycles: a socket carries 10 users at most. */

import { err, ok } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { AccountsQuery, AccountStates } from '../market/accounts.ts';
import type { Feed } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import type { Budget, SteadyClock } from '../upstream/budget.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import type { AccountsClient } from './accounts-client.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import { beginCycle, type Cycle, type CycleResult, type FetchedAccount } from './accounts-cycle.ts';
import type { KnownAccounts } from './known-accounts.ts';
import type { LeaderboardPolls } from './leaderboard-polls.ts';

/** Parts of the feed. */
export interface AccountsFeedParts {
  readonly client: Pick<AccountsClient, 'account'>;
  readonly known: KnownAccounts;
  readonly leaderboard: Pick<LeaderboardPolls, 'failure'>;
  readonly budget: Pick<Budget, 'waiting'>;
  /** Time for which the venue cannot be asked, ms. */
  readonly pausedFor: () => number;
  readonly clock: Clock;
  readonly steady: SteadyClock;
  readonly log: Logger;
  readonly config: AccountsFeedConfig;
}

/** States of accounts, with the condition of the feed. */
export interface AccountsFeed {
  readonly feed: Feed<AccountsQuery, AccountStates>;
  /** Begins cycles. */
  open(): void;
  /** Ends them; what is known of addresses stays. */
  close(): void;
  state(now: number): FeedState;
}

/** Cycles without a whole one after which the last is stale. */
const LATE_AFTER_CYCLES = 2.5;

/** The newest whole cycle. */
interface Whole {
  readonly rows: AccountStates;
  /** Moment of the oldest state in it, epoch ms. */
  readonly asOf: number;
  readonly endedAt: number;
  /** States that were asked for in this cycle: one that then fails is taken from here, once. */
  readonly fetched: ReadonlyMap<string, FetchedAccount>;
}

/** The rows of a cycle; what failed is as the cycle before had it. */
function wholeOf({ fetched, failed, leftOut, tracked }: CycleResult, before: Whole | undefined, now: number): Whole {
  const states = new Map(fetched);
  let missing = leftOut;
  for (const address of failed.keys()) {
    const kept = before?.fetched.get(address);
    if (kept === undefined) missing++;
    else states.set(address, kept);
  }
  const accounts: AccountRecord[] = [];
  let asOf = now;
  for (const { record, at } of states.values()) {
    accounts.push(record);
    asOf = Math.min(asOf, at);
  }
  return { rows: { accounts, tracked, leftOut: missing }, asOf, endedAt: now, fetched };
}

/** A feed that is not open yet. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one cycle after the other, and what is said of the newest
export function createAccountsFeed(parts: AccountsFeedParts): AccountsFeed {
  const { client, known, leaderboard, budget, pausedFor, clock, steady, log, config } = parts;
  let whole: Whole | undefined;
  let failure: { readonly since: number; readonly reason: string } | undefined;
  let cycle: Cycle | undefined;
  let opening: object | undefined;
  let cancel = (): void => undefined;

  /** The moment by which a cycle that begins now ends. */
  const endOf = (now: number): number => {
    const end = (Math.floor(now / config.cycleMs) + 1) * config.cycleMs - config.marginMs;
    return end - now < config.leastMs ? end + config.cycleMs : end;
  };
  const take = (result: CycleResult): void => {
    const { fetched, failed, leftOut, tracked } = result;
    const now = clock.now();
    const came = fetched.size / (fetched.size + failed.size);
    const counts = { tracked, leftOut, failed: failed.size, known: known.count() };
    if (came >= config.leastCame) {
      whole = wholeOf(result, whole, now);
      failure = undefined;
      log.info({ ...counts, asOf: whole.asOf }, 'cycle of accounts');
    } else {
      const [reason = 'no account could be asked for'] = failed.values();
      failure = { since: failure?.since ?? now, reason };
      log.warn({ ...counts, reason }, 'cycle of accounts failed');
    }
  };
  const run = async (mine: object): Promise<void> => {
    const began = clock.now();
    const end = endOf(began);
    const isFirst = whole === undefined;
    cycle = beginCycle({
      config,
      steady,
      now: () => clock.now(),
      end,
      spreadTo: isFirst ? began : began + config.spread * (end - began),
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
    if (result.tracked > 0) take(result);
    // The next one begins where this one was to end, or before it where that one was done early; without any account it is
    // looked for one again soon.
    const now = clock.now();
    const bound = (Math.floor((now + config.marginMs) / config.cycleMs) + 1) * config.cycleMs - config.marginMs;
    const wait = result.tracked === 0 ? config.tickMs : Math.max(0, Math.min(end, bound) - now);
    cancel = steady.schedule(steady.now() + wait, () => void run(mine));
  };
  const isLate = (now: number): boolean =>
    whole !== undefined && now - whole.endedAt > LATE_AFTER_CYCLES * config.cycleMs;
  const fault = (now: number): { readonly since: number; readonly reason: string } | undefined => {
    if (failure !== undefined) return failure;
    if (isLate(now)) {
      const ms = LATE_AFTER_CYCLES * config.cycleMs;
      return { since: whole!.endedAt + ms, reason: `no whole cycle for ${ms / 1000} s` };
    }
    const board = leaderboard.failure();
    return board === undefined ? undefined : { since: board.since, reason: `leaderboard: ${board.reason}` };
  };

  return {
    feed: {
      pull: async ({ also = [] }) => {
        for (const address of also) known.add(address, 'held', 0);
        if (whole === undefined) {
          if (failure !== undefined) return err({ code: 'stale_source', reason: failure.reason });
          return err({ code: 'stale_source', reason: 'the first cycle of accounts has not ended', isWarming: true });
        }
        const { rows, asOf } = whole;
        const isStale = failure !== undefined || isLate(clock.now());
        return ok({ rows, asOf, ...(isStale ? { isStale } : {}) });
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
      whole = undefined;
      failure = undefined;
    },
    state: (now) => {
      const problem = fault(now);
      if (whole !== undefined) {
        const { asOf } = whole;
        if (problem === undefined) return { feed: 'accounts', status: 'ok', since: null, reason: null, asOf };
        return { feed: 'accounts', status: 'stale', ...problem, asOf };
      }
      if (failure !== undefined) return { feed: 'accounts', status: 'unavailable', ...failure, asOf: null };
      const readyAt = cycle === undefined || cycle.left() === 0 ? endOf(now) : cycle.endsBy();
      const reason = problem?.reason ?? 'the first cycle of accounts has not ended';
      return { feed: 'accounts', status: 'warming', since: null, reason, asOf: null, readyAt };
    },
  };
}
