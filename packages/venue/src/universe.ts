/** The perps of the loopback venue: those of the simulator, fewer of them, or more. */

import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2, type CoinConfig, type ListingConfig, type SimulatorConfig } from '@barograph/simulator';

const PERPS: readonly ListingConfig[] = SIMULATOR_V2.listings.filter(({ venue }) => venue === 'perpdex_perp');

/** Perps of the simulator. */
export const SIMULATED_PERPS: number = PERPS.length;
/** Most perps of a venue. */
export const MOST_PERPS = 1000;

/** Quote volume of a made-up perp, as a share of that of its model. */
const THIN = 0.1;

/** A perp and the coin that it follows. */
interface MadePerp {
  readonly coin: CoinConfig;
  readonly listing: ListingConfig;
}

/** A perp that the simulator does not list, like the `nth` one that it does; it moves by chances of its own. */
function madePerp(symbol: string, nth: number, listedAfter: number): MadePerp {
  const model = PERPS[nth % PERPS.length]!;
  const coin = SIMULATOR_V2.coins.find((one) => one.coin === model.coin)!;
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
 * Config of the venue's market. A perp has the same bars in a smaller and in a larger one.
 *
 * @param coins number of perps: the first ones of the simulator, and behind its last one `X030`, `X031` and so on.
 */
export function venueConfig(seed: string, coins: number = SIMULATED_PERPS): SimulatorConfig {
  const made = Array.from({ length: Math.max(0, coins - PERPS.length) }, (_, i) =>
    madePerp(`X${String(PERPS.length + i + 1).padStart(3, '0')}`, i, 0),
  );
  return {
    ...SIMULATOR_V2,
    seed,
    coins: [...SIMULATOR_V2.coins, ...made.map(({ coin }) => coin)],
    listings: [...PERPS.slice(0, coins), ...made.map(({ listing }) => listing)],
  };
}

/** Config of a market with one perp that trades from the hour of `time` (epoch ms) on. */
export function listedConfig(seed: string, symbol: string, nth: number, time: number): SimulatorConfig {
  const since = Math.max(0, Math.floor((time - SIMULATOR_V2.start) / HOUR_MS) * HOUR_MS);
  const { coin, listing } = madePerp(symbol, nth, since);
  return { ...SIMULATOR_V2, seed, coins: [coin], listings: [listing] };
}

/** Most spot pairs of a venue. */
export const MOST_PAIRS = 3000;
const PAIRS: readonly ListingConfig[] = SIMULATOR_V2.listings.filter(({ venue }) => venue === 'cexa_spot');
/** Spot pairs of the simulator. */
export const SIMULATED_PAIRS: number = PAIRS.length;

/**
 * Config of the market of the other venues: the perps of the venue, and spot pairs.
 *
 * @param pairs number of spot pairs: those of the simulator, and behind its last one `P0015`, `P0016` and so on.
 */
export function exchangeConfig(seed: string, coins?: number, pairs: number = SIMULATED_PAIRS): SimulatorConfig {
  const config = venueConfig(seed, coins);
  const made = Array.from({ length: Math.max(0, pairs - PAIRS.length) }, (_, i): MadePerp => {
    const symbol = `P${String(PAIRS.length + i + 1).padStart(4, '0')}`;
    const { coin, listing } = madePerp(symbol, i, 0);
    return { coin, listing: { ...listing, venue: 'cexa_spot', multiplier: 1 } };
  });
  return {
    ...config,
    coins: [...config.coins, ...made.map(({ coin }) => coin)],
    listings: [...config.listings, ...PAIRS.slice(0, pairs), ...made.map(({ listing }) => listing)],
  };
}
