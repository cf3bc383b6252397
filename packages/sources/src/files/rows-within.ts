/** Row range of a time span. */

import { firstAtOrAfter } from '@barograph/core';

/** Index of the first row within `(from, to]`, and the index after the last. */
export function rowsWithin(time: Float64Array, from: number, to: number): readonly [first: number, end: number] {
  const after = (moment: number): number => {
    const at = firstAtOrAfter({ time, length: time.length }, moment);
    return time[at] === moment ? at + 1 : at;
  };
  return [after(from), after(to)];
}
