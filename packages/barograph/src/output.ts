/** Writes results to standard output, or atomically to a file. */

import { Option, type Command } from 'commander';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, type Io } from './io.ts';
import { chosenRows } from './chosen-rows.ts';
import { isColumnRows } from './column-rows.ts';
import { formedRows } from './formed-rows.ts';
import { columnsCsv, flatRow, rowsText, rowText, type Format, type Row, type TextFormat } from './table.ts';
import type { TableFlags } from './table-options.ts';
import { humanBlock } from './terminal/human-block.ts';
import { TREND } from './terminal/fields.ts';
import { humanTable } from './terminal/human-table.ts';
import { safeLines } from './terminal/safe-text.ts';
import { isStale } from './terminal/stale.ts';
import { isWatched, terminalOf } from './terminal/terminal.ts';
import type { TableView } from './terminal/views.ts';
import { writeWhole } from './whole-file.ts';

/** Characters per write, large enough that the cost of a write is negligible. */
const CHUNK_CHARS = 1 << 16;

/** Pieces of text or bytes; pieces from threads are already large. */
type Content = Iterable<string> | Iterable<Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Adds `--times`, the format of times in text. */
export function addTimes(command: Command): Command {
  const flag = new Option('--times <form>', 'times in --rows all: epoch ms, or ISO-8601 in UTC');
  return command.addOption(flag.choices(['epoch', 'iso']).default('epoch'));
}

/**
 * Writes rows that share columns: a table in a terminal, text for programs, or Parquet to a file or pipe (never a terminal).
 *
 * @param columns all columns of the rows, except terminal-only ones.
 * @param view default columns in a terminal, including terminal-only ones.
 * @throws {QuantError} when the file cannot be written.
 * @throws {CommandError} when Parquet would go to a terminal, or a column is unknown.
 */
export async function writeRows(
  io: Io,
  flags: TableFlags,
  columns: readonly string[],
  rows: Iterable<Row>,
  view?: TableView,
): Promise<void> {
  const { format, out } = flags;
  if (isHuman(io, flags)) return writeTable(io, flags, columns, rows, view);
  if (format !== 'parquet') {
    const { columns: names, rows: formed } = formedRows(columns, rows, flags);
    const isBytes = format === 'csv' && out !== undefined && isColumnRows(formed);
    return writeOutput(io, out, isBytes ? columnsCsv(names, formed) : rowsText(format, names, formed));
  }
  const chosen = chosenRows({ columns, rows }, flags);
  if (out === undefined && isWatched(io)) {
    throw new CommandError('--format parquet: expected --out or a pipe, got a terminal');
  }
  const { rowsParquet } = await import('./parquet-rows.ts');
  return writeOutput(io, out, rowsParquet(chosen.columns, chosen.rows));
}

/** Whether the output is a table for people: by request, or by default in a terminal. */
export function isHuman(io: Io, { format, out }: Pick<TableFlags, 'format' | 'out'>): boolean {
  return format === 'table' || (format === 'plain' && out === undefined && isWatched(io));
}

async function writeTable(
  io: Io,
  flags: TableFlags,
  columns: readonly string[],
  rows: Iterable<Row>,
  view: TableView | undefined,
): Promise<void> {
  const all = [...new Set([...(view?.columns ?? []), ...columns])];
  const stale = Array.isArray(rows) ? staleLast(rows) : rows;
  // Stale marks are needed after columns are selected.
  const chosen = chosenRows({ columns: all, rows: stale }, { ...flags, columns: undefined });
  const selected = flags.columns?.shown;
  if (selected !== undefined) chosenRows({ columns: all, rows: [] }, flags);
  const isAll = flags.wide === true || view === undefined;
  // A view may name columns that some answers lack; the trend is not in `columns`.
  const looked = (view?.columns ?? []).filter((name) => name === TREND || columns.includes(name));
  const shown = selected ?? (isAll || view.hasRest === true ? [...new Set([...looked, ...columns])] : looked);
  const others = selected === undefined ? all.length - shown.length : 0;
  const table = { columns: shown, others, rows: chosen.rows, isWide: flags.wide === true };
  return writeOutput(io, flags.out, humanTable(table, terminalOf(io, flags.out)), true);
}

function staleLast(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => Number(isStale(a)) - Number(isStale(b)));
}

/**
 * Writes an answer unchanged.
 *
 * @throws {CommandError} when the flags request columns or an order.
 */
export async function writeBody(io: Io, flags: TableFlags, content: Iterable<string>): Promise<void> {
  for (const [flag, given] of Object.entries({ columns: flags.columns?.shown, sort: flags.sort, limit: flags.limit })) {
    if (given !== undefined) {
      throw new CommandError(`--${flag}: expected --rows all, or --format table or csv, got a whole answer`);
    }
  }
  return writeOutput(io, flags.out, content);
}

/** Writes one row: an object in JSON, CSV, or a line per cell. @throws {CommandError} as {@link writeRows}. */
export async function writeRow(io: Io, flags: TableFlags, row: Row): Promise<void> {
  const format = blockFormat(flags.format);
  const shown = flags.columns?.shown;
  const flat = shown === undefined ? undefined : flatRow(row);
  const picked =
    flat === undefined ? row : [...chosenRows({ columns: Object.keys(flat), rows: [flat] }, flags).rows][0]!;
  if (!isHuman(io, flags)) return writeOutput(io, flags.out, rowText(format, picked));
  return writeOutput(io, flags.out, humanBlock(flatRow(picked), terminalOf(io, flags.out), flags.wide === true), true);
}

/** Format of a single block. @throws {CommandError} for Parquet, which needs a table. */
export function blockFormat(format: Format): TextFormat {
  if (format === 'parquet') throw new CommandError('--format parquet: expected --rows all, got the last row');
  return format;
}

/**
 * Writes text or bytes with backpressure. A closed pipe (`| head`) ends it without an error.
 *
 * @param isSafe true when the text has no external content and may go to a terminal unescaped.
 * @param out file to write instead of standard output; it never holds a partial result.
 * @throws {QuantError} when the file cannot be written.
 */
export async function writeOutput(
  io: Io,
  out: string | undefined,
  content: Content,
  isSafe: boolean = false,
): Promise<void> {
  const pieces = Symbol.asyncIterator in content ? content : chunked(content);
  if (out !== undefined) return writeWhole(out, pieces);
  const shown = isSafe || !isWatched(io) ? pieces : harmless(pieces);
  try {
    await pipeline(Readable.from(shown), io.stdout, { end: false });
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

async function* harmless(
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? safeLines(chunk) : chunk;
}

/** Whether the reader closed the pipe. */
function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

function* chunked(content: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let chunk = '';
  for (const piece of content) {
    if (typeof piece !== 'string') {
      yield piece; // pieces of bytes are already large
      continue;
    }
    chunk += piece;
    if (chunk.length >= CHUNK_CHARS) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
