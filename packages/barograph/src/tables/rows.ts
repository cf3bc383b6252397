/** Columns as records. */

import { cellAt, rowsOf, type Columns } from './columns.ts';
import { withIsoTimes } from './to-columns.ts';

/** A row; null when a value is undefined. */
export type TableRow = Readonly<Record<string, number | string | boolean | null>>;

/** Options of {@link toRows}. */
export interface RowsOptions {
  /** Times as epoch ms or ISO-8601 texts in UTC. @default 'epoch' */
  readonly times?: 'epoch' | 'iso';
}

/**
 * Converts a table to rows, oldest first: JSON-safe, NaN becomes null.
 *
 * @throws {UsageError} when column lengths differ.
 * @example
 * const rows = toRows(toColumns(signum(bars), { bars }), { times: 'iso' });
 * [rows.length, rows[0]!['time'], rows[0]!['adx']]; // → [ 260, '1970-01-01T00:00:00.000Z', null ]
 */
export function toRows(columns: Columns, { times = 'epoch' }: RowsOptions = {}): TableRow[] {
  const length = rowsOf(columns);
  const entries = Object.entries(times === 'iso' ? withIsoTimes(columns) : columns);
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(entries.map(([name, column]) => [name, cellAt(column, row)])),
  );
}
