/** Flip of a ladder: the price where the liquidations below equal those above. */

import { clamp } from '@barograph/core';
import type { LadderBin } from './records.ts';

/**
 * Computes the price at which the longs with a lower liquidation price equal the shorts with a higher one.
 *
 * Their difference `D` never falls as the price rises. It starts at minus all shorts and ends at all longs, so it has
 * one zero: within a bin by linear interpolation; when it is zero over an interval, the point nearest to mark. With
 * mark above the flip, more longs wait below than shorts above.
 *
 * @param bins bins, ascending and disjoint.
 * @param mark mark price, USD.
 * @param flipPct farthest flip from mark, percent.
 * @returns the flip, USD; null when a side is empty or the flip is farther away.
 *
 * @example
 * ladderFlip([{ low: 90, high: 90.5, long: 1, short: 0 }, { low: 101, high: 101.5, long: 0, short: 1 }], 100, 30); // 100
 */
export function ladderFlip(
  bins: readonly Pick<LadderBin, 'low' | 'high' | 'long' | 'short'>[],
  mark: number,
  flipPct: number,
): number | null {
  // Shorts are summed from above and longs from below, so that a mirrored ladder has the same sums.
  const shortsAbove = new Float64Array(bins.length + 1);
  for (let i = bins.length - 1; i >= 0; i--) shortsAbove[i] = shortsAbove[i + 1]! + bins[i]!.short;
  if (!(shortsAbove[0]! > 0 && bins.some(({ long }) => long > 0))) return null;
  let longsBelow = 0;
  for (const [i, { low, high, long }] of bins.entries()) {
    const before = longsBelow - shortsAbove[i]!;
    longsBelow += long;
    const after = longsBelow - shortsAbove[i + 1]!;
    if (after < 0) continue;
    const next = bins[i + 1];
    const isFlat = after === 0 && next !== undefined;
    const flip = isFlat ? clamp(mark, high, next.low) : low + (high - low) * (before / (before - after));
    return 100 * Math.abs(flip - mark) > flipPct * mark ? null : flip;
  }
  return null;
}
