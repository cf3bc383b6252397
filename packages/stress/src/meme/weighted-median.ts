/** Median of weighted values. */

/**
 * Value at which half of the weight is reached; the usual median for equal weights. When a value ends exactly at the
 * half, the mean of it and the next.
 *
 * @param items pairs of value and weight ≥ 0; their order does not change the result.
 * @returns the median; null when the weights sum to 0.
 * @source F. Y. Edgeworth, On a new method of reducing observations, 1888 (weighted median).
 * @example
 * weightedMedian([[1, 1], [2, 1], [9, 3]]); // → 9
 */
export function weightedMedian(items: readonly (readonly [value: number, weight: number])[]): number | null {
  const sorted = items.filter(([, weight]) => weight > 0).sort(([a, v], [b, w]) => (a === b ? v - w : a - b));
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let reached = 0;
  for (const [i, [value, weight]] of sorted.entries()) {
    reached += weight;
    if (reached > half) return value;
    if (reached === half) return (value + (sorted[i + 1] ?? [value])[0]) / 2;
  }
  return null;
}
