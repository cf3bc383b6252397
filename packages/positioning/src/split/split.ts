/** Long and short notional of each coin by the class of its holders. */

import type { TraderClass, TraderTag } from './classes.ts';

/** What a group of accounts holds of a coin. */
export interface Holding {
  /** USD at mark. */
  readonly long: number;
  readonly short: number;
  /** `long − short`. */
  readonly net: number;
  /** `long + short`. */
  readonly gross: number;
  /** Accounts with a position. */
  readonly accounts: number;
}

/** The holders of one coin. The classes add up to `all`, to the bit; the tags are overlays and need not. */
export interface CoinSplit {
  readonly coin: string;
  readonly all: Holding;
  readonly byClass: Readonly<Record<TraderClass, Holding>>;
  readonly byTag: Readonly<Record<TraderTag, Holding>>;
}
