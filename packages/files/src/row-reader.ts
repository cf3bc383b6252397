/** Interface of readers of line formats (CSV, NDJSON). */

import type { DataProblem } from '@barograph/core';
import type { ColumnMap } from './columns.ts';

/** Reads a file in arbitrary chunks, and adds rows to its `BarRows`. */
export interface RowReader {
  /** @returns the problem that ends the reading; the reader must not be fed after it. */
  push(chunk: Buffer): DataProblem | undefined;
  /** Reads the remainder. @returns the problem of the end of the file. */
  end(): DataProblem | undefined;
  /** Columns, known after the first row. */
  readonly columns: ColumnMap | undefined;
}

/** Maximum row size, bytes: a longer row is an unclosed quote or binary data, and must not fill the memory. */
export const MAX_ROW_BYTES: number = 1 << 20;

/** The problem of a row that exceeds {@link MAX_ROW_BYTES}. */
export function rowTooLong(row: number): DataProblem {
  return { code: 'bad_value', row, expected: `a row of at most ${MAX_ROW_BYTES} bytes`, got: 'no end of the row' };
}
