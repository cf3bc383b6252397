/** Closes for a coin's sparkline. */

import type { Candles } from '@barograph/core';
import { TREND_BARS } from './fields.ts';

/** The last closes of bars, oldest first. */
export function lastCloses({ close, length }: Candles): readonly number[] {
  return Array.from(close.subarray(Math.max(0, length - TREND_BARS), length));
}
