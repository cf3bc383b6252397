/** Messages between a host and its DuckDB process. */

import type { NamedFile } from '../verified.ts';

/** Query for the process. */
export interface DuckAsked {
  readonly id: number;
  /** Columns to return: numbers, timestamps or flags. */
  readonly columns: readonly { readonly name: string; readonly isTime: boolean }[];
  readonly files: readonly NamedFile[];
  /** Epoch ms; null means unbounded. */
  readonly start: number | null;
  readonly end: number | null;
  /** Rows of the first file to skip. */
  readonly skip: number;
  readonly limit: number;
}

/**
 * Rows by column: index of the file in the query, index of the row within the file, and the requested columns. Times are epoch
 * ms, flags 0 or 1, null is NaN.
 */
export interface PackedRows {
  readonly fileOf: Float64Array;
  readonly places: Float64Array;
  readonly columns: readonly Float64Array[];
}

/** Answer of the process. */
export type DuckAnswer =
  | { readonly id: number; readonly rows: readonly PackedRows[] }
  | { readonly id: number; readonly error: string };
