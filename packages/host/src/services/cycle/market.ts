/** The days of a market for the long-horizon regime, from a source of bars. */

import { DAY_MS, type Candles } from '@barograph/core';
import { marketDays, type CoinCandles, type LiveDay, type MarketDay } from '@barograph/cycle';
import type { Listing } from '../../market/listing.ts';
import type { Market } from '../../market/market.ts';
import { closedBars } from '../closed-bars.ts';

/** What is pulled for the first read. */
export interface CycleMarketConfig {
  readonly version: `cycle-market/${string}`;
  /** The coin that the regime is of. */
  readonly lead: string;
  /** Days of the other coins: what their averages and returns need, and a month in which they may be missing. */
  readonly universeDays: number;
}

/** A changed number is a new constant. */
export const CYCLE_MARKET_V1: CycleMarketConfig = Object.freeze({
  version: 'cycle-market/1',
  lead: 'BTC',
  universeDays: 300,
});

/** The listing that a symbol's days come from: its first, which is the perp where there is one. */
function firstOf(listings: readonly Listing[], symbol: string): Listing | undefined {
  return listings.find((one) => one.symbol === symbol);
}

/**
 * The completed days after `lastDay`, oldest first.
 *
 * @param lastDay open of the last day that is known, null for all: of the lead coin from its first day on.
 * @returns nothing where the source has no lead coin.
 * @throws {SourceError} the lead coin's bars did not come. A coin whose bars do not come is left out of those days.
 */
export async function daysAfter(source: Market, lastDay: number | null, asOf: number): Promise<readonly MarketDay[]> {
  const { lead, universeDays } = CYCLE_MARKET_V1;
  const listings = await source.listings(asOf);
  const of = firstOf(listings, lead);
  if (of === undefined) return [];
  const from = lastDay === null ? 0 : lastDay + DAY_MS;
  const daily = await closedBars(source, of, '1d', from, asOf);
  if (daily === undefined || daily.length === 0) return [];
  const coins: CoinCandles[] = [{ symbol: lead, daily }];
  const seen = new Set([lead]);
  for (const listing of listings) {
    if (seen.has(listing.symbol)) continue;
    seen.add(listing.symbol);
    const days = await daysOf(source, listing, Math.max(from, asOf - universeDays * DAY_MS), asOf);
    if (days !== undefined) coins.push({ symbol: listing.symbol, daily: days });
  }
  return marketDays(daily, coins);
}

async function daysOf(source: Market, listing: Listing, from: number, asOf: number): Promise<Candles | undefined> {
  const answer = await source.bars({ ...listing, interval: '1d', window: { kind: 'range', from, to: asOf }, asOf });
  return answer.ok ? answer.value.closed : undefined;
}

/** The running day of the lead coin, as far as it is known. */
export async function runningDay(source: Market, asOf: number): Promise<LiveDay | undefined> {
  const of = firstOf(await source.listings(asOf), CYCLE_MARKET_V1.lead);
  if (of === undefined) return undefined;
  const answer = await source.bars({ ...of, interval: '1d', window: { kind: 'last', count: 1 }, asOf });
  if (!answer.ok || answer.value.forming === undefined) return undefined;
  const { close, low } = answer.value.forming;
  return { price: close, low };
}
