/** Rows of a coin after its symbol, and the text of them that a thread hands over. */

import { columnBytes, columnLines, columnRows, isColumnRows, type ColumnPart } from '../column-rows.ts';
import { formedRows } from '../formed-rows.ts';
import { rowsForm, type Row } from '../table.ts';
import type { TextForm } from './messages.ts';
import { inRooms, type RoomText } from './text-memory.ts';

/** Pieces of text; of bytes where a file is written, for a string of them would be made for nothing. */
export type Pieces = readonly (string | Uint8Array | RoomText)[];

/** Characters from which on a piece of text is sent on by itself: no text of a coin is too long for one. */
const PIECE_CHARS = 1 << 20;

/** A part after the symbol of its coin. */
export const partAfter = (symbol: string, { length, columns }: ColumnPart): ColumnPart => ({
  length,
  columns: { symbol, ...columns },
});

/** Text of the rows of a coin in pieces, without what is before the first row and after the last. */
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

/** Rows after a symbol; columns where they are columns. */
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
