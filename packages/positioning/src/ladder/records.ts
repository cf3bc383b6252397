/** The liquidation ladder of one coin, as it is read. */

import type { TraderClass } from '../split/classes.ts';

/** Notional whose liquidation price lies in a bin of the grid. */
export interface LadderBin {
  /** Place in the grid: `low = mark · (1 + .005 · index)`, −100…99; below mark it is negative. */
  readonly index: number;
  /** USD. */
  readonly low: number;
  readonly high: number;
  /** USD at mark. Longs are liquidated below mark and shorts above it. */
  readonly long: number;
  readonly short: number;
  /** `long + short`. */
  readonly total: number;
}

/** One of the bins nearest to mark. */
export interface LadderLevel {
  /** Middle of the bin, USD. */
  readonly price: number;
  /** Signed distance of the middle from mark, percent. */
  readonly distPct: number;
  /** USD at mark. */
  readonly total: number;
  /** `long` below mark: its liquidation sells; `short` above. */
  readonly side: 'long' | 'short';
  /** Positions in the bin: one account counts once a coin and bin. */
  readonly positions: number;
}

/** Notional that stands in no bin, and the number of its positions. */
export interface LeftOut {
  /** USD at mark. */
  readonly notional: number;
  readonly positions: number;
}

/** Liquidation levels of a coin. Bins stand ascending, without empty ones. */
export interface Ladder {
  readonly version: `ladder/${string}`;
  readonly coin: string;
  /** USD. */
  readonly mark: number;
  readonly bins: readonly LadderBin[];
  /** Lists that add up to `bins`, bin by bin and to the bit. */
  readonly byClass: Readonly<Record<TraderClass, readonly LadderBin[]>>;
  /** Without market makers and vaults. */
  readonly directional: readonly LadderBin[];
  /** Price at which the longs still to be liquidated below equal the shorts above, USD; null without one within ±30 %. */
  readonly flip: number | null;
  /** The same of the directional bins. */
  readonly flipDirectional: number | null;
  /** The three nearest bins below mark and the three above, nearest first. */
  readonly levels: readonly LadderLevel[];
  /** Beyond ±50 % of mark. */
  readonly outside: { readonly below: LeftOut; readonly above: LeftOut };
  /** Longs whose liquidation lies above mark and shorts below it: data that is not of one moment. */
  readonly crossed: LeftOut;
  /** Positions that no price liquidates, and those whose price is not known. */
  readonly unliquidatable: LeftOut;
  /** All notional of the coin: that of the bins and of everything left out. */
  readonly notional: number;
}
