/** Reads bytes from disk or a pipe, with readable errors. */

import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { describeProblem, type DataProblem } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { specialFile } from './special-file.ts';

/** Large enough that the work per chunk outweighs the cost of a chunk. */
const CHUNK_BYTES = 1 << 18;

/** Open file or pipe. */
export interface ByteSource {
  /** Size, bytes; undefined for a pipe. */
  readonly bytes: number | undefined;
  /** All bytes in order, once. */
  readonly chunks: AsyncGenerator<Buffer>;
  /** Bytes of the source, independent of the state of `chunks`; `undefined` for a pipe. */
  readonly slice: ((start: number, end: number) => Promise<ArrayBuffer>) | undefined;
  /**
   * Makes this thread wait for the disk itself, and each piece of `chunks` valid only until the next: for a thread that does nothing
   * else and keeps no piece. `undefined` for a pipe, whose writer may never continue.
   */
  readonly lend: (() => void) | undefined;
  close(): Promise<void>;
}

/** Error of a failed read. Any other error thrown while reading is a bug. */
export class SourceError extends Error {
  readonly problem: DataProblem;

  constructor(problem: DataProblem, cause: unknown) {
    super(describeProblem(problem), { cause });
    this.name = 'SourceError';
    this.problem = problem;
  }
}

/** Opens a file, or a descriptor of this process, for reading. @throws {SourceError} */
export async function openFile(path: string): Promise<ByteSource> {
  const special = specialFile(path);
  if (special !== undefined) {
    throw new SourceError({ code: 'unreadable_file', expected: 'a file', got: special }, undefined);
  }
  const handle = await worded(open(path, 'r'));
  const stat = await worded(handle.stat());
  const isFile = stat.isFile();
  let lent: Buffer | undefined;
  return {
    bytes: isFile ? stat.size : undefined,
    chunks: wordedChunks(readChunks(handle, () => lent)),
    slice: isFile ? (start, end) => worded(readSlice(handle, start, end)) : undefined,
    lend: isFile ? () => void (lent ??= Buffer.allocUnsafeSlow(CHUNK_BYTES)) : undefined,
    close: () => handle.close(),
  };
}

/** Creates a source from a stream of bytes, such as standard input. The caller owns the stream and closes it. */
export function fromStream(stream: ByteStream): ByteSource {
  return {
    bytes: undefined,
    chunks: wordedChunks(asBuffers(stream)),
    slice: undefined,
    lend: undefined,
    close: async () => {},
  };
}

/** Passes the bytes through, and calls `tell` after every chunk with the number of bytes so far. */
export async function* counted(
  chunks: AsyncIterable<Buffer>,
  tell: (bytesRead: number) => void,
): AsyncGenerator<Buffer> {
  let bytesRead = 0;
  for await (const chunk of chunks) {
    bytesRead += chunk.length;
    tell(bytesRead);
    yield chunk;
  }
}

/** Limits of the unpacked size of a gzip file. */
export interface GzipLimits {
  readonly version: `gzip-limits/${string}`;
  /** Unpacked bytes allowed for any file. */
  readonly freeBytes: number;
  /** Additional unpacked bytes per packed byte. Bars compress to a fifth, synthetic ones to a fiftieth. */
  readonly ratio: number;
}

/** Limits of every read; gzip alone would allow a ratio of a thousand. */
export const GZIP_LIMITS_V1: GzipLimits = Object.freeze({ version: 'gzip-limits/1', freeBytes: 16 << 20, ratio: 200 });

/** Decompresses a gzip stream in the thread pool. */
export async function* gunzipped(
  chunks: AsyncIterable<Buffer>,
  { freeBytes, ratio }: GzipLimits = GZIP_LIMITS_V1,
): AsyncGenerator<Buffer> {
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The loop below throws the error that destroys the stream; pipeline only requires a callback.
  pipeline(chunks, gunzip, () => {});
  let unpacked = 0;
  for await (const chunk of wordedChunks(asBuffers(gunzip))) {
    unpacked += chunk.length;
    if (unpacked > freeBytes && unpacked > ratio * gunzip.bytesWritten) {
      const expected = `a gzip file that unpacks to at most ${ratio} times its size`;
      throw new SourceError({ code: 'unreadable_file', expected, got: 'more' }, undefined);
    }
    yield chunk;
  }
}

/** Reads all bytes into new memory. */
export async function collected(chunks: AsyncGenerator<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}

async function worded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw sourceError(error);
  }
}

async function* wordedChunks(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw sourceError(error);
  }
}

/** Turns a failed `open`, read or decompression into a problem of the file. */
function sourceError(error: unknown): SourceError {
  return error instanceof SourceError ? error : new SourceError(problemOf(error), error);
}

/** Turns a failed `readdir` into a problem of the folder. */
export function folderProblem(error: unknown): DataProblem {
  const { code, got } = problemOf(error);
  return code === 'missing_file'
    ? { code, expected: 'a folder', got: 'no such folder' }
    : { code, expected: 'a readable folder', got };
}

/** Readable texts of system errors. */
const SYSTEM: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission to read it'],
  ['EISDIR', 'a directory'],
  ['ENOTDIR', 'a path through a file'],
  ['ENXIO', 'a socket'],
]);

/** An error other than a system error comes from the caller's stream. */
function problemOf(error: unknown): DataProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'ENOENT') return { code: 'missing_file', expected: 'a file', got: 'no such file' };
  if (code === 'Z_BUF_ERROR') return { code: 'unreadable_file', expected: 'a whole gzip file', got: 'a truncated one' };
  if (code.startsWith('Z_')) return { code: 'unreadable_file', expected: 'a sound gzip file', got: 'a damaged one' };
  const got = SYSTEM.get(code) ?? (/^E[A-Z\d]+$/.test(code) ? `the system error ${code}` : message);
  return { code: 'unreadable_file', expected: 'a readable file', got };
}

async function* asBuffers(stream: ByteStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (typeof chunk === 'string') yield Buffer.from(chunk);
    else yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** @param lent shared memory for all further pieces. @default new memory per piece */
async function* readChunks(handle: FileHandle, lent: () => Buffer | undefined): AsyncGenerator<Buffer> {
  for (;;) {
    const memory = lent();
    const buffer = memory ?? Buffer.allocUnsafe(CHUNK_BYTES);
    const bytesRead =
      memory === undefined
        ? (await handle.read(buffer, 0, CHUNK_BYTES, null)).bytesRead
        : readSync(handle.fd, buffer, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readSlice(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new Error(`the file ended at byte ${start + filled} of ${end}`);
    filled += bytesRead;
  }
  return bytes.buffer;
}
