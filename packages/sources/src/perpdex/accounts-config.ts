/** Settings of account states: number of tracked accounts, request rate, and weight. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Base URL of the venue's statistics, which include the leaderboard. */
export const PERPDEX_STATS_URL = 'https://stats-data.hyperliquid.xyz';

/** Settings of the account feed; times in ms, amounts in USD. */
export interface AccountsFeedConfig {
  readonly version: `accounts/${string}`;
  /** Maximum accounts of a cycle. */
  readonly tracked: number;
  /** Maximum known addresses by origin; beyond it the smallest or oldest are dropped. */
  readonly known: Readonly<Record<'leaderboard' | 'fills' | 'asked' | 'held', number>>;
  /** Every nth place of a cycle goes to an account without known positions, or never requested. */
  readonly lookEvery: number;
  /** A cycle ends `marginMs` before a multiple of `cycleMs`, just before the slots of jobs that read it. */
  readonly cycleMs: number;
  readonly marginMs: number;
  /** Minimum time of the first cycle; with less, it ends at the next multiple. */
  readonly leastMs: number;
  /** Share of a cycle's time in which every account is requested once; the rest is for retries. */
  readonly spread: number;
  /** Weight of the state of an account. */
  readonly weight: number;
  /** Maximum weight of states per minute; `weightBehind` while other requests of the venue wait. */
  readonly weightPerMinute: number;
  readonly weightBehind: number;
  /** Concurrent state requests. */
  readonly atOnce: number;
  /** Interval of checks for the allowed number of requests. */
  readonly tickMs: number;
  /** Maximum time whose unused weight may be spent later. */
  readonly makeUpMs: number;
  /** Minimum share of received states for a complete cycle. */
  readonly leastCame: number;
  /** Minimum notional of a fill whose two accounts are requested. */
  readonly largeFill: number;
  /** Interval of the leaderboard, and the first wait after a failure; it doubles with each further failure. */
  readonly leaderboardMs: number;
  readonly leaderboardRetryMs: number;
  /** Timeout of a leaderboard download, and its maximum body size. */
  readonly leaderboardTimeoutMs: number;
  readonly leaderboardBytes: number;
  /** Maximum wait of a caller for a chosen account; a relaying replica gives up at 8.5 s. */
  readonly onDemandMs: number;
  /** Accounts that the operator lists as market makers. */
  readonly makers: readonly string[];
}

/**
 * Version 1. Of 1,200 weight per minute, 2,000 states every five minutes use 800, contexts 20, books 75, and callers the rest.
 * In a cold start of 37,000 weight, 750 per minute remain while accounts use 250.
 *
 * @source the venue's public API reference: rate limits; protocol vaults (the vault of the venue makes markets).
 */
export const ACCOUNTS_FEED_V1: AccountsFeedConfig = Object.freeze({
  version: 'accounts/1',
  tracked: 2000,
  known: { leaderboard: 3000, fills: 1500, asked: 500, held: 2000 },
  lookEvery: 10,
  cycleMs: 5 * MINUTE_MS,
  marginMs: 5000,
  leastMs: 150_000,
  spread: 0.96,
  weight: 2,
  weightPerMinute: 850,
  weightBehind: 250,
  atOnce: 32,
  tickMs: 1000,
  makeUpMs: 10_000,
  leastCame: 0.5,
  largeFill: 100_000,
  leaderboardMs: HOUR_MS,
  leaderboardRetryMs: MINUTE_MS,
  leaderboardTimeoutMs: 90_000,
  leaderboardBytes: 256 * 2 ** 20,
  onDemandMs: 8000,
  makers: ['0xdfc24b077bc1425ad1dea75bcb6f8158e10df303'],
} as const);
