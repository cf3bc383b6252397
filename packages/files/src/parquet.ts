/** Parquet of bars, by hyparquet: row group by row group, only the six columns, every codec. */

import { shown, type DataProblem } from '@barograph/core';
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type ParquetParsers,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { BarRows } from './bar-rows.ts';
import { addValues, nameIn } from './cell-value.ts';
import { findColumns, type ColumnMap, type ColumnOptions } from './columns.ts';
import { TimeReader } from './time-reader.ts';

/** Annotated times as epoch ms, whatever their unit; a fraction of a millisecond stays. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (us) => Number(us) / 1e3,
  timestampFromNanoseconds: (ns) => Number(ns / 1000n) / 1e3,
  dateFromDays: (days) => days * 86_400_000,
};

/**
 * Reads a Parquet file into `rows`. A time column annotated as date or timestamp carries its unit; a plain integer is
 * distinguished by magnitude, as in every other format.
 *
 * @param onRows progress callback, after each row group: fraction of the file done, 0 to 1.
 * @returns the columns, or what ends the reading. Files that the decoder cannot make sense of are a problem, too.
 */
export async function readParquet(
  file: AsyncBuffer,
  rows: BarRows,
  how: ColumnOptions = {},
  onRows?: (share: number) => void,
): Promise<{ readonly columns?: ColumnMap; readonly problem?: DataProblem }> {
  try {
    const metadata = await parquetMetadataAsync(file, { parsers: PARSERS });
    const elements = parquetSchema(metadata).children.map((child) => child.element);
    const found = findColumns(
      elements.map((element) => element.name),
      how,
    );
    if (!found.ok) return { problem: found.error };
    const columns = found.value;
    const six = columns.index.map((at) => elements[at]!);
    const coin = elements[columns.symbol];
    const names = [...six, ...(coin === undefined ? [] : [coin])].map((element) => element.name);
    const times = new TimeReader(isAnnotatedTime(six[0]!) ? 'ms' : undefined);
    const total = Number(metadata.num_rows);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const data = await readGroup(file, metadata, names, rowStart, rowEnd);
      for (let i = 0; i < rowEnd - rowStart; i++) {
        const values = data.map((column) => column[i]);
        if (coin !== undefined) rows.symbol(nameIn(values[6]));
        const problem = addValues(rows, columns, times, values);
        if (problem !== undefined) return { columns, problem };
      }
      rowStart = rowEnd;
      onRows?.(rowStart / total);
    }
    return { columns };
  } catch (error) {
    const got = error instanceof Error ? error.message : shown(error);
    return { problem: { code: 'unreadable_file', expected: 'a readable Parquet file', got } };
  }
}

type Column = readonly unknown[];

/** The rows of one group, column by column in the order of `names`. */
export async function readGroup(
  file: AsyncBuffer,
  metadata: FileMetaData,
  names: readonly string[],
  rowStart: number,
  rowEnd: number,
): Promise<readonly Column[]> {
  const data = names.map((): unknown[] => []);
  await parquetRead({
    file,
    metadata,
    columns: [...names],
    rowStart,
    rowEnd,
    compressors,
    parsers: PARSERS,
    onChunk: (chunk) => {
      const column = data[names.indexOf(chunk.columnName)]!;
      for (let i = 0; i < chunk.columnData.length; i++) column[chunk.rowStart - rowStart + i] = chunk.columnData[i];
    },
  });
  return data;
}

/** Whether the schema says what unit a time column has; the parsers above then make it milliseconds. */
function isAnnotatedTime({ type, converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  if (type === 'INT96' || converted === 'DATE' || converted?.startsWith('TIMESTAMP') === true) return true;
  return logical?.type === 'TIMESTAMP' || logical?.type === 'DATE';
}
