/** Reads files that begin with a brace: a row per line, or a table over the whole file. */

import type { DataProblem } from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import type { ColumnMap, ColumnOptions } from './columns.ts';
import { readJsonRows } from './json-bars.ts';
import { documentFault, documentRows } from './json-document.ts';
import { createNdjsonReader } from './ndjson.ts';
import { MAX_ROW_BYTES, type RowReader } from './row-reader.ts';
import { utf8Of } from './whole-file.ts';

const LINE_FEED = 0x0a;
/** Start of a table rather than a row: plain values, such as a status, then a list or an object. */
const OF_TABLES = /^\{\s*(?:"[^"]*"\s*:\s*(?:"[^"]*"|[-\w.+]+)\s*,\s*){0,9}"[^"]*"\s*:\s*[[{]/;

/** Creates a reader of NDJSON and of tables in an object. */
export function createObjectsReader(rows: BarRows, how: ColumnOptions = {}): RowReader {
  return new ObjectsReader(rows, how);
}

class ObjectsReader implements RowReader {
  readonly #rows: BarRows;
  readonly #how: ColumnOptions;
  #lines: RowReader | undefined;
  #columns: ColumnMap | undefined;
  #isTable = false;
  #bytes: Buffer[] = [];

  constructor(rows: BarRows, how: ColumnOptions) {
    this.#rows = rows;
    this.#how = how;
  }

  get columns(): ColumnMap | undefined {
    return this.#lines === undefined ? this.#columns : this.#lines.columns;
  }

  push(chunk: Buffer): DataProblem | undefined {
    if (this.#lines !== undefined) return this.#lines.push(chunk);
    this.#bytes.push(Buffer.from(chunk));
    return this.#isTable ? undefined : this.#decide(false);
  }

  end(): DataProblem | undefined {
    if (this.#lines === undefined && !this.#isTable) {
      const problem = this.#decide(true);
      if (problem !== undefined) return problem;
    }
    if (this.#lines !== undefined) return this.#lines.end();
    const document = parsed(utf8Of(Buffer.concat(this.#bytes)));
    const list = documentRows(document);
    if (list === undefined) {
      const expected = 'a table in one JSON object, as of pandas (df.to_json()), or an answer with one list of bars';
      return { code: 'unreadable_file', expected, got: documentFault(document) };
    }
    const { columns, problem } = readJsonRows(list, this.#rows, this.#how);
    this.#columns = columns;
    return problem;
  }

  /** Decides by the first non-blank line. */
  #decide(isLast: boolean): DataProblem | undefined {
    const bytes = Buffer.concat(this.#bytes);
    let from = 0;
    while (from < bytes.length && bytes[from]! <= 0x20) from++;
    const end = bytes.indexOf(LINE_FEED, from);
    if (end === -1 && !isLast && bytes.length <= MAX_ROW_BYTES) return undefined;
    const line = bytes.toString('utf8', from, end === -1 ? bytes.length : end).trim();
    const isOpen = end === -1 && !isLast;
    const whole = isOpen ? undefined : parsed(line);
    this.#isTable = (!isOpen && line === '{') || (whole === undefined ? OF_TABLES.test(line) : isDocument(whole));
    if (this.#isTable) {
      this.#bytes = [bytes];
      return undefined;
    }
    this.#bytes = [];
    this.#lines = createNdjsonReader(this.#rows, this.#how);
    return this.#lines.push(bytes);
  }
}

/** Whether an object on a line is not a row: a table, an answer with rows, or an error. */
const isDocument = (value: unknown): boolean =>
  documentRows(value) !== undefined || documentFault(value) !== 'an object of something else';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
