/** Writes rows as Parquet; each column's type depends on its name, not its rows. */

import { parquetTable, type TableCell, type TableColumnType } from '@barograph/files/parquet';
import type { Row } from './table.ts';
import { isTime } from './tables/columns.ts';

/**
 * Columns that are neither times nor numbers. A name has one type in every command, also without values, so that files
 * can be concatenated.
 */
const TYPES: Readonly<Record<string, TableColumnType>> = {
  symbol: 'text',
  coin: 'text',
  group: 'text',
  dominant_side: 'text',
  partial: 'flag',
  label: 'text',
  color: 'text',
  signum: 'text',
  regime: 'text',
  raw_regime: 'text',
  prev_regime: 'text',
  regime_changed: 'flag',
  band: 'text',
  ma_state: 'text',
  last_cross_type: 'text',
  raw_name: 'text',
  open_names: 'text',
  rsi_1d_zone: 'text',
  range_zone: 'text',
  bb: 'text',
  above_sma200: 'flag',
  name: 'text',
  id: 'text',
  date: 'text',
  'next_unlock.date': 'text',
  supply_basis_kind: 'text',
  quality: 'text',
  unlock_coverage: 'text',
  pd_symbol: 'text',
  rationale: 'text',
  open: 'text',
  breadth: 'text',
  breadth_reads: 'text',
  universe_version: 'text',
  side: 'text',
  truncated: 'flag',
};

/**
 * Bytes of a Parquet file. Nested records and lists are JSON texts.
 *
 * @throws {UsageError} naming row and column of a cell with the wrong type.
 */
export function rowsParquet(columns: readonly string[], rows: Iterable<Row>): Generator<Uint8Array> {
  const typed = columns.map(
    (name) => ({ name, type: isTime(name) ? 'timestamp' : (TYPES[name] ?? 'number') }) as const,
  );
  return parquetTable(typed, cellsOf(columns, rows));
}

function* cellsOf(columns: readonly string[], rows: Iterable<Row>): Generator<readonly TableCell[]> {
  for (const row of rows) yield columns.map((column) => cellOf(row[column]));
}

function cellOf(cell: Row[string] | undefined): TableCell {
  if (cell === undefined) return null;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
}
