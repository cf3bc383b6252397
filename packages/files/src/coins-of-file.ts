/** Reads the bars of all coins of a file in a worker thread with a deadline. */

import { err, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { addAbortSignal, Readable } from 'node:stream';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { nameProblem } from './coin-name.ts';
import { readBarsHere, readStreamHere } from './read-bars-here.ts';
import { readDeadlineMs } from './read-limits.ts';
import { lateProblem, sizeOf } from './read-size.ts';
import { readBarsInWorker } from './worker-pool.ts';
import type { BarsRequest } from './worker-messages.ts';

/** Reads the bars of every coin of a file, in order of first appearance. */
export async function readCoins(
  path: string,
  options: ReadBarsOptions,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  const unnamed = nameProblem(path);
  if (unnamed !== undefined) return err(unnamed);
  const bytes = await sizeOf(path);
  if (bytes === undefined) return readBarsHere(path, options);
  return withDeadline(requestOf(path, undefined, options), bytes, options);
}

/** Reads the bars of every coin of a stream. */
export async function readCoinsStream(
  bytes: ByteStream,
  name: string,
  options: ReadBarsOptions,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  const unnamed = nameProblem(name);
  if (unnamed !== undefined) return err(unnamed);
  const { signal } = options;
  const stream = bytes instanceof Readable ? bytes : Readable.from(bytes);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `StopSignal` is a subset of its type
  if (signal !== undefined) addAbortSignal(signal as AbortSignal, stream);
  const read = await readStreamHere(stream, name, options, ({ buffer, byteLength }) =>
    withDeadline(requestOf(name, buffer, options), byteLength, options),
  );
  signal?.throwIfAborted();
  return read;
}

function requestOf(file: string, bytes: ArrayBuffer | undefined, options: ReadBarsOptions): BarsRequest {
  const {
    repair = false,
    interval,
    intervalFlag,
    columns,
    columnsFlag,
    layout,
    layoutFlag,
    repairFlag,
    onProgress,
  } = options;
  const how = { repair, interval, intervalFlag, columns, columnsFlag, layout, layoutFlag, repairFlag };
  return { kind: 'bars', file, bytes, withProgress: onProgress !== undefined, how };
}

async function withDeadline(
  request: BarsRequest,
  size: number,
  options: ReadBarsOptions,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  const deadlineMs = readDeadlineMs(size, options.limits);
  const result = await readBarsInWorker(request, deadlineMs, options);
  return result === 'late' ? err(lateProblem(request.file, size, deadlineMs)) : result;
}
