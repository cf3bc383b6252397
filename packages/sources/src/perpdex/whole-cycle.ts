/** The newest whole cycle of accounts, and the condition of the feed that follows from it. */

import { err, ok, type Result } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import type { Logger } from 'pino';
import type { AccountStates } from '../market/accounts.ts';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import type { CycleResult, FetchedAccount } from './accounts-cycle.ts';
import type { LeaderboardPolls } from './leaderboard-polls.ts';

/** Memory of the newest whole cycle. Moments are epoch ms. */
export interface WholeCycle {
  /** Whether no cycle was whole yet. */
  isFirst(): boolean;
  /** Takes the outcome of a cycle that has ended. @param known accounts that are known, for the log. */
  take(result: CycleResult, known: number, now: number): void;
  /** The rows; stale while cycles fail, `stale_source` before the first. */
  series(now: number): Result<Series<AccountStates>, FeedProblem>;
  /** @param readyAt the moment by which the cycle under way ends. */
  state(now: number, readyAt: () => number): FeedState;
  forget(): void;
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

const WARMING = 'the first cycle of accounts has not ended';

/** @param leaderboard without which the accounts that are followed grow old. */
export function createWholeCycle(
  leaderboard: Pick<LeaderboardPolls, 'failure'>,
  { cycleMs, leastCame }: Pick<AccountsFeedConfig, 'cycleMs' | 'leastCame'>,
  log: Logger,
): WholeCycle {
  let whole: Whole | undefined;
  let failure: { readonly since: number; readonly reason: string } | undefined;
  const lateMs = LATE_AFTER_CYCLES * cycleMs;
  const isLate = (now: number): boolean => whole !== undefined && now - whole.endedAt > lateMs;
  const fault = (now: number): { readonly since: number; readonly reason: string } | undefined => {
    if (failure !== undefined) return failure;
    if (isLate(now)) return { since: whole!.endedAt + lateMs, reason: `no whole cycle for ${lateMs / 1000} s` };
    const board = leaderboard.failure();
    return board === undefined ? undefined : { since: board.since, reason: `leaderboard: ${board.reason}` };
  };
  return {
    isFirst: () => whole === undefined,
    take: (result, known, now) => {
      const { fetched, failed, leftOut, tracked } = result;
      const came = fetched.size / (fetched.size + failed.size);
      const counts = { tracked, leftOut, failed: failed.size, known };
      if (came >= leastCame) {
        whole = wholeOf(result, whole, now);
        failure = undefined;
        log.info({ ...counts, asOf: whole.asOf }, 'cycle of accounts');
      } else {
        const [reason = 'no account could be asked for'] = failed.values();
        failure = { since: failure?.since ?? now, reason };
        log.warn({ ...counts, reason }, 'cycle of accounts failed');
      }
    },
    series: (now) => {
      if (whole === undefined) {
        if (failure !== undefined) return err({ code: 'stale_source', reason: failure.reason });
        return err({ code: 'stale_source', reason: WARMING, isWarming: true });
      }
      const { rows, asOf } = whole;
      const isStale = failure !== undefined || isLate(now);
      return ok({ rows, asOf, ...(isStale ? { isStale } : {}) });
    },
    state: (now, readyAt) => {
      const problem = fault(now);
      if (whole !== undefined) {
        const { asOf } = whole;
        if (problem === undefined) return { feed: 'accounts', status: 'ok', since: null, reason: null, asOf };
        return { feed: 'accounts', status: 'stale', ...problem, asOf };
      }
      if (failure !== undefined) return { feed: 'accounts', status: 'unavailable', ...failure, asOf: null };
      const reason = problem?.reason ?? WARMING;
      return { feed: 'accounts', status: 'warming', since: null, reason, asOf: null, readyAt: readyAt() };
    },
    forget: () => {
      whole = undefined;
      failure = undefined;
    },
  };
}
