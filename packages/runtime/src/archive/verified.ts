/** Bytes of archive files that match the hash of the index. */

import { sha256, type ArchivedFile } from '@barograph/store';
import type { Blobs } from './blobs.ts';

/** A file of the archive: its name below the place, and the hash of its bytes. */
export type NamedFile = Pick<ArchivedFile, 'file' | 'sha256'>;

/** Bytes of an indexed file. @throws {Error} when it is missing or does not match the index. */
export async function readVerified(
  blobs: Pick<Blobs, 'get'>,
  { file, sha256: hash }: NamedFile,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await blobs.get(file, signal);
  if (bytes === undefined) throw new Error(`${file} of the archive is missing`);
  if (sha256(bytes) !== hash) throw new Error(`${file} of the archive is damaged`);
  return bytes;
}
