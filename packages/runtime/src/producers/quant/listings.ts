/** The scopes of the nowcast: the market and the perps, with the listings that each is read from. */

import type { Listing, Market } from '@barograph/sources';
import { QUANT_V2 } from './config.ts';

/** Name of the market's scope. */
export const MARKET = 'market';

/** The series of what was said at the time, hour by hour; its keys are the scopes. */
export function quantSeries(timeline: string): string {
  return `quant@${timeline}`;
}

/** Of some listings, those of the lead coin. The market is read from the first, which is the perp where there is one. */
export function leadOf(listings: readonly Listing[]): readonly Listing[] {
  return listings.filter(({ symbol }) => symbol === QUANT_V2.lead);
}

/** Of some listings, the perps. */
export function perpsOf(listings: readonly Listing[]): readonly Listing[] {
  return listings.filter(({ venue }) => venue === 'perpdex_perp');
}

/** The listings of the lead coin at a moment. */
export async function marketListings(market: Market, asOf: number): Promise<readonly Listing[]> {
  return leadOf(await market.listings(asOf));
}

/** The perps of a moment. */
export async function perpListings(market: Market, asOf: number): Promise<readonly Listing[]> {
  return perpsOf(await market.listings(asOf));
}
