/** Reads the trades of a file or a stream. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import type { ByteStream } from './byte-stream.ts';
import { collected, counted, fromStream, gunzipped, openFile, SourceError, type ByteSource } from './byte-source.ts';
import { nameProblem } from './coin-name.ts';
import { sniff } from './sniff.ts';
import { arrowTrades, jsonTrades, parquetTrades } from './trade-tables.ts';
import { utf8Of } from './whole-file.ts';
import { CsvTrades, NdjsonTrades, type LineReader } from './trade-lines.ts';
import { TradeRows } from './trade-rows.ts';
import type { ReadTradesOptions, TradesFile } from './trades-file.ts';

/** Reads the trades of a file. */
export async function tradesOfFile(path: string, options: ReadTradesOptions): Promise<Result<TradesFile, DataProblem>> {
  return guarded(path, async () => openFile(path), options);
}

/** Reads the trades of a stream. */
export async function tradesOfStream(
  stream: ByteStream,
  name: string,
  options: ReadTradesOptions,
): Promise<Result<TradesFile, DataProblem>> {
  return guarded(name, async () => fromStream(stream), options);
}

async function guarded(
  file: string,
  open: () => Promise<ByteSource>,
  options: ReadTradesOptions,
): Promise<Result<TradesFile, DataProblem>> {
  const unnamed = nameProblem(file);
  if (unnamed !== undefined) return err(unnamed);
  let source: ByteSource | undefined;
  try {
    source = await open();
    const result = await readSource(source, options);
    return result.ok ? ok({ file, ...result.value }) : err({ file, ...result.error });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return err({ file, ...error.problem });
  } finally {
    await source?.close();
  }
}

async function readSource(
  source: ByteSource,
  options: ReadTradesOptions,
): Promise<Result<Omit<TradesFile, 'file'>, DataProblem>> {
  let content = await sniff(counted(source.chunks, (bytesRead) => options.onProgress?.(bytesRead, source.bytes)));
  const isGzip = content.signature === 'gzip';
  if (isGzip) content = await sniff(gunzipped(content.chunks));
  if (content.isEmpty) return err({ code: 'empty_file', expected: 'rows of trades', got: 'an empty file' });
  const kind = content.signature;
  if (kind === 'foreign') return err(content.foreign!);
  if (kind === 'gzip') return err({ code: 'unreadable_file', expected: 'trades within gzip', got: 'gzip again' });
  const rows = new TradeRows(options);
  let problem: DataProblem | undefined;
  if (kind === 'parquet') problem = await parquetTrades(await collected(content.chunks), rows);
  else if (kind === 'arrow') problem = await arrowTrades(await collected(content.chunks), rows);
  else if (kind === 'json') problem = jsonTrades(utf8Of(await collected(content.chunks)), rows);
  else problem = await feed(kind === 'csv' ? new CsvTrades(rows) : new NdjsonTrades(rows), content.chunks);
  if (problem !== undefined) return err(problem);
  if (!rows.hasColumns || rows.seen === 0) {
    return err({
      code: 'empty_file',
      expected: 'at least one row of trades',
      got: rows.hasColumns ? 'a header only' : 'blank lines only',
    });
  }
  const trades = rows.trades();
  if (trades.id.length === 0) {
    return err({ code: 'empty_file', expected: 'at least one row that can be read', got: `none of ${rows.seen}` });
  }
  return ok({ format: isGzip ? `${kind}.gz` : kind, trades, rows: rows.seen, repairs: rows.repairs() });
}

async function feed(reader: LineReader, chunks: AsyncGenerator<Buffer>): Promise<DataProblem | undefined> {
  for await (const chunk of chunks) {
    const problem = reader.push(chunk);
    if (problem !== undefined) return problem;
  }
  return reader.end();
}
