/** Sums of a column of short bars within longer ones: what {@link windowOf} does for candles, for a column beside them. */

import { compensatedSum, firstAtOrAfter, stepMs, type Candles, type Interval } from '@barograph/core';

/**
 * Sum of the values of `base` that lie within each bar.
 *
 * @param values one for each bar of `base`; NaN makes the sum NaN.
 * @param bars of `interval`, whole.
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
