/** Scales features to robust units. Medians and scales are frozen in the artifact and never computed at inference. */

import { clamp, finite, givenColumn, UsageError } from '@barograph/core';
import { checkLength, notNegative } from '../check.ts';

/** Medians and scales, one per feature, in the model's order. Both in the unit of the feature. */
export interface Standardization {
  readonly median: readonly number[];
  /**
   * 1.4826 · median absolute deviation of the training; 0 marks a feature that was constant, and is always undefined.
   */
  readonly scale: readonly number[];
}

/** Standardised features are clipped to ± this. */
export const MOST_DEVIATIONS = 6;

/**
 * `(value − median) / scale`, clipped to ±6; NaN for NaN and for a scale of 0.
 *
 * @example
 * standardizeValue(3, 1, 2); // → 1
 */
export function standardizeValue(value: number, median: number, scale: number): number {
  return scale === 0 ? NaN : clamp((value - median) / scale, -MOST_DEVIATIONS, MOST_DEVIATIONS);
}

/**
 * Scales columns to robust units.
 *
 * @param columns one per feature, in the model's order.
 * @param into columns of the same lengths to fill, possibly the given ones. @default new ones
 * @returns robust z-scores within the clip of the model; NaN for a feature with scale 0.
 * @throws {UsageError} when the number of columns differs.
 * @example
 * standardize([Float64Array.of(1, 3, 5)], { median: [3], scale: [2] }); // → [ Float64Array(3) [ -1, 0, 1 ] ]
 */
export function standardize(
  columns: readonly Float64Array[],
  { median, scale }: Standardization,
  into?: readonly Float64Array[],
): Float64Array[] {
  if (columns.length !== median.length) {
    throw new UsageError(`"columns" expected ${median.length} features, got ${columns.length}`);
  }
  return columns.map((column, i) => {
    const middle = median[i]!;
    const unit = scale[i]!;
    const out = givenColumn('into', column.length, into?.[i]);
    if (unit === 0) return out.fill(NaN);
    // Inlined `standardizeValue`: a ternary or a call would box each result.
    for (let t = 0; t < column.length; t++) {
      out[t] = Math.min(Math.max((column[t]! - middle) / unit, -MOST_DEVIATIONS), MOST_DEVIATIONS);
    }
    return out;
  });
}

/**
 * Checks a standardisation.
 * @throws {UsageError} unless there are `length` finite medians and finite scales ≥ 0.
 */
export function checkStandardization({ median, scale }: Standardization, length: number): void {
  for (const [name, list] of Object.entries({ median, scale })) {
    checkLength(name, list, length);
    list.forEach((value, i) => finite(`${name}[${i}]`, value));
  }
  scale.forEach((value, i) => notNegative(`scale[${i}]`, value));
}
