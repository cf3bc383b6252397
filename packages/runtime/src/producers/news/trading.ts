/** Trading perps, by their names in news. */

import type { Listing } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';
import { unlessAway } from '../answered.ts';

/**
 * Listings without removed perps, which may still have bars. A perp that the venue does not list is not known to be removed, nor
 * is any perp of a market without contexts.
 *
 * @returns null while the venue does not answer; then only the previous trading perps are known.
 */
export async function tradingOf(
  listings: readonly Listing[],
  market: Pick<MarketReader, 'read'>,
  asOf: number,
): Promise<readonly Listing[] | null> {
  const reply = await unlessAway(async () => market.read('contexts', { asOf }));
  if (reply === null) return null;
  if (!reply.ok) {
    const { code, isWarming } = reply.error;
    return code === 'unavailable' && isWarming !== true ? listings : null;
  }
  const gone = new Set(reply.value.perps.flatMap(({ symbol, isDelisted }) => (isDelisted ? symbol : [])));
  return listings.filter(({ symbol, venue }) => venue !== 'perpdex_perp' || !gone.has(symbol));
}

/** Names of the perps among listings, each once, in order. */
export function perpNames(listings: readonly Listing[]): readonly string[] {
  return [...new Set(listings.flatMap(({ symbol, venue }) => (venue === 'perpdex_perp' ? symbol : [])))].toSorted();
}
