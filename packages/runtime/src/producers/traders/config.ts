/** Numbers of the traders cycle and of accounts on demand, by version. */

import { DAY_MS, HOUR_MS } from '@barograph/core';

/** Numbers of the cycle. */
export interface TraderCycleConfig {
  readonly version: `trader-cycle/${string}`;
  /** Traders of the leaderboard that are tracked: those of the largest account value. */
  readonly tracked: number;
  /** Accounts whose positions are published: those of the largest account value. */
  readonly wallets: number;
  /** Span of fills that is asked for, ms. */
  readonly windowMs: number;
  /** Accounts whose fills are fetched in a cycle of five minutes. */
  readonly perCycle: number;
  /** Age below which fills are not fetched again, ms. */
  readonly refreshMs: number;
  /** Age below which a leaderboard is not asked for again, ms. */
  readonly leaderboardMs: number;
}

/**
 * Version 1. Fills of an account cost the perp venue 20, and one for each 20 of 2,000 rows at most: four accounts in five
 * minutes are 96 of 1,200 a minute, and 100 accounts take two hours.
 */
export const TRADER_CYCLE_V1: TraderCycleConfig = Object.freeze({
  version: 'trader-cycle/1',
  tracked: 100,
  wallets: 200,
  windowMs: 30 * DAY_MS,
  perCycle: 4,
  refreshMs: HOUR_MS,
  leaderboardMs: HOUR_MS,
});

/** Accounts on demand. */
export interface AccountRequestsConfig {
  readonly version: `account-requests/${string}`;
  /** Requests of one key a minute, and a UTC day; counted apart from its calls, over all replicas. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Real ms; less than the 7.5 s that an operation has, so that its answer comes within 9 s of the request. */
  readonly waitMs: number;
}

/** A changed number is a new constant; the description of the operation names the two rates. */
export const ACCOUNT_REQUESTS_V1: AccountRequestsConfig = Object.freeze({
  version: 'account-requests/1',
  perMinute: 10,
  perDay: 500,
  waitMs: 6500,
});
