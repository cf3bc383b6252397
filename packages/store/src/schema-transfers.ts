/** Tables of large transfers to and from exchanges. */

import type { DataSource } from '@barograph/contract';

export interface TransferCursorsTable {
  readonly timeline: string;
  /** Text of the source. */
  readonly cursor: string;
  /** All transfers after the one and by the other moment are known, epoch ms. */
  readonly since: number;
  readonly until: number;
  /** Source of the last read, and its kind; null of a read from before they were kept. */
  readonly source: string | null;
  readonly kind: DataSource | null;
}

export interface ExchangeFlowsTable {
  readonly timeline: string;
  /** Chain, transaction and place in it. */
  readonly id: string;
  readonly chain: string;
  /** Number of its block; null where there are none. */
  readonly block: number | null;
  /** Of the block, epoch ms. */
  readonly time: number;
  readonly symbol: string;
  readonly direction: string;
  readonly exchange: string;
  readonly counterparty: string | null;
  readonly amount: number;
  readonly usd: number;
  readonly knownAt: number;
  /** Moment at which its block was found replaced, epoch ms; null: it stands. */
  readonly withdrawnAt: number | null;
}
