/** Rows of a series of files within a span. */

import { firstAtOrAfter } from '@barograph/core';

/** First row within `(from, to]`, and the one after the last. */
export function rowsWithin(time: Float64Array, from: number, to: number): readonly [first: number, end: number] {
  const after = (moment: number): number => {
    const at = firstAtOrAfter({ time, length: time.length }, moment);
    return time[at] === moment ? at + 1 : at;
  };
  return [after(from), after(to)];
}
