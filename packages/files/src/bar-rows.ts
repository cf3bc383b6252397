/** Row sink shared by the readers of every format. */

import { CANDLE_COLUMNS, candleColumns, type CandleColumns, type DataProblem } from '@barograph/core';

const FIRST_CAPACITY = 1024;

/** Rows of numbers in six typed columns that grow by doubling, and a list of those that were no numbers. */
export class BarRows {
  readonly #tolerant: boolean;
  #columns: Record<keyof CandleColumns, Float64Array> = candleColumns(FIRST_CAPACITY);
  #length = 0;
  readonly #unreadable: DataProblem[] = [];

  /** @param tolerant whether a row that cannot be read is noted and dropped, or ends the reading. */
  constructor(tolerant: boolean) {
    this.#tolerant = tolerant;
  }

  /** Rows seen so far, readable or not. */
  get seen(): number {
    return this.#length + this.#unreadable.length;
  }

  /** The rows that were dropped because they could not be read, ascending. */
  get unreadable(): readonly DataProblem[] {
    return this.#unreadable;
  }

  /** Takes a row: six numbers in the order of `CANDLE_COLUMNS`. */
  add(cells: Float64Array): void {
    if (this.#length === this.#columns.time.length) this.#grow();
    const at = this.#length++;
    const columns = this.#columns;
    columns.time[at] = cells[0]!;
    columns.open[at] = cells[1]!;
    columns.high[at] = cells[2]!;
    columns.low[at] = cells[3]!;
    columns.close[at] = cells[4]!;
    columns.volume[at] = cells[5]!;
  }

  /** Takes a row that cannot be read. @returns the problem when it ends the reading, with its row. */
  refuse(problem: DataProblem): DataProblem | undefined {
    const placed = { ...problem, row: this.seen + 1 };
    if (!this.#tolerant) return placed;
    this.#unreadable.push(placed);
    return undefined;
  }

  /** The readable rows, in columns that are just long enough and belong to the caller. */
  columns(): CandleColumns {
    const trimmed = candleColumns(0);
    for (const column of CANDLE_COLUMNS) trimmed[column] = this.#columns[column].slice(0, this.#length);
    return trimmed;
  }

  #grow(): void {
    const larger = candleColumns(2 * this.#length);
    for (const column of CANDLE_COLUMNS) larger[column].set(this.#columns[column]);
    this.#columns = larger;
  }
}
