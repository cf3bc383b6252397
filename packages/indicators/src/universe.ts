/** Selects the market that represents a symbol. */

import { finite, UsageError } from '@barograph/core';

/** Parameters of the merge of venues. */
export interface UniverseConfig {
  readonly version: `universe/${string}`;
  /** Least volume of a spot pair that fills a gap, quote units per 24 h. */
  readonly minSpotQuoteVolume: number;
}

/** Volume threshold of spot pairs, version 1. */
export const UNIVERSE_V1: UniverseConfig = Object.freeze({ version: 'universe/1', minSpotQuoteVolume: 100_000 });

/** Facts of a market that the merge needs. */
export interface Listing {
  readonly symbol: string;
  /** Quote units traded in the last 24 h; null when unknown. */
  readonly quoteVolume24h: number | null;
}

/**
 * Selects one listing per symbol: the perp venue wins overlaps, and spot fills gaps with pairs of enough volume. A pair
 * of unknown volume fills no gap. Names are compared exactly: `kPEPE` and `PEPE` are two symbols.
 *
 * @param perp listings of the perp venue.
 * @param spot listings of the spot venue.
 * @param config parameters. @default UNIVERSE_V1
 * @returns perp listings in their order, then the spot listings that fill gaps, in theirs.
 * @throws {UsageError} when a venue lists a symbol twice or the config is invalid.
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
