/** Names of perps as callers spell them. */

const SUFFIX = /(?:-PERP|USDT)$/i;

/**
 * The listed name: exact, then without regard to case, then the same without a USDT or -PERP suffix.
 *
 * @returns undefined when nothing like it is listed.
 */
export function findCoin(symbols: readonly string[], name: string): string | undefined {
  const find = (text: string): string | undefined => {
    const upper = text.toUpperCase();
    return symbols.find((symbol) => symbol === text) ?? symbols.find((symbol) => symbol.toUpperCase() === upper);
  };
  return find(name) ?? find(name.replace(SUFFIX, ''));
}
