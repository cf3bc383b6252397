/** Perps of coins: which one trades the coin of a row, where tickers are not unique. */

import type { CoinRecord } from './coin.ts';

/**
 * The perp of each coin by id: the one with its ticker, or that of a thousand with a `k` before it. A ticker that several
 * coins have is that of the first of them; the others have no perp.
 *
 * @param coins by rank, as a table has them.
 * @param perps symbols of the perp venue.
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
