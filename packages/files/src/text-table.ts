/** CSV of texts with quoted cells, for data other than numeric series. */

import { err, ok, type DataProblem, type Result } from '@barograph/core';
import { CsvCells } from './csv-cells.ts';

/** Rows by column name. */
export interface TextTable {
  readonly columns: readonly string[];
  /** Number of data rows. */
  readonly length: number;
  /** Cell of a row; '' for an absent column. */
  cell(row: number, column: string): string;
}

/** Splits a text without quotes and carriage returns at its commas. */
function plainRows(text: string): string[][] {
  const rows = text.split('\n').map((line) => line.split(','));
  return rows.filter((row) => row.length > 1 || row[0]!.trim() !== '');
}

/** Splits any text into rows, or returns its fault. @param delimiter one byte. */
export function quotedRows(text: string, delimiter: string = ','): Result<string[][], DataProblem> {
  const bytes = Buffer.from(text, 'utf8');
  const cells = new CsvCells(delimiter.charCodeAt(0));
  cells.open(bytes, true);
  const rows: string[][] = [];
  let row: string[] = [];
  while (cells.next < bytes.length && cells.advance()) {
    row.push(bytes.toString('utf8', cells.start, cells.end).replaceAll('""', '"'));
    if (!cells.endsRow) continue;
    if (row.length > 1 || row[0]!.trim() !== '') rows.push(row);
    row = [];
  }
  if (cells.cut) {
    return err({ code: 'bad_value', row: rows.length, expected: 'a closing quote', got: 'the end of the file' });
  }
  // A file that ends in a comma has an empty last cell.
  if (row.length > 0) rows.push([...row, '']);
  return ok(rows);
}

/** @returns the table, or the problem of the first row whose width differs from the header's. */
export function parseTextTable(text: string): Result<TextTable, DataProblem> {
  const plain = text.replace(/^\uFEFF/, '');
  const rows = /["\r]/.test(plain) ? quotedRows(plain) : ok(plainRows(plain));
  if (!rows.ok) return rows;
  const [header, ...body] = rows.value;
  if (header === undefined) return err({ code: 'empty_file', expected: 'a header', got: 'nothing' });
  const columns = header.map((name) => name.trim());
  const ragged = body.findIndex((row) => row.length !== columns.length);
  if (ragged !== -1) {
    const expected = `${columns.length} cells as in the header`;
    return err({ code: 'bad_value', row: ragged + 1, expected, got: String(body[ragged]!.length) });
  }
  const at = new Map(columns.map((name, i) => [name, i]));
  return ok({
    columns,
    length: body.length,
    cell: (i, column) => body[i]?.[at.get(column) ?? -1] ?? '',
  });
}

/** Parses a cell: NaN when empty, undefined when not a number. Infinity counts as a number. */
export function numberIn(cell: string): number | undefined {
  const text = cell.trim();
  if (text === '') return NaN;
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const value = Number(text);
  return Number.isNaN(value) ? undefined : value;
}
