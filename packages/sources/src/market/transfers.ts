/** Confirmed transfers of tokens to and from exchanges. */

import type { ExchangeLabel } from '@barograph/stress/news';

/** Query for transfers confirmed since a cursor. */
export interface TransfersQuery {
  readonly asOf: number;
  /** Start without a cursor, epoch ms. A source may begin later. */
  readonly from: number;
  /** Cursor of the last stored rows; null before the first. */
  readonly cursor: string | null;
  /** Minimum amount by symbol, units. Smaller transfers may be dropped; other symbols are ignored. */
  readonly least: Readonly<Record<string, number>>;
}

/** Confirmed transfer. */
export interface ConfirmedTransfer {
  /** Chain, transaction and index in it; stable even if the transaction moves to another block. */
  readonly id: string;
  /** Epoch ms of its block. */
  readonly time: number;
  readonly chain: string;
  /** Block number; null for chains without blocks. */
  readonly block: number | null;
  /** Coin, as a perp names it. */
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  /** Units of the coin, above 0. */
  readonly amount: number;
}

/** Blocks of a chain replaced by a reorganisation. */
export interface ReplacedBlocks {
  readonly chain: string;
  /** Last valid block. Rows of later blocks are void and are read again. */
  readonly after: number;
}

/** Rows of the transfers feed. */
export interface Transfers {
  /** Oldest first. */
  readonly transfers: readonly ConfirmedTransfer[];
  readonly replaced: readonly ReplacedBlocks[];
  /** Opaque cursor to continue from once these rows are stored. */
  readonly cursor: string;
  /** Transfers within `(since, until]` were read by this and earlier queries, epoch ms. */
  readonly since: number;
  readonly until: number;
  /** Whether more rows are available now. */
  readonly hasMore: boolean;
  /** Addresses of exchanges. */
  readonly labels: readonly ExchangeLabel[];
}
