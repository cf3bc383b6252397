/** Names of pairs and perps of the large exchange, and the coins that they are of. */

import { baseCoin, type BaseCoin } from '../market/base-coin.ts';

/** Quotes of perps that are dollars to the cent. */
const DOLLARS = /(?:USDT|USDC)$/;
/** Behind the name of a future that ends on a day. */
const DELIVERY = /_\d{6}$/;
/** Names that the perp venue could list too. */
const PLAIN = /^[A-Z0-9]{1,20}$/;

/** Whether a coin has a name that can be one of a listing. */
export function isPlainName(base: string): boolean {
  return PLAIN.test(base);
}

/**
 * Coin of a perp, in the spelling of the perp venue, and its units: `BTCUSDT` is BTC, a contract of thousands such as
 * `1000PEPEUSDT` is kPEPE, one of a million such as `1MBABYDOGEUSDT` a million BABYDOGE.
 *
 * @returns undefined for a name whose quote is no dollar.
 */
export function perpCoin(symbol: string): BaseCoin | undefined {
  const name = symbol.replace(DELIVERY, '');
  const base = name.replace(DOLLARS, '');
  return base === name || base === '' ? undefined : baseCoin(base);
}

/** The coin of {@link perpCoin}, without its units. */
export function coinOfPerp(symbol: string): string | undefined {
  return perpCoin(symbol)?.coin;
}
