/** Depth of the books of a perp: what the regime gives, less what forced closes have drained. */

import type { DepthLaw } from './microstructure.ts';
import type { ForcedClose } from './forced-close.ts';
import { REGIMES } from './regimes.ts';

/** Depth of each side as a share of the typical depth. */
export interface DepthShares {
  readonly bids: number;
  readonly asks: number;
}

/** Halvings after which a close has drained nothing any more: less than a thousandth of it is left. */
const HALVINGS = 10;

/** Time that a close drains for, ms. */
export function drainedFor({ drain }: DepthLaw): number {
  return HALVINGS * drain.halfLifeMs;
}

/** Share of the typical depth that a regime has. @param activity of the market, one on average. */
export function calmShare(law: DepthLaw, regime: number, activity: number): number {
  return law.regimes[REGIMES[regime]!] / activity ** law.activity;
}

/**
 * Depth at a moment.
 *
 * @param calm share that the regime has.
 * @param closes of the time that they drain for, up to the moment.
 * @param typical depth, quote units.
 * @param price of the listing at the market's start, which sizes are valued at.
 */
export function drainedShares(
  { drain }: DepthLaw,
  calm: number,
  closes: readonly ForcedClose[],
  typical: number,
  price: number,
  time: number,
): DepthShares {
  let [bids, asks] = [0, 0];
  for (const close of closes) {
    const left = ((close.size * price) / typical) * 2 ** ((close.time - time) / drain.halfLifeMs);
    bids += close.side === 'long' ? left : drain.spill * left;
    asks += close.side === 'short' ? left : drain.spill * left;
  }
  return { bids: calm / (1 + drain.strength * bids), asks: calm / (1 + drain.strength * asks) };
}
