/** Account book: all positions of all accounts in columns, checked once. */

import type { BookDrop } from './drops.ts';
import type { AccountStats } from './records.ts';

/** Account columns, by ascending address. */
export interface AccountColumns {
  readonly address: readonly string[];
  /** Equity, USD; NaN when unknown. */
  readonly equity: Float64Array;
  /** Equity behind the cross positions, USD; NaN when unknown, or when a position of the account was dropped. */
  readonly crossEquity: Float64Array;
  /** Notional of all positions at mark, and longs minus shorts, USD. */
  readonly gross: Float64Array;
  readonly net: Float64Array;
  /** Number of positions. */
  readonly positions: Int32Array;
  /** 1 for a vault, and for a flagged market maker. */
  readonly vault: Uint8Array;
  readonly marketMaker: Uint8Array;
  /** Trade statistics of each account. */
  readonly stats: readonly (AccountStats | undefined)[];
}

/** Position columns, by coin, and within a coin by account. */
export interface PositionColumns {
  /** Index of the account. */
  readonly account: Int32Array;
  /** Index of the coin. */
  readonly coin: Int32Array;
  /** Size in base units: positive long, negative short. */
  readonly size: Float64Array;
  /** Notional at mark, USD, positive. */
  readonly notional: Float64Array;
  readonly entry: Float64Array;
  /** Leverage; NaN when unknown. */
  readonly leverage: Float64Array;
  /** 1 for an isolated position. */
  readonly isolated: Uint8Array;
  /** Margin behind an isolated position at mark, USD; NaN for a cross position, and when unknown. */
  readonly margin: Float64Array;
  /** Liquidation price, USD, from the venue or solved; NaN when none exists or it is unknown. */
  readonly liquidation: Float64Array;
  /** 1 when the venue gave no liquidation price, so that it is solved here. */
  readonly solved: Uint8Array;
}

/**
 * All positions of a moment. Accounts are ordered by address and coins by name, whatever the order of the records, so
 * that sums are equal to the bit.
 */
export interface AccountBook {
  /** Coins with a mark, ascending. */
  readonly coins: readonly string[];
  /** Mark price of each coin, USD. */
  readonly marks: Float64Array;
  /** Positions of coin `k` are at indexes `starts[k]` to `starts[k + 1]`. */
  readonly starts: Int32Array;
  readonly accounts: AccountColumns;
  readonly positions: PositionColumns;
  /** Dropped accounts and positions by reason, with every reason present. */
  readonly dropped: Readonly<Record<BookDrop, number>>;
  /** Valid accounts below the least notional, which are not part of the book. */
  readonly small: { readonly accounts: number; readonly positions: number; readonly notional: number };
}
