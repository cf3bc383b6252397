/** Writes tables as Parquet with hyparquet-writer, by row group, so that a long table is never fully in memory. */

import { shown, UsageError } from '@barograph/core';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';

/** Types of a column: epoch ms, numbers, texts, or true and false. */
export type TableColumnType = 'timestamp' | 'number' | 'text' | 'flag';

/** A column of a table. */
export interface TableColumn {
  readonly name: string;
  readonly type: TableColumnType;
}

/** Value of a cell. null and non-finite numbers are written as null. */
export type TableCell = number | string | boolean | null;

/**
 * Rows per group: few enough that encoding does not block the thread for long, and many enough that readers skip
 * little.
 */
export const GROUP_ROWS = 4096;

/**
 * Physical type and encoding. Numbers are plain: a dictionary would take -0 for 0. Texts are labels, which repeat.
 */
const PHYSICAL = {
  timestamp: { type: 'TIMESTAMP', encoding: 'PLAIN' },
  number: { type: 'DOUBLE', encoding: 'PLAIN' },
  text: { type: 'STRING', encoding: 'RLE_DICTIONARY' },
  flag: { type: 'BOOLEAN', encoding: 'PLAIN' },
} as const;

const EXPECTED: Readonly<Record<TableColumnType, string>> = {
  timestamp: 'whole milliseconds or null',
  number: 'a number or null',
  text: 'a text or null',
  flag: 'true, false or null',
};

/**
 * Encodes a table as a Parquet file: `timestamp` as INT64 TIMESTAMP_MILLIS (UTC), `number` as DOUBLE, `text` as a dictionary of
 * UTF-8 strings, `flag` as BOOLEAN; every column may be null. Pages are compressed with Snappy, groups have
 * {@link GROUP_ROWS} rows. The same table gives the same bytes.
 *
 * @param columns at least one, with unique names.
 * @param rows cells in column order; iterated as the bytes are read.
 * @returns the bytes in order: a piece per row group, then the index.
 * @throws {UsageError} before the first byte when two columns share a name or there are none; with row (from 1) and
 * column when a cell is not of its column's type or a row is too short or too long.
 * @source Apache Software Foundation, Apache Parquet format, "Parquet Logical Type Definitions" (STRING, TIMESTAMP), 2025,
 * https://parquet.apache.org/docs/file-format/types/logicaltypedefinition/
 * @example
 * const pieces = parquetTable([{ name: 'close', type: 'number' }], [[64_000], [null], [65_100]]);
 * Buffer.concat([...pieces]).subarray(0, 4).toString(); // → 'PAR1'
 */
export function* parquetTable(
  columns: readonly TableColumn[],
  rows: Iterable<readonly TableCell[]>,
): Generator<Uint8Array> {
  checkNames(columns);
  const sources = (data: readonly TableCell[][]) =>
    columns.map(({ name, type }, at) => ({ name, data: data[at]!, ...PHYSICAL[type] }));
  const empty = (): TableCell[][] => columns.map(() => []);
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: sources(empty()) });
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'barograph' });
  let data = empty();
  let count = 0;
  const group = (): Uint8Array => {
    // the schema has the types; a source that also has types is refused
    void file.write({ columnData: sources(data).map(({ type: _, ...source }) => source), rowGroupSize: GROUP_ROWS });
    data = empty();
    return taken(bytes);
  };
  for (const row of rows) {
    count++;
    if (row.length !== columns.length) {
      throw new UsageError(`"rows" row ${count} expected ${columns.length} cells, got ${row.length}`);
    }
    for (const [at, column] of columns.entries()) data[at]!.push(cellOf(row[at]!, column, count));
    if (data[0]!.length === GROUP_ROWS) yield group();
  }
  if (data[0]!.length > 0) yield group();
  void file.finish();
  yield taken(bytes);
}

function checkNames(columns: readonly TableColumn[]): void {
  if (columns.length === 0) throw new UsageError('"columns" expected at least one, got none');
  const twice = columns.find(({ name }, at) => columns.findIndex((other) => other.name === name) !== at);
  if (twice !== undefined) throw new UsageError(`"columns" expected names that differ, got ${shown(twice.name)} twice`);
}

function cellOf(cell: TableCell, { name, type }: TableColumn, row: number): TableCell {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell) && type === 'number')) return null;
  const fits =
    type === 'timestamp'
      ? Number.isSafeInteger(cell)
      : typeof cell === (type === 'number' ? 'number' : type === 'text' ? 'string' : 'boolean');
  if (!fits) throw new UsageError(`"${name}" row ${row} expected ${EXPECTED[type]}, got ${shown(cell)}`);
  return cell;
}

/** Returns the bytes written since the last call; the writer keeps its position in the file. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = new Uint8Array(bytes.getBuffer());
  bytes.index = 0;
  return piece;
}
