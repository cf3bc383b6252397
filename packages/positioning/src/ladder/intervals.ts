/** Intervals for values read from tracked accounts: how far levels and flips of all accounts may be from them. */

import { clamp, deepFreeze } from '@barograph/core';

/** Share of a coin's open interest that the tracked accounts hold, a fraction of each side. */
export interface OpenInterestShare {
  readonly long: number;
  readonly short: number;
}

/** Bounds of an interval. */
export interface LadderInterval {
  readonly low: number;
  readonly high: number;
}

/** Parameters of the intervals. A changed number needs a new version. */
export interface LadderIntervalsConfig {
  readonly version: `ladder-intervals/${string}`;
  /** Log factor of a level: it may contain `e ^ (level · (1 − share of its side))` times what was seen. */
  readonly level: number;
  /** Width of a flip: it may be off by `flipPct · √(1 − mean share)` percent of mark. */
  readonly flipPct: number;
}

/**
 * Version 1: covers 90 % of the levels and flips of 24 simulated markets; of 24 others 90.5 % and 89.0 %. The accounts
 * were found by their size, known to a factor of e.
 */
export const LADDER_INTERVALS_V1: LadderIntervalsConfig = deepFreeze({
  version: 'ladder-intervals/1',
  level: 1.575,
  flipPct: 31.8,
});

/** Share that is not tracked, 0…1; NaN when the share is unknown. */
const missing = (share: number): number => clamp(1 - share, 0, 1);

/**
 * Computes the interval of a level's notional. All accounts hold at least what the tracked ones do.
 *
 * @param total notional of the tracked accounts, USD.
 * @param share tracked share of the open interest on the level's side; at 1 or more nothing is missing.
 * @param config parameters. @default LADDER_INTERVALS_V1
 * @returns the interval; null when the share is unknown.
 * @example
 * levelInterval(1_000_000, 1); // → { low: 1000000, high: 1000000 }
 * levelInterval(1_000_000, 0.5)?.high.toFixed(0); // → '2197895'
 */
export function levelInterval(
  total: number,
  share: number | undefined,
  { level }: LadderIntervalsConfig = LADDER_INTERVALS_V1,
): LadderInterval | null {
  if (share === undefined || Number.isNaN(share)) return null;
  return { low: total, high: total * Math.exp(level * missing(share)) };
}

/**
 * Computes the interval of the flip.
 *
 * @param flip flip of the tracked accounts, USD; null without one.
 * @param mark mark price, USD.
 * @param config parameters. @default LADDER_INTERVALS_V1
 * @returns the interval; null without a flip, and when the share is unknown.
 * @example
 * flipInterval(95, 100, { long: 0.75, short: 0.75 }); // → { low: 79.1, high: 110.9 }
 * flipInterval(null, 100, { long: 0.75, short: 0.75 }); // → null
 */
export function flipInterval(
  flip: number | null,
  mark: number,
  share: OpenInterestShare | undefined,
  { flipPct }: LadderIntervalsConfig = LADDER_INTERVALS_V1,
): LadderInterval | null {
  if (flip === null || share === undefined) return null;
  const mean = (Math.min(1, share.long) + Math.min(1, share.short)) / 2;
  const half = (mark * flipPct * Math.sqrt(missing(mean))) / 100;
  return Number.isNaN(half) ? null : { low: Math.max(0, flip - half), high: flip + half };
}
