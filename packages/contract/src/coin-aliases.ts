/** Two names of one parameter: an operation that has `symbol` or `coin` takes both, and so it is for their lists. */

import type { TObject } from 'typebox';

const PAIRS: Readonly<Record<string, string>> = { symbol: 'coin', coin: 'symbol', symbols: 'coins', coins: 'symbols' };

/**
 * Aliases of the parameters that name coins: alias → documented name. Empty for a query with both names, or without any.
 *
 * @param query of the operation.
 * @param path parameters of its path, which have one name only.
 */
export function coinAliases(query: TObject, path: TObject): Readonly<Record<string, string>> {
  const taken = { ...query.properties, ...path.properties };
  const found = Object.keys(query.properties).flatMap((name) => {
    const alias = Object.hasOwn(PAIRS, name) ? PAIRS[name] : undefined;
    return alias === undefined || alias in taken ? [] : [[alias, name] as const];
  });
  return Object.fromEntries(found);
}
