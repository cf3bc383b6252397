/** Correction of p-values for the number of tests. */

/**
 * Holm's step-down correction: the chance of a single false rejection among all tests stays below the level.
 *
 * @source S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979.
 * @param values p-values; null where there was no test, which stays null and is not counted.
 */
export function holmAdjusted(values: readonly (number | null)[]): readonly (number | null)[] {
  const order = values.flatMap((p, at) => (p === null ? [] : [{ p, at }])).toSorted((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = values.map(() => null);
  let least = 0;
  order.forEach(({ p, at }, rank) => {
    least = Math.max(least, Math.min(1, (order.length - rank) * p));
    adjusted[at] = least;
  });
  return adjusted;
}
