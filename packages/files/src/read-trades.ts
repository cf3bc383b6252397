/** Files of trades: each with the side of its aggressor. */

import type { DataProblem, Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { ReadTradesOptions, TradesFile } from './trades-file.ts';

/**
 * Reads a file of trades: CSV, JSON, NDJSON or Parquet, as it is or within gzip, distinguished by content. Columns `time, side,
 * price, size, id` in any order, and `coin` where there are several, or those of the archives of Binance (trades and aggTrades,
 * also without a header), Bybit, OKX, freqtrade and tardis; `columns` names others. A side is that of the aggressor: buy, b, bid
 * or sell, s, a, ask in any case; of a buyer who was the maker it is that of a sale.
 *
 * @returns the trades by ascending time, or the first problem with file, row (data rows from 1) and column: a cell that
 * cannot be read, a size of 0, a time before that of the row above, an id that was there before. With `repair` such rows
 * are left out and the others sorted.
 * @example
 * const read = await readTrades('trades.csv');
 * read.ok && read.value.trades.price; // → Float64Array(3) [ 64000.5, 64000, 64001 ]
 */
export async function readTrades(
  path: string,
  options: ReadTradesOptions = {},
): Promise<Result<TradesFile, DataProblem>> {
  const { tradesOfFile } = await import('./reading.ts');
  return tradesOfFile(path, options);
}

/**
 * Reads trades from a stream of bytes, such as standard input.
 *
 * @param name used in messages.
 * @example
 * const { createReadStream } = await import('node:fs');
 * const read = await readTradesStream(createReadStream('trades.csv'), 'trades', { repair: true });
 * read.ok && read.value.rows; // → 3
 */
export async function readTradesStream(
  stream: ByteStream,
  name: string,
  options: ReadTradesOptions = {},
): Promise<Result<TradesFile, DataProblem>> {
  const { tradesOfStream } = await import('./reading.ts');
  return tradesOfStream(stream, name, options);
}
