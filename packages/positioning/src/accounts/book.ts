/** The account book: all positions of all accounts in columns, checked once. */

import type { BookDrop } from './drops.ts';
import type { AccountStats } from './records.ts';

/** Columns of the accounts, by ascending address. */
export interface AccountColumns {
  readonly address: readonly string[];
  /** USD; NaN when it is not known. */
  readonly equity: Float64Array;
  /** USD that back the cross positions; NaN when not known, or when a position of the account was dropped. */
  readonly crossEquity: Float64Array;
  /** Notional of all positions at mark, and longs minus shorts, USD. */
  readonly gross: Float64Array;
  readonly net: Float64Array;
  /** Number of positions. */
  readonly positions: Int32Array;
  /** 1 where the account is a vault, and where it is flagged as a market maker. */
  readonly vault: Uint8Array;
  readonly marketMaker: Uint8Array;
  /** Facts about the trades of each account. */
  readonly stats: readonly (AccountStats | undefined)[];
}

/** Columns of the positions, by coin, and within a coin by account. */
export interface PositionColumns {
  /** Index of the account. */
  readonly account: Int32Array;
  /** Index of the coin. */
  readonly coin: Int32Array;
  /** Base units: positive long, negative short. */
  readonly size: Float64Array;
  /** USD at mark, positive. */
  readonly notional: Float64Array;
  readonly entry: Float64Array;
  /** NaN when it is not known. */
  readonly leverage: Float64Array;
  /** 1 where the position has a margin of its own. */
  readonly isolated: Uint8Array;
  /** USD that back an isolated position at mark; NaN for a cross position, and when it is not known. */
  readonly margin: Float64Array;
  /** USD, of the venue or solved; NaN: there is none, or it is not known. */
  readonly liquidation: Float64Array;
  /** 1 where the venue gave no liquidation price, and it was to be solved here. */
  readonly solved: Uint8Array;
}

/**
 * All positions of a moment. Accounts stand by address and coins by name whatever the order of the records, so that sums
 * are the same to the bit.
 */
export interface AccountBook {
  /** Coins with a mark, ascending. */
  readonly coins: readonly string[];
  /** Mark price of each coin, USD. */
  readonly marks: Float64Array;
  /** Positions of coin `k` are those from `starts[k]` to `starts[k + 1]`. */
  readonly starts: Int32Array;
  readonly accounts: AccountColumns;
  readonly positions: PositionColumns;
  /** Accounts and positions that were dropped, by reason; every reason stands in it. */
  readonly dropped: Readonly<Record<BookDrop, number>>;
  /** Sound accounts below the least notional: they are no part of the book. */
  readonly small: { readonly accounts: number; readonly positions: number; readonly notional: number };
}
