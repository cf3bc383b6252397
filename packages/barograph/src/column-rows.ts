/** Rows that are columns: an iterable of rows like any other, of which CSV is written without making a record for each. */

import { kernelsInUse } from '@barograph/core';
import { csvCell } from '@barograph/files';
import { rowWriter, type RowWriter, type TextColumn } from '@barograph/kernels/text';
import { NUMBER_BYTES, writeNumber } from './number-bytes.ts';

/** Numbers, NaN where unknown; those of a table of several a row; codes of texts, −1 where unknown; or the same text in every row. */
export type Column =
  | Float64Array
  | { readonly table: Float64Array; readonly width: number; readonly at: number }
  | { readonly codes: Int8Array; readonly texts: readonly string[] }
  | string;

/** Columns of one length, by name. */
export interface ColumnPart {
  readonly length: number;
  readonly columns: Readonly<Record<string, Column>>;
}

type Cell = string | number | null;
type PlainRow = Readonly<Record<string, Cell>>;

/** Rows of one part after another. */
export interface ColumnRows<Row = PlainRow> extends Iterable<Row> {
  readonly parts: Iterable<ColumnPart>;
}

/**
 * Rows of parts, which may be made one by one.
 *
 * @param rows the same rows for formats other than CSV, where cells are more than columns can hold: flags, records, lists.
 */
export function columnRows(parts: Iterable<ColumnPart>): ColumnRows;
export function columnRows<Row>(parts: Iterable<ColumnPart>, rows: Iterable<Row>): ColumnRows<Row>;
export function columnRows(parts: Iterable<ColumnPart>, rows?: Iterable<unknown>): ColumnRows<unknown> {
  return { parts, [Symbol.iterator]: () => (rows === undefined ? rowsOf(parts) : rows[Symbol.iterator]()) };
}

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

/** Bytes of one piece of text: enough that a piece costs nothing beside them. */
const PIECE_BYTES = 1 << 17;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

/** Memory that cells are written into. */
interface Line {
  bytes: Buffer;
  at: number;
}
/** Writes the cell of a row. */
type WriteCell = (line: Line, row: number) => void;

type Parts = Pick<ColumnRows, 'parts'>;

/** Lines of CSV with the cells of `names`, in pieces of many rows; the text that `csvCell` makes of every cell. */
export function* columnLines(names: readonly string[], rows: Parts): Generator<string> {
  for (const piece of columnBytes(names, rows)) yield piece.toString('utf8');
}

/** The bytes of {@link columnLines}; a piece is good until the one after the next, for they share their memory. */
export function* columnBytes(names: readonly string[], { parts }: Parts): Generator<Buffer> {
  const memory = twoBuffers();
  for (const { length, columns } of parts) {
    const given = names.map((name) => columns[name]);
    yield* kernelPieces(given, length, memory) ?? plainPieces(given, length, memory);
  }
}

/** One of two buffers in turn, of a length at least. */
type Memory = (least: number) => Buffer;

function twoBuffers(): Memory {
  let [next, other] = [Buffer.alloc(0), Buffer.alloc(0)];
  return (least) => {
    if (other.length < least) other = Buffer.allocUnsafe(Math.max(least, PIECE_BYTES));
    [next, other] = [other, next];
    return next;
  };
}

/** Pieces by the kernel of text; undefined without kernels, and for rows that it has no memory for. */
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

/** The column with its texts as bytes, in marks where they need them. */
function textColumn(column: Column | undefined): TextColumn {
  if (column === undefined) return new Uint8Array(0);
  if (typeof column === 'string') return Buffer.from(csvCell(column));
  if (!('codes' in column)) return column;
  return { codes: column.codes, texts: column.texts.map((text) => Buffer.from(csvCell(text))) };
}

/** Pieces by JavaScript. */
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
  /** Most bytes of a cell. */
  readonly most: number;
}

/** Writer of a column: numbers need no marks, and each of the texts is looked at once. */
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

/** Writes a number as `String` has it, NaN as nothing. */
function writeCell(line: Line, value: number): void {
  if (!Number.isNaN(value)) line.at = writeNumber(line.bytes, line.at, value);
}

/** Writer of one of some texts, of none where there is none of its number. */
function textWriter(texts: readonly string[], of: (row: number) => number): CellWriter {
  const bytes = texts.map((text) => Buffer.from(text));
  return {
    write: (line, row) => {
      const text = bytes[of(row)];
      if (text === undefined) return;
      for (let i = 0; i < text.length; i++) line.bytes[line.at++] = text[i]!;
    },
    most: Math.max(0, ...bytes.map(({ length }) => length)),
  };
}
