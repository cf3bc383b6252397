/** Reference selection of the detectors: the stored observation that is about one window old. */

import { integerAtLeast } from '@barograph/core';

/** Observation at a moment, epoch ms. */
export interface Timed {
  readonly time: number;
}

/** Observation whose age is closest to the window, at most `slack` ms off; the older one of a tie. */
export function closestToAge<Sample extends Timed>(
  kept: readonly Sample[],
  now: number,
  windowMs: number,
  slack: number,
): Sample | undefined {
  let best: Sample | undefined;
  let bestOff = slack;
  for (const sample of kept) {
    const off = Math.abs(now - sample.time - windowMs);
    if (off > slack || (best !== undefined && off >= bestOff)) continue;
    best = sample;
    bestOff = off;
  }
  return best;
}

/**
 * Checks the time of an observation and returns it.
 * @throws {UsageError} when it is not after that of the last observation.
 */
export function checkTime(time: number, last: Timed | undefined): number {
  return integerAtLeast('time', time, last === undefined ? 0 : last.time + 1);
}
