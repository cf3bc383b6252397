/** Formats rows as text in the four text formats. */

import { csvCell } from '@barograph/files';
import { columnBytes, columnLines, isColumnRows, type ColumnRows } from './column-rows.ts';
import { isTime } from './tables/columns.ts';

/** Formats of results: `table` for people, the others for programs. */
export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'parquet'] as const;
/**
 * One of {@link FORMATS}, or `plain`, the default: a table in a terminal, and elsewhere lines with all columns, a layout
 * that scripts rely on.
 */
export type Format = (typeof FORMATS)[number] | 'plain';
export type TextFormat = Exclude<Format, 'parquet'>;

/** Value of a cell; null is empty. */
export type Cell = string | number | boolean | null;
/** A row by column name. A cell may be a nested record, or a list shown as JSON. */
export type Row = Readonly<Record<string, Cell | Readonly<Record<string, Cell>> | List>>;
type List = readonly (Cell | Readonly<Record<string, Cell>>)[];

/** Pieces that the text of many rows consists of. */
export interface RowsForm {
  readonly head: string;
  /** Before the first row. */
  readonly first: string;
  /** Before every other row. */
  readonly between: string;
  readonly line: (row: Row) => string;
  readonly tail: string;
  /** Replaces `tail` when there are no rows. */
  readonly none: string;
}

/**
 * Pieces of a format. Joining the rows of several threads with them gives the text of a single thread.
 *
 * @param known rows that set the widths of table columns.
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
 * Yields the text of rows: a JSON array with a row per line, NDJSON, CSV with a header, or a table. Numbers are exact (the
 * shortest text of the double) and null is an empty CSV cell. The table shows ISO-8601 times and numbers with at most four
 * decimals, large ones with none; later rows may be wider than its columns.
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

/** CSV of {@link rowsText} as bytes, for rows of columns; avoids a string per piece. */
export function* columnsCsv(columns: readonly string[], rows: ColumnRows<Row>): Generator<Uint8Array> {
  yield Buffer.from(rowsForm('csv', columns).head);
  yield* columnBytes(columns, rows);
}

/** Text of one row: an object, or flat cells for CSV and table, with nested records as `outer.inner`. */
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
/** Numbers of at least this size show no decimals. */
const LARGE = 1e6;

function isList(cell: Row[string]): cell is List {
  return Array.isArray(cell);
}

/** Flattens nested records: `outer.inner`. */
export function flatRow(row: Row): Record<string, Cell | List> {
  const cells: Record<string, Cell | List> = {};
  for (const [column, cell] of Object.entries(row)) {
    if (typeof cell !== 'object' || cell === null || isList(cell)) cells[column] = cell;
    else for (const [inner, value] of Object.entries(cell)) cells[`${column}.${inner}`] = value;
  }
  return cells;
}

/** Flattens records and lists for CSV: `outer.inner`, `name_1`, and `name_1.inner` for a list of records. */
export function openRow(row: Row): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [column, cell] of Object.entries(flatRow(row))) {
    if (isList(cell))
      Object.assign(cells, openRow(Object.fromEntries(cell.map((item, i) => [`${column}_${i + 1}`, item]))));
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
  return cell.map((item) => tableCell(column, item)).join(', ');
}
