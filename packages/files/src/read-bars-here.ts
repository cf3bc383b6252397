/** Reads a file of bars of any format in this thread. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { Readable } from 'node:stream';
import { BarRows } from './bar-rows.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { barsOfRows, type Outcome } from './bars-of-rows.ts';
import { collected, counted, fromStream, gunzipped, openFile, SourceError, type ByteSource } from './byte-source.ts';
import { createCsvReader } from './csv.ts';
import type { BarsFormat } from './bars-format.ts';
import { readJsonBars } from './json-bars.ts';
import { createObjectsReader } from './json-objects.ts';
import type { ParquetBytes } from './parquet-groups.ts';
import type { RowReader } from './row-reader.ts';
import { sniff } from './sniff.ts';
import { utf8Of } from './whole-file.ts';

/** Reads the bytes of a Parquet file from a stream; the decoder may never return on hostile input. */
type ReadBytes = (bytes: Uint8Array<ArrayBuffer>) => Promise<Result<readonly BarsFile[], DataProblem>>;

/** Reads a file, or a descriptor of this process. @param waits whether this thread may block on the disk. */
export async function readBarsHere(
  path: string,
  options: ReadBarsOptions,
  waits = false,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  const open = async (): Promise<ByteSource> => {
    const source = await openFile(path);
    return waits ? source : { ...source, lend: undefined };
  };
  return guarded(path, open, options);
}

/** Reads a stream. @param parquet reads the bytes when the stream is Parquet. */
export async function readStreamHere(
  stream: ByteStream,
  name: string,
  options: ReadBarsOptions,
  parquet?: ReadBytes,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  return guarded(name, async () => fromStream(stream), options, parquet);
}

/** Reads bytes as if they were a file. */
export async function readBytesHere(
  bytes: ArrayBuffer,
  name: string,
  options: ReadBarsOptions,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  return guarded(name, async () => fromStream(Readable.from([Buffer.from(bytes)])), options);
}

async function guarded(
  file: string,
  open: () => Promise<ByteSource>,
  options: ReadBarsOptions,
  parquet?: ReadBytes,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  let source: ByteSource | undefined;
  try {
    source = await open();
    const result = await readSource(file, source, options, parquet);
    return result.ok ? result : err({ file, ...result.error });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return err({ file, ...error.problem });
  } finally {
    await source?.close();
  }
}

async function readSource(
  file: string,
  source: ByteSource,
  options: ReadBarsOptions,
  parquet: ReadBytes | undefined,
): Promise<Result<readonly BarsFile[], DataProblem>> {
  const rows = new BarRows(options.repair === true);
  const tell = (bytesRead: number): void => options.onProgress?.(bytesRead, source.bytes);
  let content = await sniff(counted(source.chunks, tell));
  const isGzip = content.signature === 'gzip';
  if (isGzip) content = await sniff(gunzipped(content.chunks));
  if (content.isEmpty) return err({ code: 'empty_file', expected: 'rows of bars', got: 'an empty file' });
  if (content.signature === 'gzip') {
    return err({ code: 'unreadable_file', expected: 'CSV, NDJSON or Parquet within gzip', got: 'gzip again' });
  }
  if (content.signature === 'foreign') return err(content.foreign!);
  const format: BarsFormat = isGzip ? `${content.signature}.gz` : content.signature;
  let outcome: Outcome;
  if (content.signature === 'parquet') {
    if (parquet !== undefined) {
      const read = await parquet(await collected(content.chunks));
      return read.ok ? ok(read.value.map((file) => ({ ...file, format }))) : read;
    }
    // The decoder and its codecs load more slowly than most files are read, so only Parquet waits for them.
    const { readParquet } = await import('./parquet.ts');
    const whole =
      isGzip || source.slice === undefined ? inMemory(await collected(content.chunks)) : await wholeFile(source);
    outcome = await readParquet(whole, rows, options, (share) => tell(Math.round(share * (source.bytes ?? 0))));
  } else if (content.signature === 'arrow') {
    const { readArrowBars } = await import('./arrow-bars.ts');
    outcome = await readArrowBars(await collected(content.chunks), rows, options);
  } else if (content.signature === 'json') {
    outcome = readJsonBars(utf8Of(await collected(content.chunks)), rows, options);
  } else {
    if (!isGzip) source.lend?.();
    const reader = content.signature === 'ndjson' ? createObjectsReader(rows, options) : createCsvReader(rows, options);
    outcome = await feed(
      reader,
      content.chunks,
      (share) => rows.expect(Math.min(MOST_EXPECTED, Math.ceil((rows.seen / share) * SPARE))),
      isGzip ? undefined : source.bytes,
    );
  }
  return barsOfRows({ file, format }, rows, outcome, options);
}

/** Reserve factor over the row count estimated from the first piece of a file. */
const SPARE = 1.1;
/** Maximum rows allocated from an estimate; longer files grow by doubling. */
const MOST_EXPECTED = 2 ** 24;

/** @param expect receives the fraction of the bytes read, after the first piece; not called without `total`. */
async function feed(
  reader: RowReader,
  chunks: AsyncGenerator<Buffer>,
  expect: (share: number) => void,
  total: number | undefined,
): Promise<Outcome> {
  let isFirst = total !== undefined;
  for await (const chunk of chunks) {
    const problem = reader.push(chunk);
    if (problem !== undefined) return { columns: reader.columns, problem };
    if (isFirst) expect(Math.min(1, chunk.length / total!));
    isFirst = false;
  }
  return { problem: reader.end(), columns: reader.columns };
}

/** Maximum file size read at once, bytes: requesting each chunk of a column costs more than reading it. */
const AT_ONCE_BYTES = 2 ** 23;

async function wholeFile({ bytes = 0, slice }: ByteSource): Promise<ParquetBytes> {
  if (bytes <= AT_ONCE_BYTES) return inMemory(new Uint8Array(await slice!(0, bytes)));
  return { byteLength: bytes, slice: (start, end = bytes) => slice!(start, end) };
}

function inMemory(bytes: Uint8Array<ArrayBuffer>): ParquetBytes {
  return {
    byteLength: bytes.length,
    slice: (start, end) => bytes.buffer.slice(start, end),
    view: (start, end) => bytes.subarray(start, end),
  };
}
