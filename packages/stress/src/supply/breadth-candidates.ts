/** Candidates of altcoin breadth from a table of coins: current market caps, and coins that only follow another one. */

import { deepFreeze } from '@barograph/core';
import type { BreadthCandidate } from '@barograph/indicators';
import type { CoinRecord } from './coin.ts';

/** Rules that recognise stablecoins and twins. */
export interface BreadthCandidatesConfig {
  readonly version: `breadth-candidates/${string}`;
  /** Words in the name of a token that represents another, lower case. */
  readonly words: readonly string[];
  /** Prefixes of raw categories of such tokens, lower case. */
  readonly categories: readonly string[];
  /** Currencies in the ticker of a stablecoin. */
  readonly currencies: readonly string[];
  /** Bounds of a stablecoin: distance of the price from 1 USD, and changes over 24 hours and 7 days, percent. */
  readonly peg: { readonly distance: number; readonly change24h: number; readonly change7d: number };
  /** Largest relative distance of a price from that of a larger coin whose ticker is part of its own. */
  readonly twinDistance: number;
  /** Number of largest coins that may have twins. */
  readonly originals: number;
}

/** Version 1: our own rules, tried on the table of 2026-01-28. */
export const BREADTH_CANDIDATES_V1: BreadthCandidatesConfig = deepFreeze({
  version: 'breadth-candidates/1',
  words: ['wrapped', 'staked', 'restaked', 'bridged', 'pegged', 'binance-peg', 'tokenized'],
  categories: ['stablecoins', 'usd stablecoin', 'eur stablecoin', 'wrapped', 'bridged', 'liquid staked', 'tokenized'],
  currencies: ['USD', 'EUR'],
  peg: { distance: 0.05, change24h: 1, change7d: 1.5 },
  twinDistance: 0.02,
  originals: 100,
});

/** Words of a text in lower case; parts joined by a dash stay together. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^a-z-]+/);
}

/** Whether a coin follows another one, or a currency. @param larger coins before it in the table. */
function isPeggedCoin(
  { symbol, name, price, change24h, change7d, categories }: CoinRecord,
  larger: readonly CoinRecord[],
  { words, categories: beginnings, currencies, peg, twinDistance }: BreadthCandidatesConfig,
): boolean {
  if (wordsOf(name).some((word) => words.includes(word))) return true;
  if (categories.some((one) => beginnings.some((begin) => one.toLowerCase().startsWith(begin)))) return true;
  if (currencies.some((currency) => symbol.toUpperCase().includes(currency))) return true;
  if (price === null) return false;
  const isQuiet = Math.abs(change24h ?? 0) < peg.change24h && Math.abs(change7d ?? 0) < peg.change7d;
  if (isQuiet && Math.abs(price - 1) < peg.distance) return true;
  return larger.some(
    (other) =>
      other.price !== null &&
      symbol !== other.symbol &&
      symbol.includes(other.symbol) &&
      Math.abs(price / other.price - 1) < twinDistance,
  );
}

/**
 * Selects the candidates of `drawBreadthUniverse`, by market cap. The first of several coins with one ticker counts.
 *
 * @param coins coins by rank, as `coinTable` returns them, at the moment of the universe.
 * @param config parameters. @default BREADTH_CANDIDATES_V1
 * @example
 * const facts = { price: 90_000, total: null, max: null, change24h: 1, change7d: 2, categories: [], contracts: [] };
 * const coins = [
 *   { ...facts, id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', rank: 1, marketCap: 1.8e12, circulating: 2e7 },
 *   { ...facts, id: 'wrapped', symbol: 'WBTC', name: 'Wrapped Bitcoin', rank: 9, marketCap: 1e10, circulating: 1e5 },
 * ];
 * breadthCandidates(coins).map(({ symbol, pegged }) => [symbol, pegged]); // → [ [ 'BTC', false ], [ 'WBTC', true ] ]
 */
export function breadthCandidates(
  coins: readonly CoinRecord[],
  config: BreadthCandidatesConfig = BREADTH_CANDIDATES_V1,
): readonly BreadthCandidate[] {
  const seen = new Set<string>();
  return coins.flatMap((coin, place): BreadthCandidate[] => {
    if (seen.has(coin.symbol)) return [];
    seen.add(coin.symbol);
    return [
      {
        symbol: coin.symbol,
        size: coin.marketCap,
        pegged: isPeggedCoin(coin, coins.slice(0, Math.min(place, config.originals)), config),
      },
    ];
  });
}
