/** Liquidation ladder of one coin, as read from the columns. */

import type { TraderClass } from '../split/classes.ts';

/** Notional whose liquidation price lies in a bin of the grid. */
export interface LadderBin {
  /** Position in the grid: `low = mark · (1 + 0.005 · index)`, −100…99; negative below mark. */
  readonly index: number;
  /** Lower edge, USD. */
  readonly low: number;
  /** Upper edge, USD. */
  readonly high: number;
  /** Notional, USD at mark. Longs are liquidated below mark and shorts above. */
  readonly long: number;
  readonly short: number;
  /** `long + short`. */
  readonly total: number;
}

/** Bin near mark. */
export interface LadderLevel {
  /** Middle of the bin, USD. */
  readonly price: number;
  /** Signed distance of the middle from mark, percent. */
  readonly distPct: number;
  /** Notional, USD at mark. */
  readonly total: number;
  /** `long` below mark, where liquidation sells; `short` above. */
  readonly side: 'long' | 'short';
  /** Positions in the bin; an account counts once per coin and bin. */
  readonly positions: number;
}

/** Notional in no bin, and the number of its positions. */
export interface LeftOut {
  /** Notional, USD at mark. */
  readonly notional: number;
  readonly positions: number;
}

/** Liquidation levels of a coin. Bins ascend, without empty ones. */
export interface Ladder {
  readonly version: `ladder/${string}`;
  readonly coin: string;
  /** Mark price, USD. */
  readonly mark: number;
  readonly bins: readonly LadderBin[];
  /** Bins by class, which add up to `bins` to the bit. */
  readonly byClass: Readonly<Record<TraderClass, readonly LadderBin[]>>;
  /** Bins without market makers and vaults. */
  readonly directional: readonly LadderBin[];
  /**
   * Price at which the longs liquidated below equal the shorts liquidated above, USD; null without one within ±30 %.
   */
  readonly flip: number | null;
  /** Flip of the directional bins, USD. */
  readonly flipDirectional: number | null;
  /** Three nearest bins below mark and three above, nearest first. */
  readonly levels: readonly LadderLevel[];
  /** Liquidation prices beyond ±50 % of mark. */
  readonly outside: { readonly below: LeftOut; readonly above: LeftOut };
  /** Longs with a liquidation price above mark and shorts with one below: data that is not from one moment. */
  readonly crossed: LeftOut;
  /** Positions that no price liquidates, and those with an unknown price. */
  readonly unliquidatable: LeftOut;
  /** Notional of the coin, in bins and left out, USD at mark. */
  readonly notional: number;
}
