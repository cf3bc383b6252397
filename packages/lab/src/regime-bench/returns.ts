/** Log returns of closes as they come. */

import type { Bar, Candles } from '@barograph/core';

/** A stream of log returns: NaN for the first bar. */
export function returnStream(): (bar: Pick<Bar, 'close'>) => number {
  let before = NaN;
  return ({ close }) => {
    const change = Math.log(close / before);
    before = close;
    return change;
  };
}

/** Log returns of a history; one fewer than bars. */
export function returnsOf({ close, length }: Candles): Float64Array {
  return Float64Array.from({ length: Math.max(0, length - 1) }, (_, t) => Math.log(close[t + 1]! / close[t]!));
}
