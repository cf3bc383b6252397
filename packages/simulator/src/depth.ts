/** Depth of the books of a perp: given by the regime, drained by forced closes. */

import type { DepthLaw } from './microstructure.ts';
import type { ForcedClose } from './forced-close.ts';
import { REGIMES } from './regimes.ts';

/** Depth of each side as a share of the typical depth. */
export interface DepthShares {
  readonly bids: number;
  readonly asks: number;
}

/** Half-lives after which a close no longer drains: less than a thousandth is left. */
const HALVINGS = 10;

/** Time for which a close drains, ms. */
export function drainedFor({ drain }: DepthLaw): number {
  return HALVINGS * drain.halfLifeMs;
}

/** Share of the typical depth in a regime. @param activity activity of the market, 1 on average. */
export function calmShare(law: DepthLaw, regime: number, activity: number): number {
  return law.regimes[REGIMES[regime]!] / activity ** law.activity;
}

/**
 * Computes the depth at a moment.
 *
 * @param calm share given by the regime.
 * @param closes closes that still drain, up to the moment.
 * @param typical typical depth, quote units.
 * @param price price of the listing at the market's start, which values sizes.
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
