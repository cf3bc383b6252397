/** Selection of the market that represents a symbol. */

import { finite, UsageError } from '@barograph/core';

/** Numbers of the merge of venues. */
export interface UniverseConfig {
  readonly version: `universe/${string}`;
  /** Quote units of the last 24 h that a spot pair needs to fill a gap. */
  readonly minSpotQuoteVolume: number;
}

/** Least volume of a spot pair that fills a gap, version 1. */
export const UNIVERSE_V1: UniverseConfig = Object.freeze({ version: 'universe/1', minSpotQuoteVolume: 100_000 });

/** The least that the merge must know of a market. */
export interface Listing {
  readonly symbol: string;
  /** Quote units traded in the last 24 h; null when unknown. */
  readonly quoteVolume24h: number | null;
}

/**
 * One listing per symbol: the perp venue wins overlaps, spot fills gaps with pairs that trade enough. A pair of
 * unknown volume fills nothing. Names are compared as they are: `kPEPE` and `PEPE` are two symbols.
 *
 * @returns perp listings in their order, then the spot listings that fill, in theirs.
 * @throws {UsageError} a symbol twice on one venue, or a bad config.
 * @example
 * const perp = [{ symbol: 'BTC', quoteVolume24h: 9e9 }];
 * const spot = [{ symbol: 'BTC', quoteVolume24h: 3e9 }, { symbol: 'PAXG', quoteVolume24h: 5e8 }];
 * mergeUniverse(perp, spot).map(({ symbol }) => symbol); // → [ 'BTC', 'PAXG' ]
 */
export function mergeUniverse<L extends Listing>(
  perp: readonly L[],
  spot: readonly L[],
  config: UniverseConfig = UNIVERSE_V1,
): L[] {
  finite('minSpotQuoteVolume', config.minSpotQuoteVolume);
  const taken = symbolsOf('perp', perp);
  symbolsOf('spot', spot);
  const fills = spot.filter(
    ({ symbol, quoteVolume24h }) =>
      !taken.has(symbol) && quoteVolume24h !== null && quoteVolume24h >= config.minSpotQuoteVolume,
  );
  return [...perp, ...fills];
}

function symbolsOf(name: string, listings: readonly Listing[]): Set<string> {
  const symbols = new Set<string>();
  for (const { symbol } of listings) {
    if (symbols.has(symbol)) throw new UsageError(`"${name}" expected each symbol once, got ${symbol} twice`);
    symbols.add(symbol);
  }
  return symbols;
}
