/** Rows of records as Parquet: the columns of a command, each of one type whatever its rows hold. */

import { parquetTable, type TableCell, type TableColumnType } from '@barograph/files/parquet';
import type { Row } from './table.ts';
import { isTime } from './tables/columns.ts';

/**
 * Columns that are neither times nor numbers. A name means the same in every command, and a column without any value has
 * the type that it has in every other file, so that files can be put together.
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
 * Rows as the bytes of a Parquet file. Records and lists within a row are JSON.
 *
 * @throws {UsageError} naming row and column of a cell that is not of the type of its column.
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
