/** Coins of altcoin breadth at a moment, and their daily bars. */

import type { BreadthDays } from '@barograph/contract';
import { bucketOpen, DAY_MS, quoteVolume } from '@barograph/core';
import {
  ALTCOIN_BREADTH_V1,
  drawBreadthUniverse,
  isPegged,
  PEG_V1,
  type BreadthCandidate,
} from '@barograph/indicators';
import type { Listing } from '@barograph/sources';
import type { ProducerInput } from '../../producer.ts';
import { unlessAway } from '../answered.ts';
import { breadthSeries } from '../reference/archive.ts';

/** Days during which the last drawn universe stays valid. */
const CARRIED_DAYS = 3;
/** Days to pull: those of the longest average, plus a month of tolerance for missing days. */
export const PULLED_DAYS: number = ALTCOIN_BREADTH_V1.maxPeriod + 30;

/** The perp venue lists some coins by the thousand. */
const THOUSAND = /^k(?=[A-Z\d])/;

/** Universe as known at the moment of a run. */
export interface KnownUniverse {
  /** 00:00 UTC, epoch ms. */
  readonly day: number;
  /** Tickers, largest first. */
  readonly symbols: readonly string[];
}

/** Newest universe drawn from market caps; undefined without one in the last days. */
async function drawnUniverse(
  { observed, asOf }: Pick<ProducerInput, 'observed' | 'asOf'>,
  timeline: string,
): Promise<KnownUniverse | undefined> {
  const today = bucketOpen(asOf, DAY_MS);
  const newest = (await observed(breadthSeries(timeline), today - CARRIED_DAYS * DAY_MS, today)).at(-1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the producer of reference data
  return newest === undefined ? undefined : { day: newest.validTime, symbols: newest.value as readonly string[] };
}

/**
 * Universe of a market without a table of coins: the coins with the largest notional of the month before the day. It is the same
 * at every moment of a day.
 */
async function tradedUniverse({ market, asOf }: Pick<ProducerInput, 'market' | 'asOf'>): Promise<KnownUniverse> {
  const today = bucketOpen(asOf, DAY_MS);
  const from = today - (PEG_V1.days + 1) * DAY_MS;
  const candidates = new Map<string, BreadthCandidate>();
  for (const listing of await market.listings(asOf)) {
    const symbol = listing.symbol.replace(THOUSAND, '');
    if (candidates.has(symbol)) continue;
    const bars = await unlessAway(async () => market.closedBars(listing, '1d', from, today));
    if (bars === null || bars === undefined || bars.length === 0) continue;
    candidates.set(symbol, { symbol, size: quoteVolume(bars), pegged: isPegged(symbol, bars) });
  }
  return drawBreadthUniverse(undefined, [...candidates.values()], today);
}

/**
 * The universe of altcoin breadth.
 *
 * @param hasCoins whether the market has a table of coins with market caps.
 */
export async function universeAt(
  input: Pick<ProducerInput, 'observed' | 'asOf' | 'market'>,
  timeline: string,
  hasCoins: boolean,
): Promise<KnownUniverse | undefined> {
  return (await drawnUniverse(input, timeline)) ?? (hasCoins ? undefined : tradedUniverse(input));
}

/** Listing for a coin's days: its perp if there is one, of one coin or of a thousand. */
export function listingOf(listings: readonly Listing[], symbol: string): Listing | undefined {
  const named = listings.filter((listing) => listing.symbol === symbol || listing.symbol === `k${symbol}`);
  return named.find(({ venue }) => venue === 'perpdex_perp') ?? named[0];
}

/** Completed days of each coin; empty for a coin without a listing or whose bars failed. */
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
