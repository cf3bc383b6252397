/** Reads the order book of a file or a stream. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { parseBook, type BookFile } from './book-levels.ts';
import { collected, fromStream, gunzipped, openFile, SourceError, type ByteSource } from './byte-source.ts';
import { nameProblem } from './coin-name.ts';
import { signatureOf, withoutMark } from './format.ts';

/** Maximum file size. The deepest books of venues have some thousand levels, under a megabyte. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Reads the book of a file. */
export async function bookOfFile(path: string): Promise<Result<BookFile, DataProblem>> {
  let source: ByteSource | undefined;
  try {
    source = await openFile(path);
    return await bookOf(source, path);
  } catch (error) {
    return problemOf(error, path);
  } finally {
    await source?.close();
  }
}

/** Reads the book of a stream. */
export async function bookOfStream(stream: ByteStream, name: string): Promise<Result<BookFile, DataProblem>> {
  try {
    return await bookOf(fromStream(stream), name);
  } catch (error) {
    return problemOf(error, name);
  }
}

function problemOf(error: unknown, file: string): Result<never, DataProblem> {
  if (error instanceof SourceError) return err({ file, ...error.problem });
  throw error;
}

async function bookOf({ chunks }: ByteSource, file: string): Promise<Result<BookFile, DataProblem>> {
  const unnamed = nameProblem(file);
  if (unnamed !== undefined) return err(unnamed);
  const bytes = Buffer.from(await collected(limited(chunks)));
  const isGzip = signatureOf(bytes) === 'gzip';
  const plain = isGzip ? Buffer.from(await collected(limited(gunzipped(once(bytes))))) : bytes;
  if (plain.length === 0) return err({ file, code: 'empty_file', expected: 'a book in JSON', got: 'no bytes' });
  const parsed = parseBook(withoutMark(plain).toString('utf8'));
  return parsed.ok ? ok({ file, ...parsed.value }) : err({ file, ...parsed.error });
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      const expected = `a book of at most ${MOST_BYTES} bytes`;
      throw new SourceError({ code: 'unreadable_file', expected, got: 'more' }, undefined);
    }
    yield chunk;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
