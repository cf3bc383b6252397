/** Files of bars, read in a worker thread with a deadline. */

import { err, type DataProblem, type Result } from '@barograph/core';
import type { Readable } from 'node:stream';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { readBarsHere, readStreamHere } from './read-bars-here.ts';
import { readDeadlineMs } from './read-limits.ts';
import { lateProblem, sizeOf } from './read-size.ts';
import { readBarsInWorker } from './worker-pool.ts';
import type { BarsRequest } from './worker-messages.ts';

/**
 * Reads a file of bars: CSV, NDJSON or Parquet, as it is or within gzip, distinguished by content. It has the columns
 * `timestamp, open, high, low, close, volume` in any order; times are epoch seconds, ms, µs or ns (one unit per file,
 * distinguished by the magnitude of the first) or ISO-8601 text.
 *
 * A worker thread reads, so that a long file does not block the event loop. Past the deadline of its size
 * ({@link READ_LIMITS_V1}) the worker is killed and the file is a problem. A named pipe has no size: it is read here
 * and has no deadline.
 *
 * @param path a file, or a named pipe.
 * @returns the bars, or the first problem with file, row (data rows from 1) and column. Never throws for what is in
 * the file.
 */
export async function readBars(path: string, options: ReadBarsOptions = {}): Promise<Result<BarsFile, DataProblem>> {
  const bytes = await sizeOf(path);
  if (bytes === undefined) return readBarsHere(path, options);
  return withDeadline({ kind: 'bars', file: path, bytes: undefined, how: cloneable(options) }, bytes, options);
}

/**
 * Reads bars from a stream of bytes, such as standard input. Text is read here as it comes; Parquet, whose bytes must
 * be there whole, is read by a worker with a deadline as {@link readBars} does.
 *
 * @param name what to call it in messages.
 */
export async function readBarsStream(
  stream: Readable,
  name: string,
  options: ReadBarsOptions = {},
): Promise<Result<BarsFile, DataProblem>> {
  return readStreamHere(stream, name, options, ({ buffer, byteLength }) =>
    withDeadline({ kind: 'bars', file: name, bytes: buffer, how: cloneable(options) }, byteLength, options),
  );
}

const cloneable = ({ repair = false, interval, intervalFlag }: ReadBarsOptions): BarsRequest['how'] => ({
  repair,
  interval,
  intervalFlag,
});

async function withDeadline(
  request: BarsRequest,
  size: number,
  options: ReadBarsOptions,
): Promise<Result<BarsFile, DataProblem>> {
  const deadlineMs = readDeadlineMs(size, options.limits);
  const result = await readBarsInWorker(request, deadlineMs, options);
  return result === 'late' ? err(lateProblem(request.file, size, deadlineMs)) : result;
}
