/** Perps of the loopback venue: a subset or an extension of the simulator's perps. */

import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2, type CoinConfig, type ListingConfig, type SimulatorConfig } from '@barograph/simulator';

const PERPS: readonly ListingConfig[] = SIMULATOR_V2.listings.filter(({ venue }) => venue === 'perpdex_perp');

/** Number of the simulator's perps. */
export const SIMULATED_PERPS: number = PERPS.length;
/** Maximum perps of a venue. */
export const MOST_PERPS = 1000;

/** Quote volume of a generated perp, as a fraction of its model's. */
const THIN = 0.1;

/** Generated perp with its model coin. */
interface MadePerp {
  readonly coin: CoinConfig;
  readonly listing: ListingConfig;
}

/** Generates a perp modelled on the simulator's `nth`, with its own random moves. */
function madePerp(symbol: string, nth: number, listedAfter: number): MadePerp {
  const model = PERPS[nth % PERPS.length]!;
  const coin = SIMULATOR_V2.coins.find((coin) => coin.coin === model.coin)!;
  return {
    coin: { ...coin, coin: symbol },
    listing: {
      ...model,
      symbol,
      coin: symbol,
      quoteVolume: THIN * model.quoteVolume,
      listedAfter,
      delistedAfter: null,
    },
  };
}

/**
 * Config of the venue's market. A perp has the same bars whatever the size of the market.
 *
 * @param coins number of perps: the simulator's first perps, then `X030`, `X031` and so on.
 */
export function venueConfig(seed: string, coins: number = SIMULATED_PERPS): SimulatorConfig {
  const perps = Array.from({ length: Math.max(0, coins - PERPS.length) }, (_, i) =>
    madePerp(`X${String(PERPS.length + i + 1).padStart(3, '0')}`, i, 0),
  );
  return {
    ...SIMULATOR_V2,
    seed,
    coins: [...SIMULATOR_V2.coins, ...perps.map(({ coin }) => coin)],
    listings: [...PERPS.slice(0, coins), ...perps.map(({ listing }) => listing)],
  };
}

/** Config of a market with a perp that trades since the hour of `time`, epoch ms. */
export function listedConfig(seed: string, symbol: string, nth: number, time: number): SimulatorConfig {
  const since = Math.max(0, Math.floor((time - SIMULATOR_V2.start) / HOUR_MS) * HOUR_MS);
  const { coin, listing } = madePerp(symbol, nth, since);
  return { ...SIMULATOR_V2, seed, coins: [coin], listings: [listing] };
}

/** Maximum spot pairs of a venue. */
export const MOST_PAIRS = 3000;
const PAIRS: readonly ListingConfig[] = SIMULATOR_V2.listings.filter(({ venue }) => venue === 'cexa_spot');
/** Number of the simulator's spot pairs. */
export const SIMULATED_PAIRS: number = PAIRS.length;

/**
 * Config of the market of the other venues: the perps of the venue, and spot pairs.
 *
 * @param pairs number of spot pairs: the simulator's pairs, then `P0015`, `P0016` and so on.
 */
export function exchangeConfig(seed: string, coins?: number, pairs: number = SIMULATED_PAIRS): SimulatorConfig {
  const config = venueConfig(seed, coins);
  const generated = Array.from({ length: Math.max(0, pairs - PAIRS.length) }, (_, i): MadePerp => {
    const symbol = `P${String(PAIRS.length + i + 1).padStart(4, '0')}`;
    const { coin, listing } = madePerp(symbol, i, 0);
    return { coin, listing: { ...listing, venue: 'cexa_spot', multiplier: 1 } };
  });
  return {
    ...config,
    coins: [...config.coins, ...generated.map(({ coin }) => coin)],
    listings: [...config.listings, ...PAIRS.slice(0, pairs), ...generated.map(({ listing }) => listing)],
  };
}
