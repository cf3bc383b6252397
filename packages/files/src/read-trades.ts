/** Reads files of trades with the aggressor's side. */

import type { DataProblem, Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { ReadTradesOptions, TradesFile } from './trades-file.ts';

/**
 * Reads a file of trades: CSV, JSON, NDJSON or Parquet, plain or gzip, detected by content. Columns are `time, side, price, size, id`
 * in any order, with `coin` when there are several, or those of the archives of Binance (trades and aggTrades, also without a
 * header), Bybit, OKX, freqtrade and tardis; `columns` maps others. A side is the aggressor's: buy, b, bid or sell, s, a, ask in any
 * case. A buyer flagged as maker means a sale.
 *
 * @returns the trades by ascending time, or the first problem with file, row (data rows from 1) and column: an unreadable cell, a size of
 * 0, a time before the preceding row's, or a repeated id. With `repair` such rows are dropped and the others sorted.
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
