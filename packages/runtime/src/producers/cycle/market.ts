/** The days of a market for the long-horizon regime, from a source of bars. */

import type { DataSource, Provenance } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { marketDays, type CoinCandles, type LiveDay, type MarketDay } from '@barograph/cycle';
import { SourceError, type Listing } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';

/** Range pulled for the first read. */
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

/** Completed days, and what they came from. */
export interface CycleDays {
  readonly days: readonly MarketDay[];
  /** Kind of the source of the lead coin's days; undefined where no source has any. */
  readonly dataSource: DataSource | undefined;
  /** Of the lead coin's days. */
  readonly provenance: readonly Provenance[];
}
const NO_DAYS: CycleDays = { days: [], dataSource: undefined, provenance: [] };

/** The listing that a symbol's days come from: its first, which is the perp where there is one. */
function firstOf(listings: readonly Listing[], symbol: string): Listing | undefined {
  return listings.find((one) => one.symbol === symbol);
}

/**
 * The completed days after `lastDay`, oldest first.
 *
 * @param lastDay open of the last day that is known, null for all: of the lead coin from its first day on.
 * @param universeDays days of the other coins before `asOf`.
 * @returns no days where the source has no lead coin.
 * @throws {SourceError} the lead coin's bars did not come. A coin whose bars do not come is left out of those days.
 */
export async function daysAfter(
  market: MarketReader,
  lastDay: number | null,
  asOf: number,
  universeDays: number = CYCLE_MARKET_V1.universeDays,
): Promise<CycleDays> {
  const { lead } = CYCLE_MARKET_V1;
  const listings = await market.listings(asOf);
  const of = firstOf(listings, lead);
  if (of === undefined) return NO_DAYS;
  const from = lastDay === null ? 0 : lastDay + DAY_MS;
  const daily = await market.closedBars(of, '1d', from, asOf);
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

/** undefined where the bars do not come. */
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

/** The running day of the lead coin, as far as it is known. */
export async function runningDay(market: MarketReader, asOf: number): Promise<LiveDay | undefined> {
  const of = firstOf(await market.listings(asOf), CYCLE_MARKET_V1.lead);
  if (of === undefined) return undefined;
  const day = await market.openBar(of, '1d', asOf);
  return day === undefined ? undefined : { price: day.close, low: day.low };
}
