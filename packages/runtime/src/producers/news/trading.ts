/** Perps that trade, as news names them. */

import type { Listing } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';
import { unlessAway } from '../answered.ts';

/**
 * Listings without the perps that are gone, which may still have bars. A perp that the venue does not name is not known to be gone, nor
 * is any of a market without contexts.
 *
 * @returns null while the venue does not answer: what traded before is then all that is known.
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
