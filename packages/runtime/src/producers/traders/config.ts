/** Settings of the traders cycle and of account requests, by version. */

import { DAY_MS, HOUR_MS } from '@barograph/core';

/** Numbers of the cycle. */
export interface TraderCycleConfig {
  readonly version: `trader-cycle/${string}`;
  /** Tracked traders of the leaderboard, by largest account value. */
  readonly tracked: number;
  /** Accounts with published positions, by largest account value. */
  readonly wallets: number;
  /** Requested span of fills, ms. */
  readonly windowMs: number;
  /** Accounts whose fills are fetched per five-minute cycle. */
  readonly perCycle: number;
  /** Minimum age before fills are fetched again, ms. */
  readonly refreshMs: number;
  /** Minimum age before a leaderboard is fetched again, ms. */
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
  /** Requests per key per minute and per UTC day, counted separately from calls and over all replicas. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Timeout, real ms; below the 7.5 s of an operation, so that its answer comes within 9 s of the request. */
  readonly waitMs: number;
}

/** A changed number is a new constant; the description of the operation names the two rates. */
export const ACCOUNT_REQUESTS_V1: AccountRequestsConfig = Object.freeze({
  version: 'account-requests/1',
  perMinute: 10,
  perDay: 500,
  waitMs: 6500,
});
