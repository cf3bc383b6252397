/** Funding and open interest of the perps of a universe at the moment of a refresh. */

import type { PerpNow } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import type { FeedName } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';
import { answered, unlessAway } from '../answered.ts';

/** Feeds for it. */
export const PERP_FEEDS: readonly FeedName[] = ['contexts', 'funding', 'openInterest'];

/** Maximum age of the newest observation of a perp: the longest funding interval, and a day of open interest. */
const FUNDING_MS = 8 * HOUR_MS;
const OPEN_INTEREST_MS = 26 * HOUR_MS;

const known = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;

/** Newest observations of a perp, for a market without the state of all perps. */
async function observedNow(market: MarketReader, symbol: string, asOf: number): Promise<PerpNow | undefined> {
  const funding = await answered(market.read('funding', { symbol, from: asOf - FUNDING_MS, to: asOf }));
  const interest = await answered(market.read('openInterest', { symbol, from: asOf - OPEN_INTEREST_MS, to: asOf }));
  if (funding === null && interest === null) return undefined;
  const mark = known(interest?.mark.at(-1)) ?? (await lastClose(market, symbol, asOf));
  const contracts = known(interest?.contracts.at(-1));
  return {
    fundingRate: known(funding?.rate1h.at(-1)),
    openInterestUsd: contracts === null || mark === null ? null : contracts * mark,
  };
}

async function lastClose(market: MarketReader, symbol: string, asOf: number): Promise<number | null> {
  const bars = await unlessAway(async () =>
    market.closedBars({ symbol, venue: 'perpdex_perp' }, '1h', asOf - 2 * HOUR_MS, asOf),
  );
  return known(bars?.close.at(-1));
}

/**
 * State of perps by symbol, without those that no source knows.
 *
 * @param perps symbols of the perp venue.
 */
export async function perpsNowOf(
  market: MarketReader,
  perps: ReadonlySet<string>,
  asOf: number,
): Promise<ReadonlyMap<string, PerpNow>> {
  const contexts = await unlessAway(async () => market.read('contexts', { asOf }));
  const states = new Map<string, PerpNow>();
  if (contexts?.ok === true) {
    for (const { symbol, isDelisted, fundingRate1h, openInterest, mark } of contexts.value.perps) {
      if (isDelisted) continue;
      states.set(symbol, { fundingRate: known(fundingRate1h), openInterestUsd: known(openInterest * mark) });
    }
    return states;
  }
  // When a venue with contexts fails, its perps are not requested one by one.
  if (contexts?.error.code !== 'unavailable') return states;
  for (const symbol of perps) {
    const state = await observedNow(market, symbol, asOf);
    if (state !== undefined) states.set(symbol, state);
  }
  return states;
}
