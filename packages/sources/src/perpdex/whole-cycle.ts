/** The newest complete cycle of accounts, and the resulting state of the feed. */

import { err, ok, type Result } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import type { Logger } from 'pino';
import type { AccountStates } from '../market/accounts.ts';
import type { FeedProblem, Series } from '../market/feed.ts';
import type { FeedState } from '../market/source.ts';
import type { AccountsFeedConfig } from './accounts-config.ts';
import type { CycleResult, FetchedAccount } from './accounts-cycle.ts';
import type { LeaderboardPolls } from './leaderboard-polls.ts';

/** Memory of the newest complete cycle. Times are epoch ms. */
export interface WholeCycle {
  /** Whether there was no complete cycle yet. */
  isFirst(): boolean;
  /** Applies the result of a finished cycle. @param known number of known accounts, for the log. */
  take(result: CycleResult, known: number, now: number): void;
  /** Rows of the cycle; stale while cycles fail, `stale_source` before the first. */
  series(now: number): Result<Series<AccountStates>, FeedProblem>;
  /** @param readyAt returns the expected end of the running cycle. */
  state(now: number, readyAt: () => number): FeedState;
  forget(): void;
}

/** Incomplete cycles after which the last complete one is stale. */
const LATE_AFTER_CYCLES = 2.5;

/** Newest complete cycle. */
interface Whole {
  readonly rows: AccountStates;
  /** Time of the oldest state in it, epoch ms. */
  readonly asOf: number;
  readonly endedAt: number;
  /** End of the first complete cycle, epoch ms. */
  readonly readyAt: number;
  /** States received in this cycle; a failed account in the next cycle uses them once. */
  readonly fetched: ReadonlyMap<string, FetchedAccount>;
}

/** Rows of a cycle; failed accounts use the preceding cycle's state. */
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
  return {
    rows: { accounts, tracked, leftOut: missing },
    asOf,
    endedAt: now,
    readyAt: before?.readyAt ?? now,
    fetched,
  };
}

const WARMING = 'the first cycle of accounts has not ended';

/**
 * Creates a memory without a complete cycle.
 * @param leaderboard its failure makes the tracked accounts outdated.
 */
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
        const of = { feed: 'accounts', asOf: whole.asOf, readyAt: whole.readyAt } as const;
        return problem === undefined
          ? { ...of, status: 'ok', since: null, reason: null }
          : { ...of, status: 'stale', ...problem };
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
