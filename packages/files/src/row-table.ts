/** Rows of a file, as returned by the readers. */

import type { CandleColumns, DataProblem } from '@barograph/core';

/** Rows of a coin, or of a file without coins. */
export interface RowTable {
  /** Coin name; undefined without a coin column. */
  readonly symbol: string | undefined;
  /** Readable rows, in columns owned by the caller, whose separate buffers may be slightly longer. */
  readonly columns: CandleColumns;
  /** File row numbers, from 1; undefined when equal to the position. */
  readonly numbers: Int32Array | undefined;
  /** Problems of dropped unreadable rows, ascending. */
  readonly unreadable: readonly DataProblem[];
  /** Whether the rows are known to be valid candles, so that checks can be skipped. */
  readonly areCandles: boolean;
}
