/** Listings of `simulator/1`. Tickers are familiar; prices, sizes and dates are invented. */

import { DAY_MS } from '@barograph/core';

/** Priced coin, independent of its listings. */
export interface CoinConfig {
  readonly coin: string;
  /** Price at the market's start, quote units. */
  readonly price: number;
  /** Log return per unit of the market factor's log return. */
  readonly beta: number;
  /** Standard deviation per hour of the coin's own noise, log price. */
  readonly volatility: number;
  /** Share of the coin's own deviation that reverts each hour, which keeps prices plausible for years. */
  readonly reversion: number;
}

/** Venue names of the contract. */
export type Venue = 'perpdex_perp' | 'cexa_spot';

/** Symbol on a venue. */
export interface ListingConfig {
  readonly symbol: string;
  readonly venue: Venue;
  /** Name of its {@link CoinConfig}. */
  readonly coin: string;
  /** Coins per unit of the symbol: 1000 for the k-prefixed names of the perp venue. */
  readonly multiplier: number;
  /** Typical quote volume of a day. */
  readonly quoteVolume: number;
  /** First traded hour, ms after the market's start, a multiple of an hour; 0 for the start. */
  readonly listedAfter: number;
  /** End of the last traded hour, likewise; null while it still trades. */
  readonly delistedAfter: number | null;
}

/** A third of a year: slow enough for long trends of a coin, fast enough to keep it from vanishing. */
const SLOW = 1 / (24 * 120);

const COIN_TABLE: readonly (readonly [coin: string, price: number, beta: number, volatility: number])[] = [
  ['BTC', 42_000, 1, 0.0006],
  ['ETH', 2_300, 1.15, 0.0022],
  ['SOL', 100, 1.4, 0.0042],
  ['XRP', 0.62, 0.95, 0.0044],
  ['DOGE', 0.09, 1.3, 0.0048],
  ['AVAX', 38, 1.4, 0.0046],
  ['LINK', 15, 1.2, 0.0042],
  ['ADA', 0.6, 1.15, 0.004],
  ['DOT', 8.2, 1.15, 0.004],
  ['LTC', 73, 0.9, 0.0036],
  ['BCH', 260, 1, 0.0042],
  ['ATOM', 10.5, 1.15, 0.0042],
  ['NEAR', 3.6, 1.45, 0.0052],
  ['APT', 9.6, 1.35, 0.005],
  ['ARB', 1.6, 1.4, 0.005],
  ['OP', 3.7, 1.4, 0.0052],
  ['SUI', 0.78, 1.45, 0.0058],
  ['INJ', 36, 1.35, 0.0058],
  ['TIA', 13, 1.4, 0.0065],
  ['SEI', 0.58, 1.45, 0.0062],
  ['AAVE', 108, 1.2, 0.0046],
  ['UNI', 7.2, 1.2, 0.0046],
  ['MKR', 1_650, 0.95, 0.0042],
  ['CRV', 0.6, 1.25, 0.0052],
  ['PEPE', 0.0000013, 1.6, 0.0072],
  ['SHIB', 0.0000103, 1.35, 0.005],
  ['BONK', 0.0000125, 1.7, 0.008],
  ['HYPE', 4.2, 1.2, 0.0062],
  ['MATIC', 0.96, 1.2, 0.0044],
  ['TRX', 0.107, 0.5, 0.002],
  ['XMR', 165, 0.7, 0.0032],
  ['ALGO', 0.22, 1.15, 0.0046],
  ['VET', 0.034, 1.15, 0.0046],
  ['KAS', 0.11, 1.1, 0.0062],
  ['QNT', 140, 0.9, 0.0042],
  ['DUSK', 0.2, 1.1, 0.0075],
];

/** Coins of `simulator/1`. USDC hardly moves and always comes back: a peg. */
export const COINS_V1: readonly CoinConfig[] = Object.freeze([
  ...COIN_TABLE.map(([coin, price, beta, volatility]) => ({ coin, price, beta, volatility, reversion: SLOW })),
  { coin: 'USDC', price: 1, beta: 0, volatility: 0.00012, reversion: 0.15 },
]);

function listing(venue: Venue, symbol: string, quoteVolume: number, more: Partial<ListingConfig> = {}): ListingConfig {
  return { symbol, venue, coin: symbol, multiplier: 1, quoteVolume, listedAfter: 0, delistedAfter: null, ...more };
}

const PERP_TABLE: readonly (readonly [symbol: string, quoteVolume: number])[] = [
  ['BTC', 2.4e9],
  ['ETH', 1.5e9],
  ['SOL', 8e8],
  ['XRP', 2.4e8],
  ['DOGE', 1.6e8],
  ['AVAX', 6e7],
  ['LINK', 5e7],
  ['ADA', 4e7],
  ['DOT', 1.5e7],
  ['LTC', 2e7],
  ['BCH', 1.4e7],
  ['ATOM', 8e6],
  ['NEAR', 2.2e7],
  ['APT', 1.8e7],
  ['ARB', 2.5e7],
  ['OP', 2e7],
  ['SUI', 7e7],
  ['INJ', 1.2e7],
  ['TIA', 1.8e7],
  ['SEI', 1e7],
  ['AAVE', 1.5e7],
  ['UNI', 1.1e7],
  ['MKR', 6e6],
  ['CRV', 7e6],
];

const SPOT_TABLE: readonly (readonly [symbol: string, quoteVolume: number])[] = [
  ['TRX', 6e7],
  ['XMR', 2e7],
  ['ALGO', 1e7],
  ['VET', 8e6],
  ['KAS', 5e6],
  ['QNT', 3e6],
];

/**
 * Listings of `simulator/1`, with awkward cases on purpose: k-prefixed perps with the plain coin on spot, coins on both
 * venues, a spot pair too thin for the universe, a peg, a wrapped twin, a late listing and one that stopped.
 */
export const LISTINGS_V1: readonly ListingConfig[] = Object.freeze([
  ...PERP_TABLE.map(([symbol, quoteVolume]) => listing('perpdex_perp', symbol, quoteVolume)),
  listing('perpdex_perp', 'kPEPE', 9e7, { coin: 'PEPE', multiplier: 1000 }),
  listing('perpdex_perp', 'kSHIB', 2e7, { coin: 'SHIB', multiplier: 1000 }),
  listing('perpdex_perp', 'kBONK', 2.5e7, { coin: 'BONK', multiplier: 1000 }),
  // Late: 2024-11-29. Since the epoch is fixed, "new" means new in a replay of the weeks after that day.
  listing('perpdex_perp', 'HYPE', 2e8, { listedAfter: 333 * DAY_MS }),
  // Delisted: its last bar closes at 2024-09-10T00:00Z.
  listing('perpdex_perp', 'MATIC', 2e7, { delistedAfter: 253 * DAY_MS }),
  ...SPOT_TABLE.map(([symbol, quoteVolume]) => listing('cexa_spot', symbol, quoteVolume)),
  listing('cexa_spot', 'BTC', 1.3e9),
  listing('cexa_spot', 'ETH', 7e8),
  listing('cexa_spot', 'PEPE', 6e7),
  listing('cexa_spot', 'USDC', 9e8),
  listing('cexa_spot', 'WBTC', 1.2e7, { coin: 'BTC' }),
  // Thin: its 24 h volume never reaches the $100k that a spot pair needs for the indicator universe.
  listing('cexa_spot', 'DUSK', 6e3),
]);
