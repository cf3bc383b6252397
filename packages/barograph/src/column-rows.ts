/** Rows stored as columns: iterable like any rows, but CSV is written without a record per row. */

import { kernelsInUse } from '@barograph/core';
import { csvCell } from '@barograph/files';
import { rowWriter, type RowWriter, type TextColumn } from '@barograph/kernels/text';
import { NUMBER_BYTES, writeNumber } from './number-bytes.ts';

/** Numbers (NaN unknown), numbers of a table with several columns, codes of texts (−1 unknown), or one text for every row. */
export type Column =
  | Float64Array
  | { readonly table: Float64Array; readonly width: number; readonly at: number }
  | { readonly codes: Int8Array; readonly texts: readonly string[] }
  | string;

/** Columns of equal length, by name. */
export interface ColumnPart {
  readonly length: number;
  readonly columns: Readonly<Record<string, Column>>;
}

type Cell = string | number | null;
type PlainRow = Readonly<Record<string, Cell>>;

/** Rows of consecutive parts. */
export interface ColumnRows<Row = PlainRow> extends Iterable<Row> {
  readonly parts: Iterable<ColumnPart>;
}

/**
 * Wraps parts as rows; parts may be generated lazily.
 *
 * @param rows the same rows for formats other than CSV, with cells that columns cannot hold: flags, records, lists.
 */
export function columnRows(parts: Iterable<ColumnPart>): ColumnRows;
export function columnRows<Row>(parts: Iterable<ColumnPart>, rows: Iterable<Row>): ColumnRows<Row>;
export function columnRows(parts: Iterable<ColumnPart>, rows?: Iterable<unknown>): ColumnRows<unknown> {
  return { parts, [Symbol.iterator]: () => (rows === undefined ? rowsOf(parts) : rows[Symbol.iterator]()) };
}

/** Returns whether rows are stored as columns. */
export function isColumnRows<Row>(rows: Iterable<Row>): rows is ColumnRows<Row> {
  return 'parts' in rows;
}

function* rowsOf(parts: Iterable<ColumnPart>): Generator<PlainRow> {
  for (const { length, columns } of parts) {
    const cells = Object.entries(columns);
    for (let i = 0; i < length; i++) {
      const row: Record<string, Cell> = {};
      for (const [name, column] of cells) row[name] = cellAt(column, i);
      yield row;
    }
  }
}

function cellAt(column: Column, i: number): Cell {
  if (typeof column === 'string') return column;
  if ('codes' in column) return column.texts[column.codes[i]!] ?? null;
  const value = 'table' in column ? column.table[i * column.width + column.at]! : column[i]!;
  return Number.isNaN(value) ? null : value;
}

/** Bytes per piece of text: large enough that the cost per piece is negligible. */
const PIECE_BYTES = 1 << 17;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Output buffer. */
interface Line {
  bytes: Buffer;
  at: number;
}
type WriteCell = (line: Line, row: number) => void;

type Parts = Pick<ColumnRows, 'parts'>;

/** CSV lines of the columns `names`, in pieces of many rows; the same text as `csvCell` per cell. */
export function* columnLines(names: readonly string[], rows: Parts): Generator<string> {
  for (const piece of columnBytes(names, rows)) yield piece.toString('utf8');
}

/** Bytes of {@link columnLines}. Two pieces share memory alternately: a piece is valid until the second next one. */
export function* columnBytes(names: readonly string[], { parts }: Parts): Generator<Buffer> {
  const memory = twoBuffers();
  for (const { length, columns } of parts) {
    const given = names.map((name) => columns[name]);
    yield* kernelPieces(given, length, memory) ?? plainPieces(given, length, memory);
  }
}

/** Returns one of two alternating buffers with at least `least` bytes. */
type Memory = (least: number) => Buffer;

function twoBuffers(): Memory {
  let [next, other] = [Buffer.alloc(0), Buffer.alloc(0)];
  return (least) => {
    if (other.length < least) other = Buffer.allocUnsafe(Math.max(least, PIECE_BYTES));
    [next, other] = [other, next];
    return next;
  };
}

/** Pieces by the text kernel; undefined without kernels, or when its memory cannot hold the rows. */
function kernelPieces(
  given: readonly (Column | undefined)[],
  length: number,
  memory: Memory,
): Iterable<Buffer> | undefined {
  if (kernelsInUse() === undefined) return undefined;
  const columns = given.map(textColumn);
  const writer = rowWriter(columns);
  return writer === undefined ? undefined : written(writer, columns, length, memory);
}

function* written(
  { rows, write }: RowWriter,
  columns: readonly TextColumn[],
  length: number,
  memory: Memory,
): Generator<Buffer> {
  for (let from = 0; from < length; from += rows) {
    const bytes = write(columns, from, length - from);
    const piece = memory(bytes.length).subarray(0, bytes.length);
    piece.set(bytes);
    yield piece;
  }
}

/** Encodes the texts of a column as bytes, quoted where CSV requires it. */
function textColumn(column: Column | undefined): TextColumn {
  if (column === undefined) return new Uint8Array(0);
  if (typeof column === 'string') return Buffer.from(csvCell(column));
  if (!('codes' in column)) return column;
  return { codes: column.codes, texts: column.texts.map((text) => Buffer.from(csvCell(text))) };
}

/** Pieces by plain JavaScript. */
function* plainPieces(given: readonly (Column | undefined)[], length: number, memory: Memory): Generator<Buffer> {
  const cells = given.map(cellWriter);
  const most = cells.reduce((sum, cell) => sum + cell.most + 1, 0);
  const writers = cells.map((cell) => cell.write);
  for (let row = 0; row < length;) {
    const line: Line = { bytes: memory(Math.max(most, PIECE_BYTES)), at: 0 };
    const last = line.bytes.length - most;
    while (row < length && line.at <= last) {
      for (let column = 0; column < writers.length; column++) {
        writers[column]!(line, row);
        line.bytes[line.at++] = COMMA;
      }
      line.bytes[line.at - 1] = LINE_FEED;
      row++;
    }
    yield line.bytes.subarray(0, line.at);
  }
}

interface CellWriter {
  readonly write: WriteCell;
  /** Maximum bytes per cell. */
  readonly most: number;
}

/** Creates the writer of a column. Numbers need no quotes; each distinct text is quoted once. */
function cellWriter(column: Column | undefined): CellWriter {
  if (column === undefined) return textWriter([''], () => 0);
  if (typeof column === 'string') return textWriter([csvCell(column)], () => 0);
  if ('codes' in column) {
    const { codes } = column;
    return textWriter(column.texts.map(csvCell), (row) => codes[row]!);
  }
  if ('table' in column) {
    const { table, width, at } = column;
    return { write: (line, row) => writeCell(line, table[row * width + at]!), most: NUMBER_BYTES };
  }
  return { write: (line, row) => writeCell(line, column[row]!), most: NUMBER_BYTES };
}

/** Writes a number as `String` formats it; NaN as an empty cell. */
function writeCell(line: Line, value: number): void {
  if (!Number.isNaN(value)) line.at = writeNumber(line.bytes, line.at, value);
}

/** Creates a writer of the text at the row's index; an empty cell without a text at that index. */
function textWriter(texts: readonly string[], indexOf: (row: number) => number): CellWriter {
  const bytes = texts.map((text) => Buffer.from(text));
  return {
    write: (line, row) => {
      const text = bytes[indexOf(row)];
      if (text === undefined) return;
      for (let i = 0; i < text.length; i++) line.bytes[line.at++] = text[i]!;
    },
    most: Math.max(0, ...bytes.map(({ length }) => length)),
  };
}
