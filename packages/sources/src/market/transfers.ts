/** Transfers of tokens to and from exchanges, as chains have confirmed them. */

import type { ExchangeLabel } from '@barograph/stress/news';

/** Query for the transfers that were confirmed since a cursor. */
export interface TransfersQuery {
  readonly asOf: number;
  /** Without a cursor, transfers after this moment are of interest, epoch ms. A source may begin later. */
  readonly from: number;
  /** Cursor of the rows that were kept last; null: there are none. */
  readonly cursor: string | null;
  /** Amounts below which a transfer may be left out, units by symbol; those of other symbols are of no interest. */
  readonly least: Readonly<Record<string, number>>;
}

/** A transfer that is confirmed. */
export interface ConfirmedTransfer {
  /** Chain, transaction and place in it: the same for ever, also where the transaction moves to another block. */
  readonly id: string;
  /** Epoch ms of its block. */
  readonly time: number;
  readonly chain: string;
  /** Number of its block; null where there are none. */
  readonly block: number | null;
  /** Coin, as a perp names it. */
  readonly symbol: string;
  readonly from: string;
  readonly to: string;
  /** Units of the coin, above 0. */
  readonly amount: number;
}

/** Blocks of a chain that others have taken the place of. */
export interface ReplacedBlocks {
  readonly chain: string;
  /** The last block that stands; what was read of later ones is void, and is read again. */
  readonly after: number;
}

/** Rows of the transfers feed. */
export interface Transfers {
  /** Oldest first. */
  readonly transfers: readonly ConfirmedTransfer[];
  readonly replaced: readonly ReplacedBlocks[];
  /** Place to read on from, once these rows are kept. Only the source understands it. */
  readonly cursor: string;
  /** All transfers after `since` and by `until` were read with this cursor and those before it, epoch ms. */
  readonly since: number;
  readonly until: number;
  /** Whether more are there already. */
  readonly hasMore: boolean;
  /** Addresses of exchanges. */
  readonly labels: readonly ExchangeLabel[];
}
