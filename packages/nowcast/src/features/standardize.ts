/** Features in robust units. The medians and scales are frozen in the artifact: none is ever taken at inference. */

import { clamp, finite, givenColumn, UsageError } from '@barograph/core';
import { checkLength, notNegative } from '../check.ts';

/** One number per feature, in the model's order. */
export interface Standardization {
  readonly median: readonly number[];
  /** 1.4826 · median absolute deviation at training; 0 marks a feature that was constant, and is never defined. */
  readonly scale: readonly number[];
}

/** Standardised features stay within ± this. */
export const MOST_DEVIATIONS = 6;

/**
 * `(x − median) / scale`, clipped to ±6; NaN stays NaN, and so is a feature without scale.
 *
 * @example
 * standardizeValue(3, 1, 2); // → 1
 */
export function standardizeValue(value: number, median: number, scale: number): number {
  return scale === 0 ? NaN : clamp((value - median) / scale, -MOST_DEVIATIONS, MOST_DEVIATIONS);
}

/**
 * Columns in robust units.
 *
 * @param into columns of the same lengths to be filled, which may be the given ones; new ones when left out.
 * @throws {UsageError} another number of columns.
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
    // standardizeValue, written out: a choice among whole numbers and others would box each answer, and so would a call.
    for (let t = 0; t < column.length; t++) {
      out[t] = Math.min(Math.max((column[t]! - middle) / unit, -MOST_DEVIATIONS), MOST_DEVIATIONS);
    }
    return out;
  });
}

/** @throws {UsageError} unless there are `length` finite medians and finite scales ≥ 0. */
export function checkStandardization({ median, scale }: Standardization, length: number): void {
  for (const [name, list] of Object.entries({ median, scale })) {
    checkLength(name, list, length);
    list.forEach((value, i) => finite(`${name}[${i}]`, value));
  }
  scale.forEach((value, i) => notNegative(`scale[${i}]`, value));
}
