/** Parsed file of trades, and the reader's options. */

import type { DataProblem } from '@barograph/core';
import type { BarsFormat } from './bars-format.ts';
import type { TradeMapping } from './trade-columns.ts';

/** Formats of trades; `.gz` is the same within gzip. */
export type TradesFormat = BarsFormat;

/** Trades in columns, by ascending time. */
export interface Trades {
  /** Epoch ms; fractions are truncated. */
  readonly time: Float64Array;
  /** 1 when the aggressor bought, 0 when it sold. */
  readonly isBuy: Uint8Array;
  /** Quote units. */
  readonly price: Float64Array;
  /** Base units. */
  readonly size: Float64Array;
  /** Unique within a coin. */
  readonly id: readonly string[];
  /** Coin of each trade; undefined when the file has no coin column. */
  readonly coin: readonly string[] | undefined;
}

/** Report of a repair. */
export interface TradesRepair {
  /** Problems of dropped unreadable rows. */
  readonly dropped: readonly DataProblem[];
  /** Number of rows dropped for a repeated id. */
  readonly duplicates: number;
  /** Whether the rows had to be sorted by time. */
  readonly reordered: boolean;
}

/** Parsed file of trades. */
export interface TradesFile {
  /** Path, or the name of the stream. */
  readonly file: string;
  readonly format: TradesFormat;
  readonly trades: Trades;
  /** Data rows in the file, including rows dropped by a repair. */
  readonly rows: number;
  /** undefined without `repair`. */
  readonly repairs: TradesRepair | undefined;
}

/** Options of reading trades. */
export interface ReadTradesOptions {
  /** Sorts by time and drops bad rows and duplicates, instead of refusing the file. */
  readonly repair?: boolean;
  /** Mapping for columns with unknown names. */
  readonly columns?: TradeMapping | undefined;
  /** Name of the flag for `columns`, used in problems. @default problems name no flag */
  readonly columnsFlag?: string | undefined;
  /** Progress callback: bytes read so far, and the total (`undefined` for a pipe). */
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
}
