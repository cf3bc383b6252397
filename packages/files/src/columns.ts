/** Mapping of a file's columns to the columns of bars. */

import { CANDLE_COLUMNS, err, ok, type DataProblem, type Result } from '@barograph/core';

/** Names of the columns that a file of bars must have, in the order of {@link CANDLE_COLUMNS}. */
export const FILE_COLUMNS = ['timestamp', 'open', 'high', 'low', 'close', 'volume'] as const;

/** For each of {@link FILE_COLUMNS}: where it stands in the file, and how the file spells it. */
export interface ColumnMap {
  readonly index: readonly number[];
  readonly names: readonly string[];
}

/**
 * Finds the six columns in a header: any order, any case, blanks around a name ignored, further columns allowed.
 *
 * @returns where they are, or the first that is missing or there twice.
 */
export function findColumns(header: readonly string[]): Result<ColumnMap, DataProblem> {
  const lower = header.map((name) => name.trim().toLowerCase());
  const index: number[] = [];
  for (const column of FILE_COLUMNS) {
    const first = lower.indexOf(column);
    if (first === -1) {
      const expected = `a header with ${FILE_COLUMNS.join(', ')}`;
      return err({ code: 'missing_column', column, expected, got: listed(header) });
    }
    if (lower.includes(column, first + 1)) {
      return err({ code: 'missing_column', column, expected: 'a column there once', got: listed(header) });
    }
    index.push(first);
  }
  return ok({ index, names: index.map((at) => header[at]!.trim()) });
}

/** Problem of checked bars, with the name that the file gives the column. */
export function inFileTerms(problem: DataProblem, columns: ColumnMap): DataProblem {
  const at = CANDLE_COLUMNS.findIndex((column) => column === problem.column);
  return at === -1 ? problem : { ...problem, column: columns.names[at]! };
}

function listed(header: readonly string[]): string {
  const text = header.map((name) => name.trim()).join(', ');
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
