/** Settings of the states of accounts: how many are followed, how fast they are asked for, and what it may weigh. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';

/** Base of the venue's statistics, where its leaderboard is. */
export const PERPDEX_STATS_URL = 'https://stats-data.hyperliquid.xyz';

/** Settings; times in ms, amounts in USD. */
export interface AccountsFeedConfig {
  readonly version: `accounts/${string}`;
  /** Most accounts of a cycle. */
  readonly tracked: number;
  /** Addresses that are known of each origin; beyond it the smallest, or the oldest, are forgotten. */
  readonly known: Readonly<Record<'leaderboard' | 'fills' | 'asked' | 'held', number>>;
  /** Every so many places of a cycle are for an account that holds nothing as far as is known, or was never asked for. */
  readonly lookEvery: number;
  /** A cycle ends at a multiple of `cycleMs`, less `marginMs`: just before the slots of who computes from it. */
  readonly cycleMs: number;
  readonly marginMs: number;
  /** A first cycle that would have less time than this ends at the multiple after. */
  readonly leastMs: number;
  /** Share of its time in which a cycle asks for every account once; the rest is for those that failed. */
  readonly spread: number;
  /** Weight of the state of an account. */
  readonly weight: number;
  /** Weight that states may take in a minute; while other requests of the venue wait, `weightBehind`. */
  readonly weightPerMinute: number;
  readonly weightBehind: number;
  /** States that are asked for at once. */
  readonly atOnce: number;
  /** Time between two looks at how many may be asked for. */
  readonly tickMs: number;
  /** Weight that was not used is made up for so long. */
  readonly makeUpMs: number;
  /** A cycle counts when at least this share of what was asked for came. */
  readonly leastCame: number;
  /** Least notional of a fill whose two accounts are looked at. */
  readonly largeFill: number;
  /** Time between two leaderboards, and the first wait after one that failed; each further one is twice as long. */
  readonly leaderboardMs: number;
  readonly leaderboardRetryMs: number;
  /** Longest download of a leaderboard, and its largest body. */
  readonly leaderboardTimeoutMs: number;
  readonly leaderboardBytes: number;
  /** Longest wait of a caller for an account of its choice: a replica that relays it gives up at 8.5 s. */
  readonly onDemandMs: number;
  /** Accounts that its operator names as market makers. */
  readonly makers: readonly string[];
}

/**
 * Version 1. 2,000 states every five minutes weigh 800 a minute of 1,200; contexts take 20, books 75, and callers what is
 * left. A cold start of 37,000 weight has 750 a minute while accounts have 250.
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
