/** Memoises a value per parsed query: a repeated URL comes with the same query object. */

/**
 * Calls a pure function once for each query object and what it is read for (a tier, the coins of a caller), and gives
 * the same result from then on, so that what is keyed by the result can tell it by identity.
 */
export function oncePerQuery<Query extends object, For, Reading>(
  read: (query: Query, whom: For | undefined) => Reading,
): (query: Query, whom?: For) => Reading {
  const known = new WeakMap<Query, Map<For | undefined, Reading>>();
  return (query, whom) => {
    let readings = known.get(query);
    if (readings === undefined) {
      readings = new Map();
      known.set(query, readings);
    }
    const seen = readings.get(whom);
    if (seen !== undefined) return seen;
    const reading = read(query, whom);
    readings.set(whom, reading);
    return reading;
  };
}
