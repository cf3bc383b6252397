/** Symbols of a venue. */

import type { Venue, Market } from '@barograph/sources';

/** Symbols that a venue lists at a moment. */
export async function symbolsOf(source: Market, venue: Venue, asOf: number): Promise<readonly string[]> {
  const listings = await source.listings(asOf);
  return listings.filter((listing) => listing.venue === venue).map(({ symbol }) => symbol);
}
