/** Names of perps as callers spell them. */

const SUFFIX = /(?:-PERP|USDT)$/i;

/**
 * The listed name: exact, then without regard to case, then the same without a USDT or -PERP suffix.
 *
 * @returns undefined when nothing like it is listed.
 * @example
 * findCoin(['BTC', 'kBONK'], 'btcusdt'); // → 'BTC'
 * findCoin(['BTC', 'kBONK'], 'kbonk-perp'); // → 'kBONK'
 * findCoin(['BTC', 'kBONK'], 'DOGE'); // → undefined
 */
export function findCoin(symbols: readonly string[], name: string): string | undefined {
  const find = (text: string): string | undefined => {
    const upper = text.toUpperCase();
    return symbols.find((symbol) => symbol === text) ?? symbols.find((symbol) => symbol.toUpperCase() === upper);
  };
  return find(name) ?? find(name.replace(SUFFIX, ''));
}

/** A perp of a thousand coins: kPEPE. */
const THOUSANDS = /^k[A-Z\d]/;

/**
 * The same, but of a perp of a thousand coins only the first letter may be of any case: KPEPE is kPEPE, kpepe is nothing.
 *
 * @returns undefined when the venue lists nothing like it.
 */
export function findCasedCoin(symbols: readonly string[], name: string): string | undefined {
  const find = (text: string): string | undefined => {
    if (symbols.includes(text)) return text;
    const thousands = `k${text.slice(1)}`;
    if (/^k/i.test(text) && THOUSANDS.test(thousands) && symbols.includes(thousands)) return thousands;
    const upper = text.toUpperCase();
    return symbols.find((symbol) => !THOUSANDS.test(symbol) && symbol.toUpperCase() === upper);
  };
  return find(name) ?? find(name.replace(SUFFIX, ''));
}
