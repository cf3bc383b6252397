/** Rows of a file as the readers hand them on. */

import type { CandleColumns, DataProblem } from '@barograph/core';

/** The rows of one coin, or of a file that names none. */
export interface RowTable {
  /** The name, where the file has a column of them. */
  readonly symbol: string | undefined;
  /** The readable rows, in columns that belong to the caller; each has memory of its own, which may be a little longer. */
  readonly columns: CandleColumns;
  /** Number of each in the file, from 1; undefined when it is its place. */
  readonly numbers: Int32Array | undefined;
  /** The rows that were dropped because they could not be read, ascending. */
  readonly unreadable: readonly DataProblem[];
  /** Whether the rows are known to keep every rule of candles: nobody need look again. */
  readonly areCandles: boolean;
}
