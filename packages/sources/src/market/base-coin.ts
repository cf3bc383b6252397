/** Coins by the names that venues list them under: some list thousands or millions of a coin as one. */

/** A coin in the spelling of the perp venue, which lists some by the thousand. */
export interface BaseCoin {
  readonly coin: string;
  /** Units of `coin` in one unit of the venue's: its prices are divided, its sizes multiplied. */
  readonly factor: number;
}

/** A multiple before or behind the name; the name itself is none. */
const BEFORE = /^(1000+)(?=[A-Z])(.+)$/;
const BEHIND = /^([A-Z]+?)(1000+)$/;

/** `1000PEPE` and `SHIB1000` are kPEPE and kSHIB; a million of a coin is a million units of it. */
export function baseCoin(base: string): BaseCoin {
  const [, before, plain] = BEFORE.exec(base) ?? [];
  const [, name, behind] = BEHIND.exec(base) ?? [];
  const multiple = Number(before ?? behind ?? 1);
  const coin = plain ?? name ?? base;
  return multiple === 1000 ? { coin: `k${coin}`, factor: 1 } : { coin, factor: multiple };
}
