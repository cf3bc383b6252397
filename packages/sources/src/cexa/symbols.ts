/** Names of pairs and perps of the large exchange, and the coins that they are of. */

import { coinOfFile } from '@barograph/files';

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
 * Coin of a perp, in the spelling of the perp venue: `BTCUSDT` is BTC, a contract of thousands such as `1000PEPEUSDT` is kPEPE.
 *
 * @returns undefined of a name whose quote is no dollar.
 */
export function coinOfPerp(symbol: string): string | undefined {
  const name = symbol.replace(DELIVERY, '');
  return DOLLARS.test(name) && name.replace(DOLLARS, '') !== '' ? coinOfFile(name) : undefined;
}
