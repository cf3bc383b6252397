/** Bars that open where their interval says. */

import type { Candles } from './candles.ts';
import { UsageError } from './errors.ts';
import { bucketOpen, stepMs, type Interval } from './interval.ts';

/**
 * The step of `interval` in milliseconds, once every bar has been found to open on one of its UTC boundaries.
 *
 * @throws {UsageError} naming the first row that does not.
 */
export function alignedStep(bars: Candles, interval: Interval): number {
  const step = stepMs(interval);
  for (let i = 0; i < bars.length; i++) {
    if (bucketOpen(bars.time[i]!, step) !== bars.time[i]!) {
      throw new UsageError(`row ${i + 1} column "time": expected a ${interval} boundary, got ${bars.time[i]!}`);
    }
  }
  return step;
}
