/** Reads order books from JSON files. */

import type { DataProblem, Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { BookFile } from './book-levels.ts';

/**
 * Reads a book from JSON, plain or gzip: `{"bids": [[price, size], …], "asks": …}` or `{"levels": [[{"px", "sz"}, …], […]]}`.
 *
 * @returns the levels in file order, or a problem that names the file, the side (`column`) and the level
 *   (`row`, from 1 at the best).
 * @example
 * const file = await readBook('book.json');
 * file.ok && file.value.book.bids.price[0]; // → 64000
 */
export async function readBook(path: string): Promise<Result<BookFile, DataProblem>> {
  const { bookOfFile } = await import('./reading.ts');
  return bookOfFile(path);
}

/**
 * {@link readBook} of a stream of bytes, such as standard input.
 *
 * @example
 * const { createReadStream } = await import('node:fs');
 * const read = await readBookStream(createReadStream('book.json'), 'book');
 * read.ok && read.value.book.asks.size; // → Float64Array(2) [ 0.8, 3 ]
 */
export async function readBookStream(stream: ByteStream, name: string): Promise<Result<BookFile, DataProblem>> {
  const { bookOfStream } = await import('./reading.ts');
  return bookOfStream(stream, name);
}
