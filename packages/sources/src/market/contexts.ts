/** State of all perps of a venue at one moment, and their mid prices, which come from a poll of their own. */

import type { MarginTier } from '@barograph/positioning';

/** Query for what a source knows of a moment, epoch ms. */
export interface MomentQuery {
  readonly asOf: number;
}

/** One perp as its venue states it. NaN where the venue says nothing, or nothing that can be true. */
export interface PerpContext {
  readonly symbol: string;
  /** Decimals of a size. */
  readonly sizeDecimals: number;
  readonly maxLeverage: number;
  /** Tiers of its margin, ascending; left out where the venue gives none that can be: then one tier of `maxLeverage`. */
  readonly marginTiers?: readonly MarginTier[] | undefined;
  readonly isDelisted: boolean;
  readonly onlyIsolated: boolean;
  /** Fraction of the notional per hour; negative: shorts pay longs. */
  readonly fundingRate1h: number;
  /** Units of the coin; 0 is a value. */
  readonly openInterest: number;
  /** USD. */
  readonly mark: number;
  /** USD. */
  readonly oracle: number;
  /** USD; the mid of the context itself, older than that of {@link Mids}. */
  readonly mid: number;
  /** The venue's own field, fraction of the oracle price. */
  readonly premium: number;
  /** Notional of the last 24 hours, USD. */
  readonly dayNotional: number;
  /** Mark of 24 hours before, USD. */
  readonly previousDayPrice: number;
}

/** Rows of the contexts feed: every perp of the universe once, delisted ones included, in the order of the venue. */
export interface PerpContexts {
  readonly perps: readonly PerpContext[];
}

/** Mid price of a perp, USD. */
export interface Mid {
  readonly symbol: string;
  readonly mid: number;
}

/** Rows of the mids feed: perps that have a mid. */
export interface Mids {
  readonly mids: readonly Mid[];
}
