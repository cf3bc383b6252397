/** Readers of the line formats of trades. */

import { shown, type DataProblem } from '@barograph/core';
import { CsvCells } from './csv-cells.ts';
import { MAX_ROW_BYTES, rowTooLong } from './row-reader.ts';
import type { TradeRows } from './trade-rows.ts';

const NO_BYTES = Buffer.alloc(0);
const LINE_FEED = 0x0a;

/** Reads a file chunk by chunk, cut anywhere; {@link LineReader.end} reads the remainder. */
export interface LineReader {
  /** @returns the problem that ends the reading; the reader must not be fed after it. */
  push(chunk: Buffer): DataProblem | undefined;
  end(): DataProblem | undefined;
}

/** CSV with a header, in the dialects of bars. */
export class CsvTrades implements LineReader {
  readonly #rows: TradeRows;
  readonly #cells = new CsvCells();
  #width = 0;
  #rest: Buffer = NO_BYTES;

  constructor(rows: TradeRows) {
    this.#rows = rows;
  }

  push(chunk: Buffer): DataProblem | undefined {
    const problem = this.#read(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]), false);
    if (problem !== undefined) return problem;
    return this.#rest.length > MAX_ROW_BYTES ? rowTooLong(this.#rows.seen + 1) : undefined;
  }

  end(): DataProblem | undefined {
    const problem = this.#read(this.#rest, true);
    if (problem !== undefined || this.#rest.length === 0) return problem;
    return { code: 'bad_value', row: this.#rows.seen + 1, expected: 'a closing quote', got: 'the end of the file' };
  }

  #read(bytes: Buffer, isLast: boolean): DataProblem | undefined {
    const cells = this.#cells;
    cells.open(bytes, isLast);
    let from = 0;
    while (from < bytes.length) {
      const row: string[] = [];
      do {
        if (!cells.advance()) break;
        const text = bytes.toString('utf8', cells.start, cells.end);
        row.push(text.includes('""') ? text.replaceAll('""', '"') : text);
      } while (!cells.endsRow);
      if (cells.cut) break;
      const problem = this.#row(row);
      if (problem !== undefined) return problem;
      from = cells.next;
    }
    this.#rest = from === bytes.length ? NO_BYTES : Buffer.from(bytes.subarray(from));
    return undefined;
  }

  #row(row: readonly string[]): DataProblem | undefined {
    if (row.length === 1 && row[0]!.trim() === '') return undefined;
    if (!this.#rows.hasColumns) {
      this.#width = row.length;
      return this.#rows.first(row);
    }
    if (row.length === this.#width) return this.#rows.add(row);
    const expected = `${this.#width} cells as in the header`;
    return this.#rows.refuse({ code: 'bad_value', expected, got: String(row.length) });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * NDJSON: a trade per line, or a stream message whose `data` is a list of trades. The keys of the first trade apply to all.
 */
export class NdjsonTrades implements LineReader {
  readonly #rows: TradeRows;
  #keys: readonly string[] = [];
  #rest: Buffer = NO_BYTES;

  constructor(rows: TradeRows) {
    this.#rows = rows;
  }

  push(chunk: Buffer): DataProblem | undefined {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
      const problem = this.#line(bytes.toString('utf8', from, at));
      if (problem !== undefined) return problem;
      from = at + 1;
    }
    this.#rest = Buffer.from(bytes.subarray(from));
    return this.#rest.length > MAX_ROW_BYTES ? rowTooLong(this.#rows.seen + 1) : undefined;
  }

  end(): DataProblem | undefined {
    return this.#line(this.#rest.toString('utf8'));
  }

  #line(line: string): DataProblem | undefined {
    if (line.trim() === '') return undefined;
    const value = parsed(line);
    const data = isRecord(value) ? value['data'] : undefined;
    for (const trade of Array.isArray(data) ? data : [value]) {
      const problem = this.#trade(trade, line);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #trade(trade: unknown, line: string): DataProblem | undefined {
    if (!isRecord(trade)) {
      return this.#rows.refuse({ code: 'bad_value', expected: 'a JSON object on a line', got: shown(line) });
    }
    if (!this.#rows.hasColumns) {
      this.#keys = Object.keys(trade);
      const problem = this.#rows.header(this.#keys);
      if (problem !== undefined) return problem;
    }
    return this.#rows.add(this.#keys.map((key) => trade[key]));
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
