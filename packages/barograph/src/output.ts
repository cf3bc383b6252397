/** Where results go: standard output, or a file that is there whole or not at all. */

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, type Io } from './io.ts';

/** Large enough that the work per write outweighs the cost of a write. */
const CHUNK_CHARS = 1 << 16;

/**
 * Writes text, no faster than it is taken. A reader that has seen enough (`| head`) ends it quietly.
 *
 * @param out a file to write instead of standard output. Whatever happens, it never holds half a result.
 * @throws {CommandError} when the file cannot be written.
 */
export async function writeOutput(io: Io, out: string | undefined, text: Iterable<string>): Promise<void> {
  if (out !== undefined) return writeFile(out, text);
  try {
    await pipeline(Readable.from(chunked(text)), io.stdout, { end: false });
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

async function writeFile(path: string, text: Iterable<string>): Promise<void> {
  // In the same folder, because a rename is atomic only within one file system.
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await pipeline(Readable.from(chunked(text)), createWriteStream(temporary, { flags: 'wx' }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (codeOf(error) === undefined) throw error;
    throw new CommandError(`${path}: expected a file that can be written, got ${codeOf(error)}`, { cause: error });
  }
}

/** Whether the reader went away, while we wrote or before. */
function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

/** The code of an error of the system; `undefined` for any other. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

function* chunked(text: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of text) {
    chunk += piece;
    if (chunk.length >= CHUNK_CHARS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
