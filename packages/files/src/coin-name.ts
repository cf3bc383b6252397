/** Coin of a bar file, from the file name. */

const QUOTE = /[-_/]?(?:USDT|USDC|USD)$/i;
const PERP = /[-_]PERP(?:ETUAL)?$/i;

/**
 * `BTCUSDT` → `BTC`, `ETH-PERP` → `ETH`, `kPEPE` stays, and a contract of thousands (`1000PEPEUSDT`) is `kPEPE`.
 * A name that is nothing but a quote currency stays as it is.
 */
export function coinOfFile(base: string): string {
  const withoutPerp = base.replace(PERP, '');
  const coin = withoutPerp.replace(QUOTE, '');
  const name = coin === '' ? withoutPerp : coin;
  return /^1000[A-Za-z]/.test(name) ? `k${name.slice(4)}` : name;
}
