/** Coin of a bar file, from the file name. */

const QUOTE = /[-_/]?(?:USDT|USDC|USD)$/i;
/** ccxt's name of a swap says after a colon what it settles in. */
const SETTLED = /:[A-Za-z]{3,5}$/;
const PERP = /[-_]PERP(?:ETUAL)?$/i;

/**
 * `BTCUSDT` → `BTC`, `ETH-PERP` → `ETH`, `kPEPE` stays, and a contract of thousands (`1000PEPEUSDT`) is `kPEPE`.
 * A name that is nothing but a quote currency stays as it is.
 *
 * @example
 * ['BTCUSDT', 'ETH-PERP', '1000PEPEUSDT'].map(coinOfFile); // → [ 'BTC', 'ETH', 'kPEPE' ]
 */
export function coinOfFile(base: string): string {
  const withoutPerp = base.replace(SETTLED, '').replace(PERP, '');
  const coin = withoutPerp.replace(QUOTE, '');
  const name = coin === '' ? withoutPerp : coin;
  return /^1000[A-Za-z]/.test(name) ? `k${name.slice(4)}` : name;
}
