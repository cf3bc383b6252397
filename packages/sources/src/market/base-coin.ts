/** Coins by the names that venues list them under: some list thousands or millions of a coin as one. */

import { coinName, splitMultiple } from '@barograph/core';

/** A coin in the spelling of the perp venue, which lists some by the thousand. */
export interface BaseCoin {
  readonly coin: string;
  /** Units of `coin` in one unit of the venue's: its prices are divided, its sizes multiplied. */
  readonly factor: number;
}

/** `1000PEPE` and `SHIB1000` are kPEPE and kSHIB; a million of a coin is a million units of it. */
export function baseCoin(base: string): BaseCoin {
  const { coin, multiple } = splitMultiple(base);
  return multiple === 1000 ? { coin: coinName({ base: coin, multiple }), factor: 1 } : { coin, factor: multiple };
}
