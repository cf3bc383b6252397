/** Growing columns. Written values stay in place, so earlier views stay valid. */

import { HOUR_MS } from '@barograph/core';

/** Returns room for at least `needed` values: the same array, or a copy with an eighth more. */
export function grown(values: Float64Array, needed: number): Float64Array {
  if (values.length >= needed) return values;
  const larger = new Float64Array(Math.max(needed, values.length + (values.length >> 3), 1024));
  larger.set(values);
  return larger;
}

/** Openings of the first hours of a market, epoch ms; its listings share the memory. */
export function hourTimes(start: number): (hours: number) => Float64Array {
  let times: Float64Array = new Float64Array(0);
  let length = 0;
  return (hours) => {
    times = grown(times, hours);
    for (; length < hours; length++) times[length] = start + length * HOUR_MS;
    return times;
  };
}
