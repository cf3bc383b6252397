/** A file of trades, and how to read one. */

import type { DataProblem } from '@barograph/core';
import type { BarsFormat } from './bars-format.ts';
import type { TradeMapping } from './trade-columns.ts';

/** Formats of trades; `.gz` is the same within gzip. */
export type TradesFormat = BarsFormat;

/** Trades in columns, by ascending time. */
export interface Trades {
  /** Epoch ms; digits below the millisecond are cut off. */
  readonly time: Float64Array;
  /** 1 where the aggressor bought, 0 where it sold. */
  readonly isBuy: Uint8Array;
  /** Quote units. */
  readonly price: Float64Array;
  /** Base units. */
  readonly size: Float64Array;
  /** Unique within a coin. */
  readonly id: readonly string[];
  /** Coin of each trade; undefined when the file has no such column. */
  readonly coin: readonly string[] | undefined;
}

/** Changes that a repair made. */
export interface TradesRepair {
  /** Rows that were left out because they cannot be read. */
  readonly dropped: readonly DataProblem[];
  /** Rows that were left out because their id was there before. */
  readonly duplicates: number;
  /** Whether the rows were not in the order of time. */
  readonly reordered: boolean;
}

/** A file of trades, read. */
export interface TradesFile {
  /** The path, or the name that a stream was given. */
  readonly file: string;
  readonly format: TradesFormat;
  readonly trades: Trades;
  /** Data rows in the file, those that a repair left out included. */
  readonly rows: number;
  /** Undefined when no repair was asked for. */
  readonly repairs: TradesRepair | undefined;
}

/** Options of reading trades. */
export interface ReadTradesOptions {
  /** Sorts by time and leaves out bad rows and duplicates, instead of refusing the file. */
  readonly repair?: boolean;
  /** Columns of the file by what they are, where their names do not say it. */
  readonly columns?: TradeMapping | undefined;
  /** Name of the flag that states `columns`, for messages that ask for it. */
  readonly columnsFlag?: string | undefined;
  /** Progress callback: bytes read so far, and the total (`undefined` for a pipe). */
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
}
