/** Daily bars of a market for the long-horizon regime, from a source of bars. */

import type { DataSource, Provenance } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { marketDays, type CoinCandles, type LiveDay, type MarketDay } from '@barograph/cycle';
import { SourceError, type Listing } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';

/** Range of the first read. */
export interface CycleMarketConfig {
  readonly version: `cycle-market/${string}`;
  /** Coin whose regime is computed. */
  readonly lead: string;
  /** Days of the other coins: required for averages and returns, plus a month of tolerance for missing days. */
  readonly universeDays: number;
}

/** A changed number is a new constant. */
export const CYCLE_MARKET_V1: CycleMarketConfig = Object.freeze({
  version: 'cycle-market/1',
  lead: 'BTC',
  universeDays: 300,
});

/** Completed days and their sources. */
export interface CycleDays {
  readonly days: readonly MarketDay[];
  /** Kind of the source of the lead coin's days; undefined without a source. */
  readonly dataSource: DataSource | undefined;
  /** Sources of the lead coin's days. */
  readonly provenance: readonly Provenance[];
}
const NO_DAYS: CycleDays = { days: [], dataSource: undefined, provenance: [] };

/** First listing of a symbol, which is the perp if there is one. */
function firstOf(listings: readonly Listing[], symbol: string): Listing | undefined {
  return listings.find((listing) => listing.symbol === symbol);
}

/**
 * The completed days after `lastDay`, oldest first.
 *
 * @param lastDay open of the last known day; null reads all, for the lead coin since its first day.
 * @param universeDays days of the other coins before `asOf`.
 * @returns no days when the source lacks the lead coin.
 * @throws {SourceError} when the lead coin's bars failed. Other coins whose bars failed are left out of those days.
 */
export async function daysAfter(
  market: MarketReader,
  lastDay: number | null,
  asOf: number,
  universeDays: number = CYCLE_MARKET_V1.universeDays,
): Promise<CycleDays> {
  const { lead } = CYCLE_MARKET_V1;
  const listings = await market.listings(asOf);
  const leadListing = firstOf(listings, lead);
  if (leadListing === undefined) return NO_DAYS;
  const from = lastDay === null ? 0 : lastDay + DAY_MS;
  const daily = await market.closedBars(leadListing, '1d', from, asOf);
  if (daily === undefined) return NO_DAYS;
  const dataSource = daily.provenance.kind;
  const provenance = [{ feed: 'bars', ...daily.provenance }] as const;
  if (daily.length === 0) return { days: [], dataSource, provenance };
  const coins: CoinCandles[] = [{ symbol: lead, daily }];
  const seen = new Set([lead]);
  for (const listing of listings) {
    if (seen.has(listing.symbol)) continue;
    seen.add(listing.symbol);
    const days = await daysOf(market, listing, Math.max(from, asOf - universeDays * DAY_MS), asOf);
    if (days !== undefined) coins.push({ symbol: listing.symbol, daily: days });
  }
  return { days: marketDays(daily, coins), dataSource, provenance };
}

/** undefined when the bars failed. */
async function daysOf(
  market: MarketReader,
  listing: Listing,
  from: number,
  asOf: number,
): ReturnType<MarketReader['closedBars']> {
  try {
    return await market.closedBars(listing, '1d', from, asOf);
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** Running day of the lead coin, as far as known. */
export async function runningDay(market: MarketReader, asOf: number): Promise<LiveDay | undefined> {
  const listing = firstOf(await market.listings(asOf), CYCLE_MARKET_V1.lead);
  if (listing === undefined) return undefined;
  const day = await market.openBar(listing, '1d', asOf);
  return day === undefined ? undefined : { price: day.close, low: day.low };
}
