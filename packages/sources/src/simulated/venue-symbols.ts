/** Symbols of the other venues in the seeded market: coin and quote, small coins in thousands. */

const QUOTE = 'USDT';
const THOUSAND = '1000';

/** Symbol of a perp: `BTCUSDT`, `1000PEPEUSDT` for `kPEPE`. */
export function venueSymbol(coin: string): string {
  return `${coin.startsWith('k') ? `${THOUSAND}${coin.slice(1)}` : coin}${QUOTE}`;
}

/** Coin of a perp; undefined for an invalid symbol. */
export function coinOfVenueSymbol(symbol: string): string | undefined {
  if (!symbol.endsWith(QUOTE) || symbol.length === QUOTE.length) return undefined;
  const base = symbol.slice(0, -QUOTE.length);
  return base.startsWith(THOUSAND) ? `k${base.slice(THOUSAND.length)}` : base;
}

/** Symbol of a spot pair. */
export function pairSymbol(base: string): string {
  return `${base}${QUOTE}`;
}

/** Base of a spot pair; undefined for other quotes. */
export function baseOfPair(symbol: string): string | undefined {
  return symbol.endsWith(QUOTE) ? symbol.slice(0, -QUOTE.length) : undefined;
}

/** Quote of every pair of the seeded market. */
export const PAIR_QUOTE: string = QUOTE;
