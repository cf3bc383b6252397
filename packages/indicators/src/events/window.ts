/** Reference selection shared by the detectors: the kept observation that is about one window old. */

import { integerAtLeast } from '@barograph/core';

/** An observation at a moment, epoch ms. */
export interface Timed {
  readonly time: number;
}

/** The observation whose age is closest to the window, at most `slack` off it; of two as close, the older one. */
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

/** @throws {UsageError} a time that is not after the one of the last observation. */
export function checkTime(time: number, last: Timed | undefined): number {
  return integerAtLeast('time', time, last === undefined ? 0 : last.time + 1);
}
