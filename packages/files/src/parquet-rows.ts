/** Rows of a Parquet file, cell by cell. */

import type { DataProblem } from '@barograph/core';
import { parquetProblem } from './parquet-fault.ts';
import { readFooter } from './parquet-footer.ts';
import { groupsOf, readGroup } from './parquet-groups.ts';

/**
 * Passes the column names of a file, then its rows, to callbacks.
 *
 * @returns the first problem of a callback, or of an unreadable file.
 */
export async function tableRows(
  bytes: Uint8Array<ArrayBuffer>,
  header: (names: readonly string[]) => DataProblem | undefined,
  row: (cells: readonly unknown[]) => DataProblem | undefined,
): Promise<DataProblem | undefined> {
  const file = {
    byteLength: bytes.length,
    slice: (start: number, end?: number) =>
      bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + (end ?? bytes.length)),
  };
  try {
    const { metadata, elements } = await readFooter(file);
    const names = elements.map(({ name }) => name);
    const problem = header(names);
    if (problem !== undefined) return problem;
    // 64-bit ids must stay exact.
    const whole = names;
    for (const place of groupsOf(metadata)) {
      const columns = await readGroup(file, metadata, place, names, { whole });
      for (let i = 0; i < place.end - place.start; i++) {
        const found = row(columns.map((column) => plainOf(column[i])));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  } catch (error) {
    return parquetProblem(error, 'damaged rows');
  }
}

const plainOf = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
