/** State of all perps of a venue, and their mid prices, which are polled separately. */

import type { MarginTier } from '@barograph/positioning';

/** Query for the state at a time, epoch ms. */
export interface MomentQuery {
  readonly asOf: number;
}

/** State of a perp by its venue. NaN when a value is absent or invalid. */
export interface PerpContext {
  readonly symbol: string;
  /** Decimals of a size. */
  readonly sizeDecimals: number;
  readonly maxLeverage: number;
  /** Margin tiers, ascending. When absent, there is a single tier of `maxLeverage`. */
  readonly marginTiers?: readonly MarginTier[] | undefined;
  readonly isDelisted: boolean;
  readonly onlyIsolated: boolean;
  /** Fraction of the notional per hour; shorts pay longs when negative. */
  readonly fundingRate1h: number;
  /** Units of the coin; 0 is a value. */
  readonly openInterest: number;
  /** USD. */
  readonly mark: number;
  /** USD. */
  readonly oracle: number;
  /** USD; mid of the context, older than in {@link Mids}. */
  readonly mid: number;
  /** Premium stated by the venue, fraction of the oracle price. */
  readonly premium: number;
  /** Notional of the last 24 hours, USD. */
  readonly dayNotional: number;
  /** Mark 24 hours earlier, USD. */
  readonly previousDayPrice: number;
}

/** Rows of the contexts feed: every perp of the universe, including delisted perps, in venue order. */
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
