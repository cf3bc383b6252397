/** Medians and scales of the training rows, to be frozen in the artifact. */

import { quantileSorted } from '@barograph/core';
import type { Standardization } from '../features/standardize.ts';

/** Makes the median absolute deviation of a normal law its standard deviation: 1/Φ⁻¹(¾). */
const NORMAL_MAD = 1.4826;
/** Interquartile range of the standard normal law. */
const NORMAL_IQR = 1.349;

/**
 * Per column the median and the scale: 1.4826 times the median absolute deviation; where that is 0 the interquartile
 * range over 1.349; 0 where both are, which is a constant feature. NaN rows do not count.
 */
export function fitStandardization(columns: readonly Float64Array[]): Standardization {
  const fits = columns.map((column) => {
    const sorted = column.filter((value) => !Number.isNaN(value)).sort();
    if (sorted.length === 0) return { median: 0, scale: 0 };
    const median = quantileSorted(sorted, 0.5);
    const deviation = quantileSorted(sorted.map((value) => Math.abs(value - median)).sort(), 0.5);
    const spread = quantileSorted(sorted, 0.75) - quantileSorted(sorted, 0.25);
    return { median, scale: deviation > 0 ? NORMAL_MAD * deviation : spread / NORMAL_IQR };
  });
  return { median: fits.map(({ median }) => median), scale: fits.map(({ scale }) => scale) };
}
