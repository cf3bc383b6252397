/** Rows of records as text, in the four text formats of every command. */

import { csvCell } from '@barograph/files';
import { columnBytes, columnLines, isColumnRows, type ColumnRows } from './column-rows.ts';
import { isTime } from './tables/columns.ts';

/** Formats of results: `table` for people, the others for programs. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'parquet'] as const;
/**
 * One of {@link FORMATS}, or `plain`, which nobody asked for: a table for people on a terminal, and elsewhere all columns in
 * lines that scripts have come to read.
 */
export type Format = (typeof FORMATS)[number] | 'plain';
/** A format that is text. */
export type TextFormat = Exclude<Format, 'parquet'>;

/** Value of a cell; null is empty. */
export type Cell = string | number | boolean | null;
/** A row; its keys are the names of its columns. A cell may be a record of further cells, or a list, shown as JSON. */
export type Row = Readonly<Record<string, Cell | Readonly<Record<string, Cell>> | List>>;
type List = readonly (Cell | Readonly<Record<string, Cell>>)[];

/** The pieces that the text of many rows is put together from. */
export interface RowsForm {
  readonly head: string;
  /** Before the first row. */
  readonly first: string;
  /** Before every other row. */
  readonly between: string;
  readonly line: (row: Row) => string;
  readonly tail: string;
  /** In place of `tail` when there was no row. */
  readonly none: string;
}

/**
 * The pieces of a format. Rows of several threads are put together with them as those of one are.
 *
 * @param known rows that make the columns of the table wide enough.
 */
export function rowsForm(format: TextFormat, columns: readonly string[], known: readonly Row[] = []): RowsForm {
  const lines = { head: '', first: '', between: '', tail: '', none: '' };
  switch (format) {
    case 'json':
      return {
        head: '[',
        first: '\n',
        between: ',\n',
        line: (row) => JSON.stringify(row),
        tail: '\n]\n',
        none: ']\n',
      };
    case 'ndjson':
      return { ...lines, line: (row) => `${JSON.stringify(row)}\n` };
    case 'csv':
      return {
        ...lines,
        head: `${columns.map(csvCell).join(',')}\n`,
        line: (row) => `${columns.map((column) => csvCell(row[column])).join(',')}\n`,
      };
    case 'plain':
    case 'table': {
      const widths = columns.map((column) =>
        Math.max(
          column.length,
          isTime(column) ? ISO_LENGTH : NUMBER_LENGTH,
          ...known.map((row) => tableCell(column, row[column]).length),
        ),
      );
      const line = (cells: readonly string[]): string =>
        `${cells
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`;
      return {
        ...lines,
        head: line(columns),
        line: (row) => line(columns.map((column) => tableCell(column, row[column]))),
      };
    }
  }
}

/**
 * Many rows of the same columns, piece by piece: an array with a row on each line, a row per line, or CSV with a header.
 * Numbers are in full (the shortest text that gives the same double); null is an empty cell of CSV. In the table,
 * which is for reading, times are ISO-8601 and numbers have at most four decimals, large ones none; rows that come one by one may be wider
 * than its columns.
 */
export function* rowsText(format: TextFormat, columns: readonly string[], rows: Iterable<Row>): Generator<string> {
  const { head, first, between, line, tail, none } = rowsForm(format, columns, Array.isArray(rows) ? rows : []);
  yield head;
  if (format === 'csv' && isColumnRows(rows)) {
    yield* columnLines(columns, rows);
    return;
  }
  let before: string | undefined;
  for (const row of rows) {
    yield (before ?? first) + line(row);
    before = between;
  }
  yield before === undefined ? none : tail;
}

/** The CSV of {@link rowsText} in bytes, for rows that are columns: a string of every piece would be made for nothing. */
export function* columnsCsv(columns: readonly string[], rows: ColumnRows<Row>): Generator<Uint8Array> {
  yield Buffer.from(rowsForm('csv', columns).head);
  yield* columnBytes(columns, rows);
}

/** One row: an object, or for CSV and table its cells flat, a record within it as `outer.inner`. */
export function* rowText(format: TextFormat, row: Row): Generator<string> {
  if (format === 'json') {
    yield `${JSON.stringify(row, null, 2)}\n`;
  } else if (format === 'table' || format === 'plain') {
    const cells = Object.entries(flatRow(row));
    const width = Math.max(...cells.map(([column]) => column.length));
    for (const [column, cell] of cells) yield `${column.padEnd(width)}  ${tableCell(column, cell)}\n`;
  } else {
    const cells = format === 'csv' ? openRow(row) : row;
    yield* rowsText(format, Object.keys(cells), [cells]);
  }
}

const ISO_LENGTH = 20;
const NUMBER_LENGTH = 10;
/** From here on decimals say nothing to people. */
const LARGE = 1e6;

function isList(cell: Row[string]): cell is List {
  return Array.isArray(cell);
}

/** The row with its records opened up: `outer.inner`. */
export function flatRow(row: Row): Record<string, Cell | List> {
  const cells: Record<string, Cell | List> = {};
  for (const [column, cell] of Object.entries(row)) {
    if (typeof cell !== 'object' || cell === null || isList(cell)) cells[column] = cell;
    else for (const [inner, value] of Object.entries(cell)) cells[`${column}.${inner}`] = value;
  }
  return cells;
}

/** The row without records and lists, as CSV has it: `outer.inner`, and `name_1`, `name_2` of a list, `name_1.inner` of one of records. */
export function openRow(row: Row): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [column, cell] of Object.entries(flatRow(row))) {
    if (isList(cell))
      Object.assign(cells, openRow(Object.fromEntries(cell.map((one, i) => [`${column}_${i + 1}`, one]))));
    else cells[column] = cell;
  }
  return cells;
}

function tableCell(column: string, cell: Row[string] | undefined): string {
  if (cell === null || cell === undefined) return '-';
  if (typeof cell === 'number') {
    if (isTime(column)) return new Date(cell).toISOString().replace('.000', '');
    if (Number.isInteger(cell)) return String(cell);
    const size = Math.abs(cell);
    if (size < 1) return String(Number(cell.toPrecision(4)));
    return cell.toFixed(size < LARGE ? 4 : 0);
  }
  if (typeof cell !== 'object') return String(cell);
  if (!isList(cell))
    return Object.entries(cell)
      .map(([inner, value]) => `${inner} ${tableCell(inner, value)}`)
      .join(' ');
  return cell.map((one) => tableCell(column, one)).join(', ');
}
