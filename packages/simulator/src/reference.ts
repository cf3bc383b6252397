/**
 * Reference table of the simulated coins: supplies, market caps, categories and unlock schedules by stated laws.
 *
 * A coin has a basis of tokens, given by its first price and the market cap of its rank. A part circulates at listing;
 * the rest unlocks by a schedule: a cliff, monthly steps and a stream. Circulating supply equals what the schedule has
 * unlocked, so that each can be checked against the other.
 */

import { DAY_MS, HOUR_MS, integerAtLeast, MINUTE_MS } from '@barograph/core';
import type { ListingConfig } from './listings.ts';
import type { Market } from './market.ts';
import { generator } from './random.ts';
import { checkReference, LAYER_1, REFERENCE_V1, type ReferenceConfig } from './reference-config.ts';
import { createVesting, type SimulatedSchedule, type Vesting } from './vesting.ts';

/** Coin of the table at a moment. Null: unknown. */
export interface SimulatedCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Place by market value, from 1. */
  readonly rank: number | null;
  /** Price, quote units; null for a coin that no longer trades. */
  readonly price: number | null;
  /** Market value, quote units. */
  readonly marketCap: number | null;
  /** Circulating supply, units of the coin. */
  readonly circulating: number;
  /** Total supply, units of the coin. */
  readonly total: number | null;
  /** Maximum supply, units of the coin. */
  readonly max: number | null;
  /** Change over 24 hours, percent. */
  readonly change24h: number | null;
  /** Change over 7 days, percent. */
  readonly change7d: number | null;
  readonly categories: readonly string[];
  readonly contracts: readonly { readonly chain: string; readonly address: string }[];
}

/** Reference data of a market. Times are epoch ms. */
export interface Reference {
  /** Raw category names, ascending. */
  readonly categories: readonly string[];
  /** Coins listed so far, by rank, unranked ones last. */
  coins(time: number): readonly SimulatedCoin[];
  /** Schedules known so far; later versions of a coin after earlier ones. */
  schedules(time: number): readonly SimulatedSchedule[];
}

interface Issue {
  readonly coin: string;
  readonly listing: ListingConfig;
  readonly first: number;
  readonly vesting: Vesting;
  readonly contracts: SimulatedCoin['contracts'];
}

const HEX = 16;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function addressOf(seed: string, coin: string, chain: string): string {
  const draw = generator(`${seed}|${coin}|contract`);
  const letters = (count: number, alphabet: number, letter: (at: number) => string): string =>
    Array.from({ length: count }, () => letter(Math.floor(draw() * alphabet))).join('');
  return chain === 'solana'
    ? letters(44, BASE58.length, (at) => BASE58[at]!)
    : `0x${letters(40, HEX, (at) => at.toString(HEX))}`;
}

/** Orders by market cap, largest first, those without one last, then by id. */
function byMarketCap(a: Pick<SimulatedCoin, 'id' | 'marketCap'>, b: Pick<SimulatedCoin, 'id' | 'marketCap'>): number {
  const [first, second] = [a.marketCap ?? -1, b.marketCap ?? -1];
  if (first !== second) return second - first;
  return a.id < b.id ? -1 : 1;
}

/** Listing that supplies the price of a coin: its perp, else its spot pair. */
function listingsByCoin(market: Market): ReadonlyMap<string, ListingConfig> {
  const found = new Map<string, ListingConfig>();
  for (const listing of market.config.listings) {
    const known = found.get(listing.coin);
    if (known === undefined || (known.venue !== 'perpdex_perp' && listing.venue === 'perpdex_perp')) {
      found.set(listing.coin, listing);
    }
  }
  return found;
}

/**
 * Creates the reference data of a market. Cheap: prices are computed on demand.
 *
 * @param config parameters. @default REFERENCE_V1
 * @throws {UsageError} when the config is invalid; the message names the field.
 * @example
 * const [largest] = createReference(createMarket()).coins(SIMULATOR_V2.start + DAY_MS);
 * [largest?.symbol, largest?.rank]; // → [ 'BTC', 1 ]
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the parameters, and the rows built from them
export function createReference(market: Market, config: ReferenceConfig = REFERENCE_V1): Reference {
  const { caps, chains, twins, uncapped, noBasis, overBasis } = checkReference(config);
  const { seed, start } = market.config;
  const listings = listingsByCoin(market);
  const issues = market.config.coins.flatMap(({ coin, price }, place): Issue[] => {
    const listing = listings.get(coin);
    if (listing === undefined) return [];
    const first = start + listing.listedAfter;
    const value = caps.first * (place + 1) ** -caps.exponent;
    const vesting = createVesting({ seed, coin, first, floating: value / price, isDelayed: place % 2 === 1 }, config);
    const chain = chains[place % chains.length];
    const isChain = (config.categories[LAYER_1] ?? []).includes(coin);
    const contracts = chain === undefined || isChain ? [] : [{ chain, address: addressOf(seed, coin, chain) }];
    return [{ coin, listing, first, vesting, contracts }];
  });
  const categoriesOf = (coin: string): readonly string[] =>
    Object.entries(config.categories).flatMap(([name, coins]) => (coins.includes(coin) ? [name] : []));
  const closeAt = ({ listing }: Issue, time: number, interval: '1m' | '1h'): number | null => {
    const step = interval === '1m' ? MINUTE_MS : HOUR_MS;
    const end = Math.floor(time / step) * step;
    if (end - step < start) return null;
    const { close } = market.candles(listing.symbol, listing.venue, interval, end - step, end);
    return close[0] === undefined ? null : close[0] / listing.multiplier;
  };
  const changeOf = (now: number | null, before: number | null): number | null =>
    now === null || before === null ? null : 100 * (now / before - 1);

  const priced = (issue: Issue, time: number) => {
    const price = closeAt(issue, time, '1m');
    return {
      price,
      change24h: changeOf(price, closeAt(issue, time - DAY_MS, '1h')),
      change7d: changeOf(price, closeAt(issue, time - 7 * DAY_MS, '1h')),
    };
  };
  return {
    categories: [...new Set([...Object.keys(config.categories), 'Wrapped-Tokens'])].toSorted(),
    coins: (time) => {
      integerAtLeast('time', time, 0);
      const rows = issues
        .filter(({ first }) => first < time)
        .flatMap((issue): Omit<SimulatedCoin, 'rank'>[] => {
          const { coin, vesting, contracts } = issue;
          const market = priced(issue, time);
          const circulating = vesting.circulating(time);
          const capOf = (tokens: number): number | null => (market.price === null ? null : tokens * market.price);
          const total = noBasis.includes(coin) ? null : overBasis.includes(coin) ? circulating * 0.999 : vesting.basis;
          const row: Omit<SimulatedCoin, 'rank'> = {
            id: coin.toLowerCase(),
            symbol: coin,
            name: coin,
            ...market,
            marketCap: capOf(circulating),
            circulating,
            total,
            max: uncapped.includes(coin) ? null : vesting.basis,
            categories: categoriesOf(coin),
            contracts,
          };
          const copies = twins.filter((twin) => twin.coin === coin);
          return [
            row,
            ...copies.map(({ id, symbol, name, share }) => ({
              ...row,
              id,
              symbol,
              name,
              marketCap: capOf(circulating * share),
              circulating: circulating * share,
              total: circulating * share,
              max: null,
              categories: ['Wrapped-Tokens'],
              contracts: [{ chain: 'ethereum', address: addressOf(seed, id, 'ethereum') }],
            })),
          ];
        })
        .sort(byMarketCap);
      return rows.map((row, i): SimulatedCoin => ({ ...row, rank: row.marketCap === null ? null : i + 1 }));
    },
    schedules: (time) =>
      issues
        .filter(({ coin }) => !config.untracked.includes(coin))
        .flatMap(({ vesting }) => vesting.schedules.filter(({ knownAt }) => knownAt <= time)),
  };
}
