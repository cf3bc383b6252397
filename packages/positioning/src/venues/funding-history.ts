/**
 * Status of a funding history that is fetched on demand: whether recent settlements are available.
 *
 * An incomplete fetch changes nothing. The first complete one ends `warming` permanently: with a recent settlement the
 * history is `ok`, without one `unavailable`. Leaving `ok` takes several consecutive empty fetches, so that a single
 * bad answer of a venue does not show as a loss; and without a recent settlement the status is not `ok`, whatever was
 * fetched.
 */

import { HOUR_MS } from '@barograph/core';

/** Thresholds of the status. */
export interface FundingHistoryConfig {
  readonly version: `funding-history/${string}`;
  /** Largest age of a recent settlement, ms. */
  readonly recentMs: number;
  /** Consecutive empty fetches that end `ok`. */
  readonly emptyFetches: number;
}

/** Version 1, as in the contract: three intervals of eight hours and two hours, three fetches. */
export const FUNDING_HISTORY_V1: FundingHistoryConfig = Object.freeze({
  version: 'funding-history/1',
  recentMs: 26 * HOUR_MS,
  emptyFetches: 3,
});

/** Statuses on the wire. */
export const FUNDING_HISTORY_STATUSES = ['ok', 'warming', 'unavailable'] as const;
/** Status of a funding history. */
export type FundingHistoryStatus = (typeof FUNDING_HISTORY_STATUSES)[number];

/** State of the status machine; plain JSON. */
export type FundingHistoryState =
  | { readonly phase: 'warming' }
  | {
      readonly phase: 'ok';
      /** Newest settlement, epoch ms. */
      readonly newest: number;
      /** Empty fetches since then. */
      readonly empty: number;
    }
  | { readonly phase: 'unavailable' };

/** State before the first fetch. */
export const FUNDING_HISTORY_START: FundingHistoryState = Object.freeze({ phase: 'warming' });

const UNAVAILABLE: FundingHistoryState = Object.freeze({ phase: 'unavailable' });

/**
 * State after a complete fetch.
 *
 * @param newest newest settlement of the fetch, epoch ms; undefined without any, or when the coin is no perp of the
 * venue.
 * @param at time of the fetch, epoch ms.
 * @param config parameters. @default FUNDING_HISTORY_V1
 * @example
 * const state = afterFundingFetch(FUNDING_HISTORY_START, 0, HOUR_MS);
 * state; // → { phase: 'ok', newest: 0, empty: 0 }
 * afterFundingFetch(state, undefined, 30 * DAY_MS).phase; // → 'ok'
 */
export function afterFundingFetch(
  state: FundingHistoryState,
  newest: number | undefined,
  at: number,
  { recentMs, emptyFetches }: FundingHistoryConfig = FUNDING_HISTORY_V1,
): FundingHistoryState {
  if (newest !== undefined && at - newest <= recentMs) return { phase: 'ok', newest, empty: 0 };
  if (state.phase !== 'ok') return UNAVAILABLE;
  const empty = state.empty + 1;
  return empty < emptyFetches ? { ...state, empty } : UNAVAILABLE;
}

/**
 * Status at a moment, epoch ms.
 * @param config parameters. @default FUNDING_HISTORY_V1
 *
 * @example
 * fundingHistoryStatus(FUNDING_HISTORY_START, 0); // → 'warming'
 * fundingHistoryStatus({ phase: 'ok', newest: 0, empty: 0 }, 30 * DAY_MS); // → 'unavailable'
 */
export function fundingHistoryStatus(
  state: FundingHistoryState,
  at: number,
  { recentMs }: FundingHistoryConfig = FUNDING_HISTORY_V1,
): FundingHistoryStatus {
  return state.phase === 'ok' && at - state.newest > recentMs ? 'unavailable' : state.phase;
}
