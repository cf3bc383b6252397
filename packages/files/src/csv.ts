/**
 * Reads CSV of bars directly from bytes: plain numbers create no strings, and rows are not split.
 *
 * `\n` or `\r\n`; a byte order mark, quoted cells, blank lines and a missing last line end are accepted. Columns may be in any order,
 * additional ones are ignored. A comma-separated header with the names of `FILE_COLUMNS` is used as is; otherwise the dialect is
 * detected first.
 */

import { TimeReader, type DataProblem } from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import { boundsProblem, cellProblem, layoutProblem, soundTimes } from './cell-value.ts';
import { findColumns, type ColumnMap, type ColumnOptions } from './columns.ts';
import { joined, PlainBlocks } from './csv-blocks.ts';
import { CsvCells } from './csv-cells.ts';
import { csvDialect } from './csv-dialect.ts';
import { cellHint } from './number-hints.ts';
import { parseNumber } from './number-text.ts';
import { outOfBounds } from './read-bounds.ts';
import { MAX_ROW_BYTES, rowTooLong, type RowReader } from './row-reader.ts';

const NO_BYTES = Buffer.alloc(0);
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
/** Bytes of a line examined for a date. */
const MOST_LINE = 1024;

/** Creates a CSV reader that fills `rows`. */
export function createCsvReader(rows: BarRows, how: ColumnOptions = {}): RowReader {
  return new CsvReader(rows, how);
}

class CsvReader implements RowReader {
  columns: ColumnMap | undefined;
  readonly #rows: BarRows;
  #times = new TimeReader();
  readonly #how: ColumnOptions;
  #cells = new CsvCells();
  /** Index of the coin cell, or -1. */
  #symbolAt = -1;
  #symbolStart = 0;
  #symbolEnd = 0;
  /** Per cell of a row: which of the six columns it is, 6 and 7 for a cell that confirms the layout, or -1. */
  #targets: Int8Array = new Int8Array(0);
  /** Reader of plain rows; undefined before the columns are known, and in a file with coins. */
  #plain: PlainBlocks | undefined;
  /** Rows to read cell by cell, because one of them is invalid. */
  #careful = 0;
  readonly #values = new Float64Array(8);
  readonly #starts = new Int32Array(8);
  readonly #ends = new Int32Array(8);
  /** Row cut by the end of the last chunk. */
  #rest: Buffer = NO_BYTES;

  constructor(rows: BarRows, how: ColumnOptions) {
    this.#rows = rows;
    this.#how = how;
  }

  push(chunk: Buffer): DataProblem | undefined {
    const problem = this.#read(joined(this.#rest, chunk), false);
    if (problem !== undefined) return problem;
    return this.#rest.length > MAX_ROW_BYTES ? rowTooLong(this.#rows.seen + 1) : undefined;
  }

  end(): DataProblem | undefined {
    const problem = this.#read(this.#rest, true);
    if (problem !== undefined || this.#rest.length === 0) return problem;
    return { code: 'bad_value', row: this.#rows.seen + 1, expected: 'a closing quote', got: 'the end of the file' };
  }

  /** Reads the complete rows of `bytes` and keeps the rest. */
  #read(bytes: Buffer, isLast: boolean): DataProblem | undefined {
    this.#cells.open(bytes, isLast);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    let from = 0;
    while (from < bytes.length) {
      if (this.columns !== undefined && bytes[from] === LINE_FEED) {
        this.#cells.next = ++from; // skip blank lines
        continue;
      }
      from = this.#readPlain(bytes, from, end);
      if (from === bytes.length) break;
      const problem = this.columns === undefined ? this.#readHeader(bytes, from, isLast) : this.#readRow(bytes);
      if (problem !== undefined) return problem;
      if (this.#cells.cut) break;
      from = this.#cells.next;
    }
    this.#rest = from === bytes.length ? NO_BYTES : Buffer.from(bytes.subarray(from));
    return undefined;
  }

  /** Reads plain rows starting at `from`. @returns the offset of the first other or suspicious row. */
  #readPlain(bytes: Buffer, from: number, end: number): number {
    const plain = this.#plain;
    const isText = this.#times.isText;
    if (plain === undefined || isText === undefined) return from;
    if (this.#careful > 0) {
      this.#careful--;
      return from;
    }
    let at = from;
    while (at < end) {
      plain.read(bytes, at, end, isText);
      if (plain.count === 0) break;
      const { columns, areBars } = plain;
      if (!this.#confirmed(columns)) {
        this.#careful = plain.count - 1;
        break;
      }
      if (areBars) {
        const time = isText ? columns[0]! : this.#times.ofNumbers(columns[0]!);
        // Dates in digits may end.
        if (time !== columns[0] && time.includes(NaN)) {
          this.#careful = plain.count - 1;
          break;
        }
        this.#rows.addBars([time, ...columns.slice(1)]);
      } else {
        const time = soundTimes(isText ? undefined : this.#times, columns);
        if (time === undefined) {
          this.#careful = plain.count - 1;
          break;
        }
        this.#rows.addColumns([time, ...columns.slice(1)]);
      }
      at = plain.next;
    }
    this.#cells.next = at;
    return at;
  }

  /** Whether all rows of a block confirm the layout. */
  #confirmed(columns: readonly Float64Array[]): boolean {
    const check = this.columns!.check;
    if (check === undefined) return true;
    const row = this.#values;
    for (let i = 0; i < columns[0]!.length; i++) {
      for (let at = 1; at < columns.length; at++) row[at] = columns[at]![i]!;
      if (!check.confirms(row)) return false;
    }
    return true;
  }

  #readHeader(bytes: Buffer, from: number, isLast: boolean): DataProblem | undefined {
    const cells = this.#cells;
    if (bytes[from] === LINE_FEED) {
      // Skip millions of blank lines quickly.
      while (bytes[cells.next] === LINE_FEED) cells.next++;
      return undefined;
    }
    const header: string[] = [];
    do {
      if (!cells.advance()) return undefined;
      header.push(bytes.toString('utf8', cells.start, cells.end).replaceAll('""', '"'));
    } while (!cells.endsRow);
    if (header.length === 1 && header[0]!.trim() === '') return undefined;
    const found = findColumns(header, this.#how);
    if (found.ok && !isLast && cells.next === bytes.length) {
      cells.cut = true; // the first row shows whether its dates need more rows
      return undefined;
    }
    if (found.ok && found.value.isNative && !hasDates(bytes, cells.next)) {
      this.#take(found.value, header.length, COMMA);
      return undefined;
    }
    const dialect = csvDialect(bytes.subarray(from), isLast, this.#how);
    if (dialect === undefined) {
      cells.cut = true; // the deciding rows are still to come
      return undefined;
    }
    if (!dialect.ok) return dialect.error;
    const { delimiter, width, start, columns, order } = dialect.value;
    this.#times = new TimeReader(undefined, order);
    this.#take(columns, width, delimiter);
    this.#cells = new CsvCells(delimiter);
    this.#cells.open(bytes, isLast);
    this.#cells.next = from + start;
    return undefined;
  }

  #take(columns: ColumnMap, width: number, delimiter: number): void {
    this.columns = columns;
    this.#targets = new Int8Array(width).fill(-1);
    const places = [...columns.index, ...(columns.check?.witnesses ?? [])];
    places.forEach((at, column) => (this.#targets[at] = column));
    this.#symbolAt = columns.symbol;
    if (columns.symbol !== -1) return;
    this.#plain = new PlainBlocks({ delimiter, targets: this.#targets });
  }

  #readRow(bytes: Buffer): DataProblem | undefined {
    const cells = this.#cells;
    const targets = this.#targets;
    let count = 0;
    do {
      if (!cells.advance()) return undefined;
      const target = count < targets.length ? targets[count]! : -1;
      if (target !== -1) {
        this.#starts[target] = cells.start;
        this.#ends[target] = cells.end;
      }
      if (count === this.#symbolAt) {
        this.#symbolStart = cells.start;
        this.#symbolEnd = cells.end;
      }
      count++;
    } while (!cells.endsRow);
    if (count !== targets.length) {
      return count === 1 && isBlank(bytes, cells.start, cells.end) ? undefined : this.#refuseRagged(count);
    }
    if (this.#symbolAt !== -1) this.#rows.symbolBytes(bytes, this.#symbolStart, this.#symbolEnd);
    for (let column = 0; column < 6; column++) {
      const start = this.#starts[column]!;
      const end = this.#ends[column]!;
      let value = parseNumber(bytes, start, end);
      if (value === 0 && isBlank(bytes, start, end)) value = NaN; // `Number('')` is 0
      if (column === 0) {
        value = Number.isNaN(value)
          ? this.#times.ofText(bytes.toString('utf8', start, end))
          : this.#times.ofNumber(value);
      }
      if (!(value - value === 0)) return this.#refuseCell(column, bytes.toString('utf8', start, end));
      this.#values[column] = value;
    }
    const wide = outOfBounds(this.#values);
    if (wide !== undefined) return this.#rows.refuse(boundsProblem(this.columns!, wide));
    const check = this.columns!.check;
    if (check !== undefined) {
      for (let i = 6; i < 6 + check.witnesses.length; i++) {
        const text = bytes.toString('utf8', this.#starts[i], this.#ends[i]).trim();
        this.#values[i] = text === '' ? NaN : Number(text);
      }
      if (!check.confirms(this.#values)) {
        return this.#rows.refuse(layoutProblem(this.columns!, check, this.#values));
      }
    }
    this.#rows.add(this.#values);
    return undefined;
  }

  #refuseCell(column: number, text: string): DataProblem | undefined {
    const expectedTime = column === 0 ? this.#times.expected : undefined;
    const problem = cellProblem(this.columns!.names[column]!, expectedTime, text);
    return this.#rows.refuse({ ...problem, expected: `${problem.expected}${cellHint(column === 0, text)}` });
  }

  #refuseRagged(count: number): DataProblem | undefined {
    // Twice as many cells: numbers were split at their decimal comma.
    const isCut = count >= this.#targets.length + 4;
    const expected = `${this.#targets.length} cells as in the header${isCut ? ' (decimal commas are not read: write 1234.5)' : ''}`;
    const missing = this.columns!.index.findIndex((at) => at >= count);
    const place = missing === -1 ? {} : { column: this.columns!.names[missing]! };
    return this.#rows.refuse({ code: 'bad_value', ...place, expected, got: String(count) });
  }
}

/** Whether the line at `start` has a date in which numbers may be days or months. */
function hasDates(bytes: Buffer, start: number): boolean {
  const end = bytes.indexOf(LINE_FEED, start);
  const line = bytes.toString('latin1', start, Math.min(end === -1 ? bytes.length : end, start + MOST_LINE));
  return /(?:^|[,"])\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(line);
}

/** Whether `bytes[start, end)` is blank. */
function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i]! > 0x20) return false;
  return true;
}
