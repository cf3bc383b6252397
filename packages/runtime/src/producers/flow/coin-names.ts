/** Common coin names across venues: the spelling of the perp venue, which lists some coins by the thousand (`kPEPE`). */

import { splitMultiple } from '@barograph/core';

/** Coin in the common spelling. */
export interface NamedCoin {
  readonly coin: string;
  /** Units of the venue's coin per common coin: its prices are multiplied, its sizes divided. */
  readonly factor: number;
}

/**
 * @param perps symbols of the perp venue.
 * @returns a function that maps another venue's coin (`PEPE` or `kPEPE`) to the common spelling; a coin that the perp venue does
 *   not list is counted by the unit.
 */
export function coinNames(perps: readonly string[]): (coin: string) => NamedCoin {
  const listed = new Set(perps);
  return (coin) => {
    if (listed.has(coin)) return { coin, factor: 1 };
    if (listed.has(`k${coin}`)) return { coin: `k${coin}`, factor: 1000 };
    const { coin: unit, multiple } = splitMultiple(coin);
    return { coin: unit, factor: 1 / multiple };
  };
}
