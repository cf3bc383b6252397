/** Aliases of coin parameters: an operation with `symbol` or `coin` accepts both names, and likewise for lists. */

import type { TObject } from 'typebox';

const PAIRS: Readonly<Record<string, string>> = { symbol: 'coin', coin: 'symbol', symbols: 'coins', coins: 'symbols' };

/**
 * Aliases of coin parameters: alias → documented name. Empty for a query that has both names, or neither.
 *
 * @param query query schema of the operation.
 * @param path parameters of its path, which have a single name.
 */
export function coinAliases(query: TObject, path: TObject): Readonly<Record<string, string>> {
  const taken = { ...query.properties, ...path.properties };
  const found = Object.keys(query.properties).flatMap((name) => {
    const alias = Object.hasOwn(PAIRS, name) ? PAIRS[name] : undefined;
    return alias === undefined || alias in taken ? [] : [[alias, name] as const];
  });
  return Object.fromEntries(found);
}
