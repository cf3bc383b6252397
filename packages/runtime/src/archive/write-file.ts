/** Writes a file and compares its bytes with a read-back before it is listed. */

import { parquetTable, readTable } from '@barograph/files/parquet';
import { setImmediate } from 'node:timers/promises';
import { sha256, type ArchivedFile, type NewArchiveFile } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { COLUMNS, type Cells, type TableType } from './tables.ts';
import { readVerified } from './verified.ts';

/** Identity of a file. */
export type FileOf = Pick<ArchivedFile, 'type' | 'date' | 'exchange' | 'symbol'>;

/** Length of the hash within a name, characters. */
const HASH_IN_NAME = 16;

/** Part of a name; characters other than letters and digits are escaped. */
function piece(text: string): string {
  return encodeURIComponent(text).replaceAll(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** File name with the hash of its bytes, so that different content has a different name. */
function nameOf({ type, date, exchange, symbol }: FileOf, hash: string, ending: string): string {
  const folder = [type, exchange].filter((part) => part !== '').map(piece);
  const name = [symbol, hash.slice(0, HASH_IN_NAME)].filter((part) => part !== '').map(piece);
  return [...folder, date, `${name.join('.')}.${ending}`].join('/');
}

/**
 * Writes bytes and reads them back.
 *
 * @throws {Error} when the read-back differs.
 */
async function writeVerified(blobs: Blobs, target: FileOf, bytes: Uint8Array, ending: string): Promise<NewArchiveFile> {
  const hash = sha256(bytes);
  const file = nameOf(target, hash, ending);
  await blobs.put(file, bytes);
  const back = await blobs.get(file);
  if (back === undefined || sha256(back) !== hash) throw new Error(`${file} of the archive is not as it was written`);
  return { ...target, file, sha256: hash, bytes: bytes.length, rows: 0 };
}

/** Bytes of a table, with pauses for requests between row groups. */
async function tableBytes(type: TableType, rows: Iterable<Cells>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (const group of parquetTable(COLUMNS[type], rows)) {
    pieces.push(group);
    await setImmediate();
  }
  return Buffer.concat(pieces);
}

/** Writes rows as Parquet. @param table table whose columns they have. @default the type itself */
export async function writeTable(
  blobs: Blobs,
  file: FileOf,
  table: TableType,
  rows: readonly Cells[],
): Promise<NewArchiveFile> {
  const written = await writeVerified(blobs, file, await tableBytes(table, rows), 'parquet');
  return { ...written, rows: rows.length };
}

/** Writes a JSON text. @param rows number of rows in the index. */
export async function writeJson(blobs: Blobs, file: FileOf, text: Uint8Array, rows: number): Promise<NewArchiveFile> {
  return { ...(await writeVerified(blobs, file, text, 'json')), rows };
}

/** Rows of a table file, from a position onwards. */
export async function readRows(
  blobs: Blobs,
  file: ArchivedFile,
  table: TableType,
  signal?: AbortSignal,
): Promise<readonly Cells[]> {
  const { rows } = await readTable(await readVerified(blobs, file, signal), COLUMNS[table]);
  return rows;
}
