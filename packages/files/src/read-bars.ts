/** Reads files of bars in a worker thread with a deadline. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { listed } from './columns.ts';

/**
 * Reads a file of bars: CSV, JSON, NDJSON or Parquet, plain or gzip, detected by content. It has the columns
 * `timestamp, open, high, low, close, volume` in any order, or those of an exchange or a library (yfinance, Binance, ccxt and
 * others). `assumed` reports the assumptions, and `columns` overrides them. Times are epoch seconds, ms, µs or ns (one unit per file,
 * detected by the magnitude of the first) or ISO-8601 text.
 *
 * A worker thread reads, so that a long file does not block the event loop. After the deadline for its size
 * ({@link READ_LIMITS_V1}) the worker is killed and the result is a problem. A pipe such as `/dev/stdin` or `/dev/fd/63` has no size:
 * it is read in this thread, without a deadline. Named pipes, sockets and devices are refused.
 *
 * @param path path of a file, or of a file descriptor of this process.
 * @returns the bars, or the first problem with file, row (data rows from 1) and column. Never throws because of the file's content.
 * A file of several coins is a problem: {@link readPanel} reads it.
 * @example
 * const read = await readBars('BTC-USD.csv', { columns: { time: 'Datetime' } });
 * read.ok && [read.value.candles.length, read.value.interval]; // → [ 2, '1h' ]
 */
export async function readBars(path: string, options: ReadBarsOptions = {}): Promise<Result<BarsFile, DataProblem>> {
  const { readCoins } = await import('./reading.ts');
  return single(path, await readCoins(path, options));
}

/**
 * Reads bars from a stream of bytes, such as standard input. Text is read in this thread as it arrives. Parquet is buffered, then read
 * by a worker with a deadline like in {@link readBars}.
 *
 * @param name name in messages.
 * @example
 * const { createReadStream } = await import('node:fs');
 * const read = await readBarsStream(createReadStream('BTCUSDT.csv'), 'BTCUSDT');
 * read.ok && read.value.candles.close; // → Float64Array(3) [ 64500, 64200, 65100 ]
 */
export async function readBarsStream(
  stream: ByteStream,
  name: string,
  options: ReadBarsOptions = {},
): Promise<Result<BarsFile, DataProblem>> {
  const { readCoinsStream } = await import('./reading.ts');
  return single(name, await readCoinsStream(stream, name, options));
}

function single(file: string, read: Result<readonly BarsFile[], DataProblem>): Result<BarsFile, DataProblem> {
  if (!read.ok) return read;
  const [first, ...others] = read.value;
  if (others.length === 0) return ok(first!);
  const got = `${read.value.length}: ${listed(read.value.map(({ symbol }) => symbol!))}`;
  const expected = "bars of one coin (readPanel reads several; columns: { symbol: '' } leaves the names out)";
  return err({ code: 'bad_value', file, expected, got });
}
