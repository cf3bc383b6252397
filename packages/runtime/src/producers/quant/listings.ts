/** Scopes of the nowcast: the market and the perps, with their listings. */

import type { Listing, Market } from '@barograph/sources';
import { QUANT_V2 } from './config.ts';

/** Name of the market's scope. */
export const MARKET = 'market';

/** Series of archived hours; its keys are the scopes. */
export function quantSeries(timeline: string): string {
  return `quant@${timeline}`;
}

/** Filters the lead coin's listings. The first one drives the market scope; a perp sorts first. */
export function leadOf(listings: readonly Listing[]): readonly Listing[] {
  return listings.filter(({ symbol }) => symbol === QUANT_V2.lead);
}

/** Filters perps. */
export function perpsOf(listings: readonly Listing[]): readonly Listing[] {
  return listings.filter(({ venue }) => venue === 'perpdex_perp');
}

/** Listings of the lead coin at a moment. */
export async function marketListings(market: Market, asOf: number): Promise<readonly Listing[]> {
  return leadOf(await market.listings(asOf));
}

/** Perps at a moment. */
export async function perpListings(market: Market, asOf: number): Promise<readonly Listing[]> {
  return perpsOf(await market.listings(asOf));
}
