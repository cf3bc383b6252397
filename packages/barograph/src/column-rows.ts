/** Rows that are columns: an iterable of rows like any other, of which CSV is written without making a record for each. */

import { csvCell } from '@barograph/files';

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
export interface ColumnRows extends Iterable<PlainRow> {
  readonly parts: Iterable<ColumnPart>;
}

/** Rows of parts, which may be made one by one. */
export function columnRows(parts: Iterable<ColumnPart>): ColumnRows {
  return { parts, [Symbol.iterator]: () => rowsOf(parts) };
}

export function isColumnRows(rows: Iterable<unknown>): rows is ColumnRows {
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

/** Rows in one piece of text: enough that a piece costs nothing beside them. */
const PIECE = 256;

/** Lines of CSV with the cells of `names`, in pieces of many rows; the text that `csvCell` makes of every cell. */
export function* columnLines(names: readonly string[], { parts }: ColumnRows): Generator<string> {
  for (const { length, columns } of parts) {
    const cells = names.map((name) => cellText(columns[name]));
    for (let from = 0; from < length; from += PIECE) {
      let text = '';
      for (let i = from; i < Math.min(from + PIECE, length); i++) {
        text += cells[0]!(i);
        for (let column = 1; column < cells.length; column++) text += `,${cells[column]!(i)}`;
        text += '\n';
      }
      yield text;
    }
  }
}

/** Text of a cell by its row: numbers need no marks, and each of the texts is looked at once. */
function cellText(column: Column | undefined): (i: number) => string {
  if (column === undefined) return () => '';
  if (typeof column === 'string') {
    const text = csvCell(column);
    return () => text;
  }
  if ('codes' in column) {
    const texts = column.texts.map(csvCell);
    return (i) => texts[column.codes[i]!] ?? '';
  }
  if ('table' in column) {
    const { table, width, at } = column;
    return (i) => numberText(table[i * width + at]!);
  }
  return (i) => numberText(column[i]!);
}

const MILLION = 1e6;
const LEAST = 1e9;
const MOST = 1e15;

/** A number as `String` has it, NaN as nothing. Whole numbers of a moment's size are written in two small halves: a quarter of the time. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return '';
  if (!(value >= LEAST && value < MOST && Number.isInteger(value))) return String(value);
  const millions = Math.floor(value / MILLION);
  return String(millions) + String(MILLION + (value - millions * MILLION)).slice(1);
}
