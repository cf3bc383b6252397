/** Output of results: standard output, or a file that is written whole or not at all. */

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

/** Large enough that the work per write outweighs the cost of a write. */
const CHUNK_CHARS = 1 << 16;

/** Pieces of text, or of bytes; those that come from threads are large already. */
type Content = Iterable<string> | Iterable<Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Adds the flag for moments in text. */
export function addTimes(command: Command): Command {
  const flag = new Option('--times <form>', 'moments of --rows all as epoch ms, or as ISO-8601 in UTC');
  return command.addOption(flag.choices(['epoch', 'iso']).default('epoch'));
}

/**
 * Writes many rows of the same columns: for people, as text for programs, or as Parquet, which goes to a file or a pipe but to
 * no terminal.
 *
 * @param columns all that the rows have, but for what only people see.
 * @param view columns that people look for, and what only they see.
 * @throws {QuantError} when the file cannot be written. @throws {CommandError} a terminal would get bytes, or a column is not there.
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

/** Whether a person reads it: a terminal without another wish, or the wish for a table. */
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
  // The marks of stale rows are needed after the columns are chosen.
  const chosen = chosenRows({ columns: all, rows: stale }, { ...flags, columns: undefined });
  const asked = flags.columns?.shown;
  if (asked !== undefined) chosenRows({ columns: all, rows: [] }, flags);
  const isAll = flags.wide === true || view === undefined;
  // A view may name what only some answers of its command have; the trend is in no list of columns.
  const looked = (view?.columns ?? []).filter((name) => name === TREND || columns.includes(name));
  const shown = asked ?? (isAll || view.hasRest === true ? [...new Set([...looked, ...columns])] : looked);
  const others = asked === undefined ? all.length - shown.length : 0;
  const table = { columns: shown, others, rows: chosen.rows, isWide: flags.wide === true };
  return writeOutput(io, flags.out, humanTable(table, terminalOf(io, flags.out)), true);
}

function staleLast(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => Number(isStale(a)) - Number(isStale(b)));
}

/**
 * Writes an answer as it is, of which no columns are chosen.
 *
 * @throws {CommandError} where columns or an order are asked for.
 */
export async function writeBody(io: Io, flags: TableFlags, content: Iterable<string>): Promise<void> {
  for (const [flag, given] of Object.entries({ columns: flags.columns?.shown, sort: flags.sort, limit: flags.limit })) {
    if (given !== undefined) {
      throw new CommandError(`--${flag}: expected --rows all, or --format table or csv, got a whole answer`);
    }
  }
  return writeOutput(io, flags.out, content);
}

/** Writes one row: an object for JSON, else a line for each of its cells, or CSV. @throws {CommandError} as {@link writeRows}. */
export async function writeRow(io: Io, flags: TableFlags, row: Row): Promise<void> {
  const format = blockFormat(flags.format);
  const shown = flags.columns?.shown;
  const flat = shown === undefined ? undefined : flatRow(row);
  const picked =
    flat === undefined ? row : [...chosenRows({ columns: Object.keys(flat), rows: [flat] }, flags).rows][0]!;
  if (!isHuman(io, flags)) return writeOutput(io, flags.out, rowText(format, picked));
  return writeOutput(io, flags.out, humanBlock(flatRow(picked), terminalOf(io, flags.out), flags.wide === true), true);
}

/** The format of a single block. @throws {CommandError} for Parquet, which is for tables. */
export function blockFormat(format: Format): TextFormat {
  if (format === 'parquet') throw new CommandError('--format parquet: expected --rows all, got the last row');
  return format;
}

/**
 * Writes text or bytes, no faster than they are taken. A reader that has seen enough (`| head`) ends it quietly.
 *
 * @param isSafe whether the text may go to a terminal as it is: then it has colours, and nothing from outside.
 * @param out a file to write instead of standard output. Whatever happens, it never holds half a result.
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

/** Whether the reader went away, while we wrote or before. */
function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

function* chunked(content: Iterable<string | Uint8Array>): Generator<string | Uint8Array> {
  let chunk = '';
  for (const piece of content) {
    if (typeof piece !== 'string') {
      yield piece; // bytes come in pieces that are large already
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
