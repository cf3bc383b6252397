/** Writes files atomically. */

import { QuantError } from '@barograph/core';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes pieces to a temporary file, then renames it. A piece is written while the next is computed, and finished before
 * the second next is requested, so two pieces may share memory alternately.
 *
 * @throws {QuantError} when the system refuses to write. Errors of `pieces` are rethrown. The file is then unchanged.
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  // In the same folder: a rename is atomic only within one file system.
  const temporary = join(dirname(path), `.${basename(path)}.${crypto.randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await writePieces(file, pieces);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new QuantError('unavailable', `${path}: expected a file that can be written, got ${code}`, { cause: error });
  }
}

async function writePieces(file: FileHandle, pieces: Parameters<typeof writeWhole>[1]): Promise<void> {
  let before: Promise<void> = Promise.resolve();
  try {
    for await (const piece of pieces) {
      await before;
      before = file.writeFile(piece);
      // A later `await` reports the error.
      before.catch(() => undefined);
    }
  } finally {
    await before;
  }
}

/** Code of a system error; undefined for other errors. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}
