/** Perps that titles can name. */

/** Perps whose coin can be a word: of two perps of one coin, the first. */
export function nameablePerps(perps: readonly string[]): readonly string[] {
  const coins = new Set<string>();
  return perps.filter((perp) => {
    const coin = perp.replace(/^k(?=[A-Z\d])/, '').toUpperCase();
    if (!/^[A-Z\d]{1,20}$/.test(coin) || coins.has(coin)) return false;
    coins.add(coin);
    return true;
  });
}
