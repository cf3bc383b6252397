/** Medians and scales of the training rows, to be frozen in the artifact. */

import { countUpTo, quantileSorted } from '@barograph/core';
import type { Standardization } from '@barograph/nowcast';
import type { Sequence } from './em.ts';

/** Scales the median absolute deviation to the standard deviation of a normal distribution: 1/Φ⁻¹(¾). */
const NORMAL_MAD = 1.4826;
/** Interquartile range of the standard normal law. */
const NORMAL_IQR = 1.349;

/**
 * Per column the median and the scale: 1.4826 times the median absolute deviation; where that is 0 the interquartile
 * range over 1.349; 0 where both are, which is a constant feature. NaN rows do not count, others by their weight.
 *
 * @example
 * const { median, scale } = fitStandardization([{ columns: [Float64Array.of(1, 2, 3, 4, 100)], weight: 1 }]);
 * [median[0], scale[0]]; // → [ 3, 1.4826 ]
 */
export function fitStandardization(sequences: readonly Sequence[]): Standardization {
  const fits = sequences[0]!.columns.map((_, i) => {
    const groups = groupsOf(sequences, i);
    if (groups.length === 0) return { median: 0, scale: 0 };
    const median = weightedQuantile(groups, 0.5);
    const deviations = groups.map(({ sorted, weight }) => ({
      sorted: sorted.map((value) => Math.abs(value - median)).sort(),
      weight,
    }));
    const deviation = weightedQuantile(deviations, 0.5);
    const spread = weightedQuantile(groups, 0.75) - weightedQuantile(groups, 0.25);
    return { median, scale: deviation > 0 ? NORMAL_MAD * deviation : spread / NORMAL_IQR };
  });
  return { median: fits.map(({ median }) => median), scale: fits.map(({ scale }) => scale) };
}

/** Values of the same weight, ascending. */
interface Group {
  readonly sorted: Float64Array;
  readonly weight: number;
}

function groupsOf(sequences: readonly Sequence[], column: number): readonly Group[] {
  return [...new Set(sequences.map(({ weight }) => weight))].flatMap((weight) => {
    const parts = sequences
      .filter((sequence) => sequence.weight === weight)
      .map(({ columns }) => columns[column]!.filter((value) => !Number.isNaN(value)));
    const sorted = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
    parts.reduce((at, part) => (sorted.set(part, at), at + part.length), 0);
    return sorted.length === 0 ? [] : [{ sorted: sorted.sort(), weight }];
  });
}

/** Halvings after which an interval of finite numbers is down to its rounding, as far as a feature can tell. */
const HALVINGS = 60;

/**
 * Quantile of weighted values. With a single weight it is interpolated. With several weights it is the least value with
 * that share of the weight at or below it, found by bisection, because sorting all values would cost as much as the fit.
 */
function weightedQuantile(groups: readonly Group[], share: number): number {
  if (groups.length === 1) return quantileSorted(groups[0]!.sorted, share);
  const total = groups.reduce((sum, { sorted, weight }) => sum + weight * sorted.length, 0);
  const below = (value: number): number =>
    groups.reduce((sum, { sorted, weight }) => sum + weight * countUpTo(sorted, sorted.length, value), 0);
  let low = Math.min(...groups.map(({ sorted }) => sorted[0]!));
  let high = Math.max(...groups.map(({ sorted }) => sorted.at(-1)!));
  if (below(low) >= share * total) return low;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = low + (high - low) / 2;
    if (below(middle) >= share * total) high = middle;
    else low = middle;
  }
  return Math.max(...groups.map(({ sorted }) => sorted[countUpTo(sorted, sorted.length, high) - 1] ?? -Infinity));
}
