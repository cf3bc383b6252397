/** Rows of archive files within a time range: the interface between pages and Parquet readers. */

import type { ArchivedFile } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { momentOf, type Cells, type TableType } from './tables.ts';
import { readRows } from './write-file.ts';

/** Query for rows. */
export interface RowsAsked {
  readonly type: TableType;
  /** Files, in the order of the result. */
  readonly files: readonly ArchivedFile[];
  /** Time range of the rows, epoch ms; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Rows of the first file to skip. */
  readonly skip: number;
  /** Number of rows that the caller can use; a reader may return more. */
  readonly limit: number;
}

/** Rows of one file. */
export interface FileRows {
  readonly file: ArchivedFile;
  readonly cells: readonly Cells[];
  /** Index of each row within its file. */
  readonly places: ArrayLike<number>;
}

/** Reader of archive files. */
export interface TableReader {
  /**
   * Rows of the files within the range, in file order.
   *
   * @throws {Error} when a file is missing or damaged.
   */
  read(request: RowsAsked, signal: AbortSignal): AsyncIterable<FileRows>;
  /** Ends the reader's process, if it has one. */
  close(): void;
}

/** Creates a reader that loads each file completely in this thread. @param blobs storage of the files */
export function builtInReader(blobs: Blobs): TableReader {
  return {
    close: () => undefined,
    async *read({ type, files, start, end, skip }, signal) {
      for (const [i, file] of files.entries()) {
        signal.throwIfAborted();
        const all = await readRows(blobs, file, type, signal);
        const places: number[] = [];
        for (let row = i === 0 ? skip : 0; row < all.length; row++) {
          const time = momentOf(all[row]!);
          if (time >= start && time < end) places.push(row);
        }
        yield { file, places, cells: places.map((row) => all[row]!) };
      }
    },
  };
}
