/** Reads account positions from a file or bytes in this thread. */

import { err, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { Readable } from 'node:stream';
import type { AccountsFile } from './accounts-file.ts';
import { parseAccounts } from './accounts-json.ts';
import { collected, fromStream, gunzipped, openFile, SourceError, type ByteSource } from './byte-source.ts';
import { signatureOf, withoutMark } from './format.ts';
import { utf8Of } from './whole-file.ts';

/** Maximum file size: a hundred thousand positions are some twenty megabytes. */
const MOST_BYTES = 512 * 1024 * 1024;

type Read = Result<AccountsFile, DataProblem>;

/** Reads a file, or a file descriptor of this process. */
export async function readAccountsHere(path: string): Promise<Read> {
  return guarded(path, async () => openFile(path));
}

/** Reads bytes as if they were a file. */
export async function readAccountBytesHere(bytes: ArrayBuffer, name: string): Promise<Read> {
  return guarded(name, async () => fromStream(Readable.from([Buffer.from(bytes)])));
}

/** Reads all bytes of a stream. @throws {SourceError} */
export async function accountBytes(stream: ByteStream): Promise<ArrayBuffer> {
  return (await collected(limited(fromStream(stream).chunks))).buffer;
}

async function guarded(file: string, open: () => Promise<ByteSource>): Promise<Read> {
  let source: ByteSource | undefined;
  try {
    source = await open();
    return await readSource(file, source);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return err({ file, ...error.problem });
  } finally {
    await source?.close();
  }
}

async function readSource(file: string, { chunks }: ByteSource): Promise<Read> {
  const bytes = await collected(limited(chunks));
  const isGzip = signatureOf(Buffer.from(bytes.buffer)) === 'gzip';
  const plain = isGzip ? await collected(limited(gunzipped(once(Buffer.from(bytes.buffer))))) : bytes;
  if (plain.length === 0) {
    return err({ file, code: 'empty_file', expected: 'positions in JSON or Parquet', got: 'no bytes' });
  }
  const head = Buffer.from(plain.buffer);
  if (signatureOf(head) !== 'parquet') return parseAccounts(utf8Of(withoutMark(head)), file);
  const { buffer, byteLength } = plain;
  const { readAccountsParquet } = await import('./accounts-parquet.ts');
  return readAccountsParquet({ byteLength, slice: (start, end) => buffer.slice(start, end) }, file);
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      const expected = `positions of at most ${MOST_BYTES} bytes`;
      throw new SourceError({ code: 'unreadable_file', expected, got: 'more' }, undefined);
    }
    yield chunk;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
