/** Coins of symbols: venues list small coins by the thousand or the million, under separate symbols. */

import { splitMultiple } from '@barograph/core';

/**
 * Ticker of the coin that a symbol trades, in capital letters: one project, however many coins a contract contains.
 *
 * @example
 * ['PEPE', 'kPEPE', '1000PEPE', 'SHIB1000', '1INCH'].map(coinOfSymbol); // → [ 'PEPE', 'PEPE', 'PEPE', 'SHIB', '1INCH' ]
 */
export function coinOfSymbol(symbol: string): string {
  return splitMultiple(symbol).coin.toUpperCase();
}

/**
 * Selects the perps that titles can name, for a table of entities: those whose coin can be a word, and the first of
 * several perps of one coin.
 * @param perps perps in the order of the venue.
 * @returns the selected perps, in the order of `perps`.
 *
 * @example
 * nameablePerps(['BTC', 'kPEPE', '1000PEPE', 'xyz:NVDA']); // → [ 'BTC', 'kPEPE' ]
 */
export function nameablePerps(perps: readonly string[]): readonly string[] {
  const coins = new Set<string>();
  return perps.filter((perp) => {
    const coin = coinOfSymbol(perp);
    if (!/^[A-Z\d]{1,20}$/.test(coin) || coins.has(coin)) return false;
    coins.add(coin);
    return true;
  });
}
