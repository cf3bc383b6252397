/** Checks that bars open on the boundaries of their interval. */

import type { Candles } from './candles.ts';
import { UsageError } from './errors.ts';
import { bucketOpen, stepMs, type Interval } from './interval.ts';

/**
 * Returns the step of `interval` in ms after checking that bars `[start, end)` open on its UTC boundaries.
 *
 * @throws {UsageError} when a bar is off the boundary; the message names the first such row.
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
