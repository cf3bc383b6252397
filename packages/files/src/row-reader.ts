/** Interface of a reader of a line format (CSV, NDJSON). */

import type { DataProblem } from '@barograph/core';
import type { ColumnMap } from './columns.ts';

/** Takes the bytes of a file chunk by chunk, cut anywhere, and puts rows into the `BarRows` it was made with. */
export interface RowReader {
  /** @returns the problem that ends the reading; the reader must not be fed after it. */
  push(chunk: Buffer): DataProblem | undefined;
  /** Reads what was left over. @returns what is wrong with the end of the file. */
  end(): DataProblem | undefined;
  /** The columns, once the first row was seen. */
  readonly columns: ColumnMap | undefined;
}

/** No bar needs more; a longer row is an unclosed quote or no text at all, and must not fill the memory. */
export const MAX_ROW_BYTES: number = 1 << 20;

/** The problem of a row that exceeds {@link MAX_ROW_BYTES}. */
export function rowTooLong(row: number): DataProblem {
  return { code: 'bad_value', row, expected: `a row of at most ${MAX_ROW_BYTES} bytes`, got: 'no end of the row' };
}
