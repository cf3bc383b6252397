/** Writing a file: bytes that are read back and compared before they are listed. */

import { parquetTable, readTable } from '@barograph/files/parquet';
import { setImmediate } from 'node:timers/promises';
import { sha256, type ArchivedFile, type NewArchiveFile } from '@barograph/store';
import type { Blobs } from './blobs.ts';
import { COLUMNS, type Cells, type TableType } from './tables.ts';

/** The subject of a file. */
export type FileOf = Pick<ArchivedFile, 'type' | 'date' | 'exchange' | 'symbol'>;

/** Characters of the hash within a name. */
const HASH_IN_NAME = 16;

/** A piece of a name: what is no letter or digit is escaped. */
function piece(text: string): string {
  return encodeURIComponent(text).replaceAll(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** Name of a file. It carries the hash of its bytes: another content is another file. */
function nameOf({ type, date, exchange, symbol }: FileOf, hash: string, ending: string): string {
  const folder = [type, exchange].filter((part) => part !== '').map(piece);
  const name = [symbol, hash.slice(0, HASH_IN_NAME)].filter((part) => part !== '').map(piece);
  return [...folder, date, `${name.join('.')}.${ending}`].join('/');
}

/**
 * Writes bytes and reads them back.
 *
 * @throws {Error} what comes back is not what was written.
 */
async function writeVerified(blobs: Blobs, of: FileOf, bytes: Uint8Array, ending: string): Promise<NewArchiveFile> {
  const hash = sha256(bytes);
  const file = nameOf(of, hash, ending);
  await blobs.put(file, bytes);
  const back = await blobs.get(file);
  if (back === undefined || sha256(back) !== hash) throw new Error(`${file} of the archive is not as it was written`);
  return { ...of, file, sha256: hash, bytes: bytes.length, rows: 0 };
}

/** Bytes of a table; requests get through between its groups of rows. */
async function tableBytes(type: TableType, rows: Iterable<Cells>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (const group of parquetTable(COLUMNS[type], rows)) {
    pieces.push(group);
    await setImmediate();
  }
  return Buffer.concat(pieces);
}

/** Writes rows as Parquet. @param table whose columns they have; the type itself when left out. */
export async function writeTable(
  blobs: Blobs,
  of: FileOf,
  table: TableType,
  rows: readonly Cells[],
): Promise<NewArchiveFile> {
  const written = await writeVerified(blobs, of, await tableBytes(table, rows), 'parquet');
  return { ...written, rows: rows.length };
}

/** Writes a JSON text. @param rows that it counts as. */
export async function writeJson(blobs: Blobs, of: FileOf, text: Uint8Array, rows: number): Promise<NewArchiveFile> {
  return { ...(await writeVerified(blobs, of, text, 'json')), rows };
}

/** Bytes of a file of the index. @throws {Error} it is gone, or not what the index says. */
export async function readVerified(blobs: Blobs, file: ArchivedFile, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await blobs.get(file.file, signal);
  if (bytes === undefined) throw new Error(`${file.file} of the archive is missing`);
  if (sha256(bytes) !== file.sha256) throw new Error(`${file.file} of the archive is damaged`);
  return bytes;
}

/** Rows of a file of a table, from a place on. */
export async function readRows(
  blobs: Blobs,
  file: ArchivedFile,
  table: TableType,
  signal?: AbortSignal,
): Promise<readonly Cells[]> {
  const { rows } = await readTable(await readVerified(blobs, file, signal), COLUMNS[table]);
  return rows;
}
