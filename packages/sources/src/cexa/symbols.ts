/** Coins of the large exchange's pair and perp names. */

import { baseCoin, type BaseCoin } from '../market/base-coin.ts';

/** Perp quotes that count as dollars. */
const DOLLARS = /(?:USDT|USDC)$/;
/** Suffix of dated futures. */
const DELIVERY = /_\d{6}$/;
/** Names that the perp venue could list too. */
const PLAIN = /^[A-Z0-9]{1,20}$/;

/** Whether the name of a coin can be a listing. */
export function isPlainName(base: string): boolean {
  return PLAIN.test(base);
}

/**
 * Coin and units of a perp, in the spelling of the perp venue: `BTCUSDT` is BTC, `1000PEPEUSDT` is kPEPE, and
 * `1MBABYDOGEUSDT` is a million BABYDOGE.
 *
 * @returns undefined unless the quote is a dollar.
 */
export function perpCoin(symbol: string): BaseCoin | undefined {
  const name = symbol.replace(DELIVERY, '');
  const base = name.replace(DOLLARS, '');
  return base === name || base === '' ? undefined : baseCoin(base);
}

/** Coin of {@link perpCoin} without its units. */
export function coinOfPerp(symbol: string): string | undefined {
  return perpCoin(symbol)?.coin;
}
