/** One file of bars, of any format, as candles. */

import {
  checkCandles,
  err,
  intervalOf,
  ok,
  type Candles,
  type DataProblem,
  type Interval,
  type Result,
} from '@barograph/core';
import type { AsyncBuffer } from 'hyparquet';
import type { Readable } from 'node:stream';
import { BarRows } from './bar-rows.ts';
import { barStep } from './bar-step.ts';
import { collected, counted, fromStream, gunzipped, openFile, SourceError, type ByteSource } from './byte-source.ts';
import { inFileTerms, type ColumnMap } from './columns.ts';
import { createCsvReader } from './csv.ts';
import { isTelling, signatureOf, withoutMark, type BarsFormat, type Signature } from './format.ts';
import { createNdjsonReader } from './ndjson.ts';
import { repairRows, type RepairReport } from './repair.ts';
import type { RowReader } from './row-reader.ts';

/** How to read. */
export interface ReadBarsOptions {
  /** Mend the bars as `bars.v1` says, and drop rows that cannot be read, instead of refusing the file. */
  readonly repair?: boolean;
  /** Told now and then how many bytes were read, of how many (`undefined` for a pipe). */
  readonly onProgress?: (bytesRead: number, bytesTotal: number | undefined) => void;
}

/** A file of bars, read. */
export interface BarsFile {
  /** The path, or the name that a stream was given. */
  readonly file: string;
  readonly format: BarsFormat;
  /** Bars that keep every rule of candles: ascending times, finite prices above 0, low ≤ open, close ≤ high. */
  readonly candles: Candles;
  /** Data rows in the file, those that a repair dropped included. */
  readonly rows: number;
  /** The most common distance of two bars in ms; `undefined` for a single bar. */
  readonly step: number | undefined;
  /** The name of `step`, where it has one. */
  readonly interval: Interval | undefined;
  /** What the repair did; `undefined` when none was asked for. */
  readonly repairs: RepairReport | undefined;
}

/**
 * Reads a file of bars: CSV, NDJSON or Parquet, as it is or within gzip, told apart by content. It has the columns
 * `timestamp, open, high, low, close, volume` in any order; times are epoch seconds, ms, µs or ns (one unit per file,
 * told apart by the magnitude of the first) or ISO-8601 text.
 *
 * @param path a file, or a named pipe.
 * @returns the bars, or the first problem with file, row (data rows from 1) and column. Never throws for what is in
 * the file.
 */
export async function readBars(path: string, options: ReadBarsOptions = {}): Promise<Result<BarsFile, DataProblem>> {
  return guarded(path, () => openFile(path), options);
}

/** Reads bars from a stream of bytes, such as standard input. @param name what to call it in messages. */
export async function readBarsStream(
  stream: Readable,
  name: string,
  options: ReadBarsOptions = {},
): Promise<Result<BarsFile, DataProblem>> {
  return guarded(name, async () => fromStream(stream), options);
}

async function guarded(
  file: string,
  open: () => Promise<ByteSource>,
  options: ReadBarsOptions,
): Promise<Result<BarsFile, DataProblem>> {
  let source: ByteSource | undefined;
  try {
    source = await open();
    const result = await readSource(file, source, options);
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
): Promise<Result<BarsFile, DataProblem>> {
  const rows = new BarRows(options.repair === true);
  const tell = (bytesRead: number): void => options.onProgress?.(bytesRead, source.bytes);
  let content = await sniff(counted(source.chunks, tell));
  const isGzip = content.signature === 'gzip';
  if (isGzip) content = await sniff(gunzipped(content.chunks));
  if (content.isEmpty) return err({ code: 'empty_file', expected: 'rows of bars', got: 'an empty file' });
  if (content.signature === 'gzip') {
    return err({ code: 'unreadable_file', expected: 'CSV, NDJSON or Parquet within gzip', got: 'gzip again' });
  }
  const format: BarsFormat = isGzip ? `${content.signature}.gz` : content.signature;
  let outcome: Outcome;
  if (content.signature === 'parquet') {
    // The decoder and its codecs take longer to load than most files: only who reads Parquet waits for them.
    const { readParquet } = await import('./parquet.ts');
    const whole = isGzip || source.slice === undefined ? inMemory(await collected(content.chunks)) : wholeFile(source);
    outcome = await readParquet(whole, rows, (share) => tell(Math.round(share * (source.bytes ?? 0))));
  } else {
    const reader = content.signature === 'ndjson' ? createNdjsonReader(rows) : createCsvReader(rows);
    outcome = await feed(reader, content.chunks);
  }
  return finish({ file, format }, rows, outcome, options.repair === true);
}

/** How the reading ended: the columns that were found, and the problem if there was one. */
interface Outcome {
  readonly columns?: ColumnMap | undefined;
  readonly problem?: DataProblem | undefined;
}

async function feed(reader: RowReader, chunks: AsyncGenerator<Buffer>): Promise<Outcome> {
  for await (const chunk of chunks) {
    const problem = reader.push(chunk);
    if (problem !== undefined) return { columns: reader.columns, problem };
  }
  return { problem: reader.end(), columns: reader.columns };
}

function finish(
  about: Pick<BarsFile, 'file' | 'format'>,
  rows: BarRows,
  { columns, problem }: Outcome,
  repair: boolean,
): Result<BarsFile, DataProblem> {
  if (columns === undefined) {
    return err(problem ?? { code: 'empty_file', expected: 'rows of bars', got: 'blank lines only' });
  }
  if (problem === undefined && rows.seen === 0) {
    return err({ code: 'empty_file', expected: 'at least one row of bars', got: 'a header only' });
  }
  const mended = repair ? repairRows(rows, columns) : undefined;
  // The rows before a bad cell are checked first, so that what is reported is the first problem of the file.
  const checked = mended === undefined ? checkCandles(rows.columns()) : ok(mended.bars);
  if (!checked.ok) return err(inFileTerms(checked.error, columns));
  if (problem !== undefined) return err(problem);
  const candles = checked.value;
  if (candles.length === 0) {
    return err({ code: 'empty_file', expected: 'at least one row that can be mended', got: `none of ${rows.seen}` });
  }
  const step = barStep(candles.time);
  const interval = step === undefined ? undefined : intervalOf(step);
  return ok({ ...about, candles, rows: rows.seen, step, interval, repairs: mended?.report });
}

interface Content {
  readonly signature: Signature;
  readonly isEmpty: boolean;
  /** The whole content, without a byte order mark. */
  readonly chunks: AsyncGenerator<Buffer>;
}

/** Looks at the first bytes. */
async function sniff(chunks: AsyncGenerator<Buffer>): Promise<Content> {
  let head: Buffer = Buffer.alloc(0);
  while (!isTelling(head)) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return { signature: signatureOf(head), isEmpty: head.length === 0, chunks: resumed(withoutMark(head), chunks) };
}

async function* resumed(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* chunks;
  } finally {
    await chunks.return(undefined);
  }
}

function wholeFile({ bytes = 0, slice }: ByteSource): AsyncBuffer {
  return { byteLength: bytes, slice: (start, end = bytes) => slice!(start, end) };
}

function inMemory(bytes: Uint8Array<ArrayBuffer>): AsyncBuffer {
  return { byteLength: bytes.length, slice: (start, end) => bytes.buffer.slice(start, end) };
}
