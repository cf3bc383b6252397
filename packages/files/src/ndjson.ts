/** NDJSON of bars: one JSON object per line, keys in any order and case, additional keys ignored, blank lines accepted. */

import { shown, type DataProblem, TimeReader } from '@barograph/core';
import type { BarRows } from './bar-rows.ts';
import { addValues, nameIn } from './cell-value.ts';
import { findColumns, type ColumnMap, type ColumnOptions } from './columns.ts';
import { MAX_ROW_BYTES, rowTooLong, type RowReader } from './row-reader.ts';

const LINE_FEED = 0x0a;

/** Creates an NDJSON reader that fills `rows`. The keys of the first object apply to all. */
export function createNdjsonReader(rows: BarRows, how: ColumnOptions = {}): RowReader {
  return new NdjsonReader(rows, how);
}

class NdjsonReader implements RowReader {
  columns: ColumnMap | undefined;
  readonly #rows: BarRows;
  readonly #how: ColumnOptions;
  readonly #times = new TimeReader();
  /** The six keys in this file's spelling. */
  #keys: readonly string[] = [];
  /** Key of the coin name, if any. */
  #symbolKey: string | undefined;
  #rest: Buffer = Buffer.alloc(0);

  constructor(rows: BarRows, how: ColumnOptions) {
    this.#rows = rows;
    this.#how = how;
  }

  push(chunk: Buffer): DataProblem | undefined {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
      const problem = this.#readLine(bytes.toString('utf8', from, at));
      if (problem !== undefined) return problem;
      from = at + 1;
    }
    this.#rest = Buffer.from(bytes.subarray(from));
    return this.#rest.length > MAX_ROW_BYTES ? rowTooLong(this.#rows.seen + 1) : undefined;
  }

  end(): DataProblem | undefined {
    return this.#readLine(this.#rest.toString('utf8'));
  }

  #readLine(line: string): DataProblem | undefined {
    if (line.trim() === '') return undefined;
    const row = parseObject(line);
    if (row === undefined) {
      return this.#rows.refuse({ code: 'bad_value', expected: 'a JSON object on a line', got: shown(line) });
    }
    if (this.columns === undefined) {
      const keys = Object.keys(row);
      const found = findColumns(keys, this.#how, true, Object.values(row));
      if (!found.ok) return found.error;
      this.columns = found.value;
      this.#keys = found.value.index.map((at) => keys[at]!);
      this.#symbolKey = keys[found.value.symbol];
    }
    if (this.#symbolKey !== undefined) this.#rows.symbol(nameIn(row[this.#symbolKey]));
    const values = this.#keys.map((key) => row[key]);
    return addValues(this.#rows, this.columns, this.#times, values);
  }
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
