/** Resolution of the perp that a caller names. */

import type { Venue } from '../market/listing.ts';
import type { Market } from '../market/market.ts';

const SUFFIX = /(?:-PERP|USDT)$/i;

/** Symbols that a venue lists at a moment. */
export async function symbolsOf(source: Market, venue: Venue, asOf: number): Promise<readonly string[]> {
  const listings = await source.listings(asOf);
  return listings.filter((listing) => listing.venue === venue).map(({ symbol }) => symbol);
}

/**
 * The listed name: exact, then without regard to case, then the same without a USDT or -PERP suffix.
 *
 * @returns undefined when the venue lists nothing like it.
 */
export function findCoin(symbols: readonly string[], name: string): string | undefined {
  const find = (text: string): string | undefined => {
    const upper = text.toUpperCase();
    return symbols.find((symbol) => symbol === text) ?? symbols.find((symbol) => symbol.toUpperCase() === upper);
  };
  return find(name) ?? find(name.replace(SUFFIX, ''));
}
