/** Perps of coins, where tickers are not unique. */

import type { CoinRecord } from './coin.ts';

/**
 * Finds the perp of each coin by id: the one with its ticker, or that of a thousand with a `k` before it. The first of
 * several coins with one ticker gets the perp; the others get none.
 *
 * @param coins coins by rank, as in a table.
 * @param perps symbols of the perp venue.
 * @returns perps by coin id; coins without a perp are absent.
 * @example
 * const coins = [{ id: 'bitcoin', symbol: 'BTC' }, { id: 'bonk', symbol: 'BONK' }];
 * perpsOfCoins(coins, new Set(['BTC', 'kBONK'])); // → Map(2) { 'bitcoin' => 'BTC', 'bonk' => 'kBONK' }
 */
export function perpsOfCoins(
  coins: readonly Pick<CoinRecord, 'id' | 'symbol'>[],
  perps: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, symbol } of coins) {
    if (taken.has(symbol)) continue;
    taken.add(symbol);
    const perp = [symbol, `k${symbol}`].find((name) => perps.has(name));
    if (perp !== undefined) found.set(id, perp);
  }
  return found;
}
