/**
 * Condition of a funding history that is fetched on demand: whether its recent settlements are there.
 *
 * A fetch that did not complete says nothing. The first one that completes ends `warming` for good: with a recent settlement
 * the history is `ok`, without one it is `unavailable`. From `ok` it takes several empty fetches in a row, so that one bad
 * answer of a venue does not show as a loss; and a settlement that is no longer recent is not `ok`, whatever was fetched.
 */

import { HOUR_MS } from '@barograph/core';

/** Thresholds. */
export interface FundingHistoryConfig {
  readonly version: `funding-history/${string}`;
  /** Age up to which a settlement is recent, ms. */
  readonly recentMs: number;
  /** Empty fetches in a row that end `ok`. */
  readonly emptyFetches: number;
}

/** Numbers of the contract: three intervals of eight hours and two hours, three fetches. */
export const FUNDING_HISTORY_V1: FundingHistoryConfig = Object.freeze({
  version: 'funding-history/1',
  recentMs: 26 * HOUR_MS,
  emptyFetches: 3,
});

/** Conditions on the wire. */
export const FUNDING_HISTORY_STATUSES = ['ok', 'warming', 'unavailable'] as const;
/** A condition. */
export type FundingHistoryStatus = (typeof FUNDING_HISTORY_STATUSES)[number];

/** State; plain JSON. */
export type FundingHistoryState =
  | { readonly phase: 'warming' }
  | {
      readonly phase: 'ok';
      /** The newest settlement, epoch ms. */
      readonly newest: number;
      /** Empty fetches since. */
      readonly empty: number;
    }
  | { readonly phase: 'unavailable' };

/** State before the first fetch. */
export const FUNDING_HISTORY_START: FundingHistoryState = Object.freeze({ phase: 'warming' });

const UNAVAILABLE: FundingHistoryState = Object.freeze({ phase: 'unavailable' });

/**
 * State after a fetch that completed.
 *
 * @param newest the newest settlement that it brought, epoch ms; undefined: none, or the coin is no perp of the venue.
 * @param at moment of the fetch, epoch ms.
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
 * Condition at a moment, epoch ms.
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
