/** Writes Parquet files. */

import type { TableCell, TableColumn } from '@barograph/files';
import { cellAt, isNumbers, isTime, rowsOf, type Column, type Columns } from './tables/columns.ts';

/** Columns to write: table columns, or plain lists of numbers, bigints or Dates. */
export type WritableColumns = Readonly<Record<string, Column | readonly (number | bigint | Date | null)[]>>;

/**
 * Writes columns as a Parquet file, atomically. Numbers become DOUBLE, texts STRING, flags BOOLEAN, and time columns
 * (`time`, `timestamp`, `…_at`) TIMESTAMP in ms, UTC. NaN, ±Infinity and null become null.
 *
 * @param path file path; an existing file is replaced.
 * @throws {UsageError} when there is no column, column lengths differ, or a time is not a whole ms.
 * @throws {QuantError} when the file cannot be written.
 * @example
 * const { mkdtempSync, rmSync } = await import('node:fs');
 * const folder = mkdtempSync(`${(await import('node:os')).tmpdir()}/bars-`);
 * await writeParquet(`${folder}/BTC.parquet`, toColumns(bars));
 * (await readBarsOrThrow(`${folder}/BTC.parquet`)).candles.length; // → 260
 * rmSync(folder, { recursive: true });
 */
export async function writeParquet(path: string, given: WritableColumns): Promise<void> {
  const columns: Columns = Object.fromEntries(Object.entries(given).map(([name, column]) => [name, plain(column)]));
  const typed = Object.entries(columns).map(([name, column]) => ({ name, type: typeOf(name, column) }));
  // Loaded on demand: Parquet takes longer to load than the rest of the library.
  const [{ parquetTable }, { writeWhole }] = await Promise.all([
    import('@barograph/files/parquet'),
    import('./whole-file.ts'),
  ]);
  await writeWhole(path, parquetTable(typed, cellsOf(columns)));
}

/** Converts a list of numbers or times to doubles; null becomes NaN. */
function plain(column: WritableColumns[string]): Column {
  if (isNumbers(column)) return column;
  const list: readonly unknown[] = column;
  const isNumber = (value: unknown): boolean =>
    typeof value === 'number' || typeof value === 'bigint' || value instanceof Date;
  const numbers = list.some(isNumber) && list.every((value) => value === null || isNumber(value));
  if (numbers) return Float64Array.from(list, (value) => (value === null ? NaN : Number(value)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts or flags remain
  return column as Column;
}

function typeOf(name: string, column: Column): TableColumn['type'] {
  if (isNumbers(column)) return isTime(name) ? 'timestamp' : 'number';
  return column.some((value) => typeof value === 'boolean') ? 'flag' : 'text';
}

function* cellsOf(columns: Columns): Generator<readonly TableCell[]> {
  const length = rowsOf(columns);
  const all = Object.values(columns);
  for (let row = 0; row < length; row++) yield all.map((column) => cellAt(column, row));
}
