/** Bars that open where their interval says. */

import type { Candles } from './candles.ts';
import { UsageError } from './errors.ts';
import { bucketOpen, stepMs, type Interval } from './interval.ts';

/**
 * The step of `interval` in milliseconds, once bars `[start, end)` have been found to open on its UTC boundaries.
 *
 * @throws {UsageError} naming the first row that does not.
 */
export function alignedStep(bars: Candles, interval: Interval, start: number = 0, end: number = bars.length): number {
  const step = stepMs(interval);
  for (let i = start; i < end; i++) {
    if (bucketOpen(bars.time[i]!, step) !== bars.time[i]!) {
      throw new UsageError(`row ${i + 1} column "time": expected a ${interval} boundary, got ${bars.time[i]!}`);
    }
  }
  return step;
}
