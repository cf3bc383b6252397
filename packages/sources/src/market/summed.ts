/** Sums a column of short bars into longer bars, as {@link windowOf} does for candles. */

import { compensatedSum, firstAtOrAfter, stepMs, type Candles, type Interval } from '@barograph/core';

/**
 * Sums the values of `base` within each bar.
 *
 * @param values one value per bar of `base`; NaN makes the sum NaN.
 * @param bars complete bars of `interval`.
 */
export function summedWithin(base: Candles, values: Float64Array, bars: Candles, interval: Interval): Float64Array {
  const step = stepMs(interval);
  let end = bars.length === 0 ? 0 : firstAtOrAfter(base, bars.time[0]!);
  return bars.time.map((time) => {
    let start = end;
    while (start < base.length && base.time[start]! < time) start++;
    end = start;
    while (end < base.length && base.time[end]! < time + step) end++;
    return end - start === 1 ? values[start]! : compensatedSum(values, start, end);
  });
}
