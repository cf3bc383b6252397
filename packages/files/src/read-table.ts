/** Reads tables from Parquet: the counterpart of `parquetTable`. */

import { err, unwrap, UsageError } from '@barograph/core';
import type { TableCell, TableColumn } from './parquet-table.ts';

/** Range of rows; others are decoded only as part of their group. */
export interface TableRange {
  /** First row, from 0. @default 0 */
  readonly from?: number;
  /** Maximum rows. @default all */
  readonly most?: number;
}

/**
 * Reads rows of a Parquet file, with cells in column order: times as epoch ms, missing values as null.
 *
 * @param columns all or some columns of the file.
 * @returns the rows of the range, and the total number of rows.
 * @throws {UsageError} when the file lacks a column. @throws {QuantError} when it cannot be read as Parquet.
 * @example
 * const pieces = parquetTable([{ name: 'close', type: 'number' }], [[64_000], [null], [65_100]]);
 * const bytes = Buffer.concat([...pieces]);
 * await readTable(bytes, [{ name: 'close', type: 'number' }], { from: 1 });
 * // → { rows: [ [ null ], [ 65100 ] ], total: 3 }
 */
export async function readTable(
  bytes: Uint8Array,
  columns: readonly TableColumn[],
  { from = 0, most = Infinity }: TableRange = {},
): Promise<{ readonly rows: readonly (readonly TableCell[])[]; readonly total: number }> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const buffer = file instanceof ArrayBuffer ? file : new Uint8Array(bytes).buffer;
  const source = { byteLength: buffer.byteLength, slice: (start: number, end?: number) => buffer.slice(start, end) };
  // Loaded on demand: the decoder is as large as the rest of the package, and most callers read no tables.
  const [{ parquetProblem }, { readFooter }, { groupsOf, readGroup }] = await Promise.all([
    import('./parquet-fault.ts'),
    import('./parquet-footer.ts'),
    import('./parquet-groups.ts'),
  ]);
  const names = columns.map(({ name }) => name);
  const rows: (readonly TableCell[])[] = [];
  try {
    const { metadata, elements } = await readFooter(source);
    const lacking = names.find((name) => !elements.some((element) => element.name === name));
    if (lacking !== undefined) throw new UsageError(`"columns" expected of the file, got ${lacking}`);
    const total = Number(metadata.num_rows);
    const end = Math.min(total, from + most);
    for (const place of groupsOf(metadata)) {
      const [first, last] = [Math.max(place.start, from), Math.min(place.end, end)];
      if (first >= last) continue;
      const data = await readGroup(source, metadata, place, names);
      for (let i = first; i < last; i++) rows.push(data.map((column) => cellOf(column[i - place.start])));
    }
    return { rows, total };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return unwrap(err(parquetProblem(error, 'damaged rows')));
  }
}

function cellOf(value: unknown): TableCell {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.getTime() : null;
}
