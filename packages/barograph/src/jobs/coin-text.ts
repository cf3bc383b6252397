/** Prefixes a coin's rows with its symbol, and formats them as text in a thread. */

import { columnBytes, columnLines, columnRows, isColumnRows, type ColumnPart } from '../column-rows.ts';
import { formedRows } from '../formed-rows.ts';
import { rowsForm, type Row } from '../table.ts';
import type { TextForm } from './messages.ts';
import { inRooms, type RoomText } from './text-memory.ts';

/** Pieces of text; bytes when a file is written, which avoids strings. */
export type Pieces = readonly (string | Uint8Array | RoomText)[];

/** Minimum characters per piece; bounds the length of a single string. */
const PIECE_CHARS = 1 << 20;

/** Prefixes a part with a symbol column. */
export const partAfter = (symbol: string, { length, columns }: ColumnPart): ColumnPart => ({
  length,
  columns: { symbol, ...columns },
});

/** Text of a coin's rows in pieces, without header and footer. */
export function coinText(symbol: string, rows: Iterable<Row>, { format, names, memory, ...flags }: TextForm): Pieces {
  const formed = formedRows(names, rowsAfter(symbol, rows), flags);
  if (format === 'csv' && isColumnRows(formed.rows)) {
    if (memory === undefined) return [...columnLines(formed.columns, formed.rows)];
    return inRooms(columnBytes(formed.columns, formed.rows), memory);
  }
  const { line, between } = rowsForm(format, formed.columns);
  const pieces: string[] = [];
  let text = '';
  let before = '';
  for (const row of formed.rows) {
    text += before + line(row);
    before = between;
    if (text.length < PIECE_CHARS) continue;
    pieces.push(text);
    text = '';
  }
  return text === '' ? pieces : [...pieces, text];
}

/** Prefixes rows with a symbol; rows of columns stay columns. */
function rowsAfter(symbol: string, rows: Iterable<Row>): Iterable<Row> {
  const records = recordsAfter(symbol, rows);
  return isColumnRows(rows) ? columnRows(partsAfter(symbol, rows.parts), records) : records;
}

function* partsAfter(symbol: string, parts: Iterable<ColumnPart>): Generator<ColumnPart> {
  for (const part of parts) yield partAfter(symbol, part);
}

function* recordsAfter(symbol: string, rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) yield { symbol, ...row };
}
