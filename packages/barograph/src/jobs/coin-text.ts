/** Rows of a coin after its symbol, and the text of them that a thread hands over. */

import { columnBytes, columnLines, columnRows, isColumnRows, type ColumnPart } from '../column-rows.ts';
import { formedRows } from '../output.ts';
import { rowsForm, type Row } from '../table.ts';
import type { TextForm } from './messages.ts';

/** Pieces of text; of bytes where a file is written, for a string of them would be made for nothing. */
export type Pieces = readonly (string | Uint8Array)[];

/** Characters from which on a piece of text is sent on by itself: no text of a coin is too long for one. */
const PIECE_CHARS = 1 << 20;

/** Bytes of a piece of shared memory: of what is not filled the system gives nothing. */
const SHARED_BYTES = 1 << 22;

/** A part after the symbol of its coin. */
export const partAfter = (symbol: string, { length, columns }: ColumnPart): ColumnPart => ({
  length,
  columns: { symbol, ...columns },
});

/** Text of the rows of a coin in pieces, without what is before the first row and after the last. */
export function coinText(symbol: string, rows: Iterable<Row>, { format, names, asBytes, ...flags }: TextForm): Pieces {
  const formed = formedRows(names, rowsAfter(symbol, rows), flags);
  if (format === 'csv' && isColumnRows(formed.rows)) {
    if (!asBytes) return [...columnLines(formed.columns, formed.rows)];
    return sharedPieces(columnBytes(formed.columns, formed.rows));
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

/** The bytes in memory that every thread sees, copied once: pieces of one writer share theirs, and a message would copy it twice. */
function sharedPieces(pieces: Iterable<Uint8Array>): Uint8Array[] {
  const shared: Uint8Array[] = [];
  let memory: Uint8Array = new Uint8Array(0);
  let used = 0;
  for (const piece of pieces) {
    if (used + piece.length > memory.length) {
      if (used > 0) shared.push(memory.subarray(0, used));
      memory = new Uint8Array(new SharedArrayBuffer(Math.max(SHARED_BYTES, piece.length)));
      used = 0;
    }
    memory.set(piece, used);
    used += piece.length;
  }
  return used > 0 ? [...shared, memory.subarray(0, used)] : shared;
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
