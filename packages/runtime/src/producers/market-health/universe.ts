/** The coins of altcoin breadth at a moment, and their days. */

import type { BreadthDays } from '@barograph/contract';
import { bucketOpen, DAY_MS } from '@barograph/core';
import { ALTCOIN_BREADTH_V1 } from '@barograph/indicators';
import type { Listing } from '@barograph/sources';
import type { ProducerInput } from '../../producer.ts';
import { unlessAway } from '../answered.ts';
import { breadthSeries } from '../reference/archive.ts';

/** Days for which a universe stands where none was drawn since. */
const CARRIED_DAYS = 3;
/** Days that are pulled: those of the longest mean, and a month in which some may be missing. */
export const PULLED_DAYS: number = ALTCOIN_BREADTH_V1.maxPeriod + 30;

/** A universe as it was known at the moment of a run. */
export interface KnownUniverse {
  /** 00:00 UTC, epoch ms. */
  readonly day: number;
  /** Tickers, largest first. */
  readonly symbols: readonly string[];
}

/** The newest universe; undefined where none was drawn in the last days. */
export async function universeAt(
  { observed, asOf }: Pick<ProducerInput, 'observed' | 'asOf'>,
  timeline: string,
): Promise<KnownUniverse | undefined> {
  const today = bucketOpen(asOf, DAY_MS);
  const newest = (await observed(breadthSeries(timeline), today - CARRIED_DAYS * DAY_MS, today)).at(-1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer of reference data
  return newest === undefined ? undefined : { day: newest.validTime, symbols: newest.value as readonly string[] };
}

/** The listing that a coin's days come from: its perp where there is one, of one coin or of a thousand. */
export function listingOf(listings: readonly Listing[], symbol: string): Listing | undefined {
  const named = listings.filter((one) => one.symbol === symbol || one.symbol === `k${symbol}`);
  return named.find(({ venue }) => venue === 'perpdex_perp') ?? named[0];
}

/** Completed days of each coin; none of a coin that no venue lists, or whose bars did not come. */
export async function daysOf(
  { market, asOf }: Pick<ProducerInput, 'market' | 'asOf'>,
  symbols: readonly string[],
): Promise<readonly BreadthDays[]> {
  const listings = await market.listings(asOf);
  const days: BreadthDays[] = [];
  for (const symbol of symbols) {
    const listing = listingOf(listings, symbol);
    const from = asOf - PULLED_DAYS * DAY_MS;
    const bars =
      listing === undefined ? null : await unlessAway(async () => market.closedBars(listing, '1d', from, asOf));
    const closes = Array.from(bars?.close ?? []).slice(-ALTCOIN_BREADTH_V1.maxPeriod);
    days.push({ symbol, last_day: bars?.time[bars.length - 1] ?? null, closes });
  }
  return days;
}
