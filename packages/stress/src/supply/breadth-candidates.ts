/** Candidates of altcoin breadth from a table of coins: market caps of that moment, and which coins only follow another one. */

import { deepFreeze } from '@barograph/core';
import type { BreadthCandidate } from '@barograph/indicators';
import type { CoinRecord } from './coin.ts';

/** Rules that tell stables and twins from coins of their own. */
export interface BreadthCandidatesConfig {
  readonly version: `breadth-candidates/${string}`;
  /** Words in the name of a token that stands for something else, in small letters. */
  readonly words: readonly string[];
  /** Beginnings of raw categories of such tokens, in small letters. */
  readonly categories: readonly string[];
  /** Currencies in the ticker of a stable. */
  readonly currencies: readonly string[];
  /** Distance of a price from 1 USD, and largest changes in percent over 24 hours and 7 days, of a stable. */
  readonly peg: { readonly distance: number; readonly change24h: number; readonly change7d: number };
  /** Relative distance of a price from that of a larger coin whose ticker is part of its own. */
  readonly twinDistance: number;
  /** Largest coins that others may be twins of. */
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

/** Words of a text, in small letters; parts joined by a dash stay one. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[^a-z-]+/);
}

/** Whether a coin follows another one, or a currency. @param larger coins before it. */
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
 * Candidates of `drawBreadthUniverse`, by market cap. A ticker that several coins have is that of the first of them.
 *
 * @param coins by rank, as `coinTable` gives them, of the moment that the universe is drawn for.
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
