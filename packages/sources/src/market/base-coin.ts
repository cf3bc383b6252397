/** Coins by their listed names. Some venues list a thousand or a million units of a coin as one. */

import { coinName, splitMultiple } from '@barograph/core';

/** Coin in the spelling of the perp venue, which lists some by the thousand. */
export interface BaseCoin {
  readonly coin: string;
  /** Units of `coin` in one unit of the venue's: divide prices, multiply sizes. */
  readonly factor: number;
}

/** Parses a listed name: `1000PEPE` and `SHIB1000` are kPEPE and kSHIB; a million-unit listing has factor 1,000,000. */
export function baseCoin(base: string): BaseCoin {
  const { coin, multiple } = splitMultiple(base);
  return multiple === 1000 ? { coin: coinName({ base: coin, multiple }), factor: 1 } : { coin, factor: multiple };
}
