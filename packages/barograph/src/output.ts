/** Output of results: standard output, or a file that is written whole or not at all. */

import { Option, type Command } from 'commander';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError, type Io } from './io.ts';
import { rowsText, type Format, type Row, type TextFormat } from './table.ts';
import { isoTime, isTime } from './tables/columns.ts';
import { writeWhole } from './whole-file.ts';

/** Large enough that the work per write outweighs the cost of a write. */
const CHUNK_CHARS = 1 << 16;

/** Pieces of text, or of bytes. */
type Content = Iterable<string> | Iterable<Uint8Array>;

/** Destination and format of the rows of a command. */
interface RowsTarget {
  readonly format: Format;
  readonly out?: string;
  /** Moments as epoch ms, which is the default, or as texts; Parquet has a type for them. */
  readonly times?: 'epoch' | 'iso';
}

/** Adds the flag for moments in text. */
export function addTimes(command: Command): void {
  const flag = new Option('--times <form>', 'moments of --rows all as epoch ms, or as ISO-8601 in UTC');
  command.addOption(flag.choices(['epoch', 'iso']).default('epoch'));
}

function* withIsoMoments(columns: readonly string[], rows: Iterable<Row>): Generator<Row> {
  const moments = columns.filter(isTime);
  for (const row of rows) {
    const texts = moments.map((name) => {
      const cell = row[name];
      return [name, typeof cell === 'number' ? isoTime(cell) : (cell ?? null)] as const;
    });
    yield { ...row, ...Object.fromEntries(texts) };
  }
}

/**
 * Writes many rows of the same columns as text or as Parquet, which goes to a file or a pipe but to no terminal.
 *
 * @throws {QuantError} when the file cannot be written. @throws {CommandError} a terminal would get bytes.
 */
export async function writeRows(
  io: Io,
  { format, out, times }: RowsTarget,
  columns: readonly string[],
  rows: Iterable<Row>,
): Promise<void> {
  if (format !== 'parquet') {
    const isText = times === 'iso' && format !== 'table';
    return writeOutput(io, out, rowsText(format, columns, isText ? withIsoMoments(columns, rows) : rows));
  }
  if (out === undefined && 'isTTY' in io.stdout && io.stdout.isTTY === true) {
    throw new CommandError('--format parquet: expected --out or a pipe, got a terminal');
  }
  const { rowsParquet } = await import('./parquet-rows.ts');
  return writeOutput(io, out, rowsParquet(columns, rows));
}

/** The format of a single block. @throws {CommandError} for Parquet, which is for tables. */
export function blockFormat(format: Format): TextFormat {
  if (format === 'parquet') throw new CommandError('--format parquet: expected --rows all, got the last row');
  return format;
}

/**
 * Writes text or bytes, no faster than they are taken. A reader that has seen enough (`| head`) ends it quietly.
 *
 * @param out a file to write instead of standard output. Whatever happens, it never holds half a result.
 * @throws {QuantError} when the file cannot be written.
 */
export async function writeOutput(io: Io, out: string | undefined, content: Content): Promise<void> {
  if (out !== undefined) return writeWhole(out, chunked(content));
  try {
    await pipeline(Readable.from(chunked(content)), io.stdout, { end: false });
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

/** Whether the reader went away, while we wrote or before. */
function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED';
}

function* chunked(content: Content): Generator<string | Uint8Array> {
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
