/** Measures of a sample of equally probable profits. */

/** Tail of a sample. */
export interface Tail {
  /** Share of the worst scenarios. */
  readonly level: number;
  /** Loss that the share reaches or exceeds, USD; negative for a profit. */
  readonly valueAtRisk: number;
  /** Mean loss of the share, USD. */
  readonly expectedShortfall: number;
}

/** Indexes of a sample in ascending order of its values; equal values keep their order. */
export function ascendingPlaces(values: Float64Array): Uint32Array {
  return Uint32Array.from(values, (_, k) => k).sort((a, b) => values[a]! - values[b]!);
}

/**
 * Weights of the tail: 1 for each of the `⌊level · n⌋` worst, the rest of `level · n` for the next one.
 *
 * @returns indexes of the worst, with the weight of the last.
 */
export function tailPlaces(
  ascending: Uint32Array,
  level: number,
): { readonly places: Uint32Array; readonly rest: number } {
  const exact = level * ascending.length;
  // Products such as 0.01 · 700 are off the intended integer by rounding.
  const whole = Math.abs(exact - Math.round(exact)) < 1e-9 * exact ? Math.round(exact) : Math.floor(exact);
  const rest = exact - whole > 1e-9 * exact ? exact - whole : 1;
  return { places: ascending.subarray(0, Math.max(1, rest === 1 ? whole : whole + 1)), rest };
}

/** Mean of a column over the tail, with the weight of its last index. */
export function tailMean(
  column: Float64Array,
  { places, rest }: { readonly places: Uint32Array; readonly rest: number },
): number {
  const last = places.length - 1;
  let sum = 0;
  for (let k = 0; k < last; k++) sum += column[places[k]!]!;
  return (sum + rest * column[places[last]!]!) / (last + rest);
}

/**
 * Computes value at risk and expected shortfall of a sample. The shortfall is the coherent one of a discrete sample:
 * exactly `level · n` scenarios are averaged, the last of them in part.
 *
 * @param profits profits by scenario, USD.
 * @param level tail share, within 0…1.
 * @source C. Acerbi, D. Tasche, On the coherence of expected shortfall, Journal of Banking and Finance 26, 2002.
 * @example
 * tailOf(Float64Array.of(-4, -2, 0, 1, 2, 3, 4, 5, 6, 7), 0.2); // → { level: 0.2, valueAtRisk: 2, expectedShortfall: 3 }
 */
export function tailOf(profits: Float64Array, level: number): Tail {
  return tailIn(profits, ascendingPlaces(profits), level);
}

/** Applies {@link tailOf} to a sample of known order. */
export function tailIn(profits: Float64Array, ascending: Uint32Array, level: number): Tail {
  const tail = tailPlaces(ascending, level);
  return {
    level,
    valueAtRisk: 0 - profits[tail.places[tail.places.length - 1]!]!,
    expectedShortfall: 0 - tailMean(profits, tail),
  };
}

/** Mean of a column. */
export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k]!;
  return sum / values.length;
}

/** Covariance of two columns, divided by their length. */
export function covarianceOf(a: Float64Array, b: Float64Array): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += (a[k]! - meanA) * (b[k]! - meanB);
  return sum / a.length;
}
