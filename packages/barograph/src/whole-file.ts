/** A file that is there whole or not at all. */

import { QuantError } from '@barograph/core';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes pieces beside the file first. A piece is written while the next is made, and is so before the one after that is asked
 * for: a piece may have the memory of the one before its last.
 *
 * @throws {QuantError} when the system refuses it; whatever the pieces throw comes through. The file is then what it was.
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  // In the same folder, because a rename is atomic only within one file system.
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
      // Seen by the next `await`, or by the last one.
      before.catch(() => undefined);
    }
  } finally {
    await before;
  }
}

/** The code of an error of the system; `undefined` for any other. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}
