/** Traded value of bars in quote units. */

import { firstAtOrAfter, type Candles } from './candles.ts';

/**
 * Quote volume: the sum of `close · volume` over bars, each bar's volume valued at its close.
 *
 * @param bars oldest first; volume in base units.
 * @param since open time of the first bar to count, epoch ms. @default all bars
 * @returns quote volume; null without bars.
 * @example
 * const asOf = 260 * DAY_MS;
 * quoteVolume(hours, asOf - DAY_MS)?.toFixed(0); // → '1080'
 * quoteVolume(hours, asOf); // → null
 */
export function quoteVolume(
  bars: Pick<Candles, 'time' | 'close' | 'volume' | 'length'>,
  since: number = -Infinity,
): number | null {
  const first = firstAtOrAfter(bars, since);
  if (first >= bars.length) return null;
  let sum = 0;
  for (let i = first; i < bars.length; i++) sum += bars.close[i]! * bars.volume[i]!;
  return sum;
}
