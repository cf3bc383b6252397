/** Row sink shared by the readers of every format. */

import {
  CANDLE_COLUMNS,
  candleColumns,
  checkCandles,
  type CandleColumns,
  LATEST_TIME,
  type DataProblem,
} from '@barograph/core';
import type { RowTable } from './row-table.ts';

const FIRST_CAPACITY = 1024;
/** Columns up to so many times as long as their rows are handed out as they are: a copy would need both at once. */
const ROOM = 1.25;
const NO_BYTES = Buffer.alloc(0);

/** Rows of numbers in six typed columns that grow by doubling, and a list of those that were no numbers. */
export class BarRows {
  readonly #tolerant: boolean;
  #columns: Record<keyof CandleColumns, Float64Array> = candleColumns(FIRST_CAPACITY);
  #length = 0;
  /** Rows from the first that are known to be candles, and whether those behind them may be. */
  #checked = 0;
  #mayBeCandles = true;
  readonly #unreadable: { readonly problem: DataProblem; readonly coin: number }[] = [];
  /** Of each readable row: its number in the file, and its coin. Empty in a file that names no coins. */
  readonly #numbers: number[] = [];
  readonly #coins: number[] = [];
  readonly #symbols: string[] = [];
  readonly #known = new Map<string, number>();
  #coin = -1;
  #coinBytes: Buffer = NO_BYTES;

  /** @param tolerant whether a row that cannot be read is noted and dropped, or ends the reading. */
  constructor(tolerant: boolean) {
    this.#tolerant = tolerant;
  }

  /** Rows seen so far, readable or not. */
  get seen(): number {
    return this.#length + this.#unreadable.length;
  }

  /** Says which coin the next row is of. */
  symbol(text: string): void {
    const name = text.trim();
    let coin = this.#known.get(name);
    if (coin === undefined) {
      coin = this.#symbols.push(name) - 1;
      this.#known.set(name, coin);
    }
    this.#coin = coin;
  }

  /** The same of `bytes[start, end)`; of the coin of the row before it makes no text. */
  symbolBytes(bytes: Buffer, start: number, end: number): void {
    const last = this.#coinBytes;
    if (this.#coin !== -1 && end - start === last.length && bytes.compare(last, 0, last.length, start, end) === 0)
      return;
    this.#coinBytes = Buffer.from(bytes.subarray(start, end));
    this.symbol(this.#coinBytes.toString('utf8').replaceAll('""', '"'));
  }

  /** Takes a row: six numbers in the order of `CANDLE_COLUMNS`. */
  add(cells: Float64Array): void {
    if (this.#length === this.#columns.time.length) this.#grow();
    if (this.#coin !== -1 || this.#tolerant) this.#numbers.push(this.seen + 1);
    if (this.#coin !== -1) this.#coins.push(this.#coin);
    const at = this.#length++;
    const columns = this.#columns;
    columns.time[at] = cells[0]!;
    columns.open[at] = cells[1]!;
    columns.high[at] = cells[2]!;
    columns.low[at] = cells[3]!;
    columns.close[at] = cells[4]!;
    columns.volume[at] = cells[5]!;
  }

  /** Says how many rows there will be, about: their columns are then made once. What is never filled costs no memory. */
  expect(rows: number): void {
    if (rows > this.#columns.time.length) this.#grow(rows);
  }

  /**
   * Takes rows, column by column in the order of `CANDLE_COLUMNS`.
   *
   * @param coinOf name of the coin of a row, where the file has a column of them.
   */
  addColumns(columns: readonly Float64Array[], coinOf?: (row: number) => string): void {
    if (coinOf === undefined && !this.#tolerant) {
      this.#append(columns);
      return;
    }
    const count = columns[0]!.length;
    const cells = new Float64Array(6);
    for (let i = 0; i < count; i++) {
      for (let at = 0; at < 6; at++) cells[at] = columns[at]![i]!;
      if (coinOf !== undefined) this.symbol(coinOf(i));
      this.add(cells);
    }
  }

  /** Takes rows that are known to keep the rules of candles but for those of their times, column by column likewise. */
  addBars(columns: readonly Float64Array[]): void {
    if (this.#tolerant) return this.addColumns(columns);
    const before = this.#length === 0 ? -Infinity : this.#columns.time[this.#length - 1]!;
    const areCandles = this.#areCandles() && areTimes(columns[0]!, before);
    this.#append(columns);
    this.#mayBeCandles = areCandles;
    if (areCandles) this.#checked = this.#length;
  }

  /** Whether all rows so far are candles; looks at those only that it did not look at yet. */
  #areCandles(): boolean {
    if (!this.#mayBeCandles || this.#checked === this.#length) return this.#mayBeCandles;
    const rows = candleColumns(0);
    const from = Math.max(0, this.#checked - 1); // times ascend from the last that is known
    for (const column of CANDLE_COLUMNS) rows[column] = this.#columns[column].subarray(from, this.#length);
    this.#mayBeCandles = checkCandles(rows).ok;
    if (this.#mayBeCandles) this.#checked = this.#length;
    return this.#mayBeCandles;
  }

  #append(columns: readonly Float64Array[]): void {
    const count = columns[0]!.length;
    while (this.#length + count > this.#columns.time.length) this.#grow();
    for (const [at, name] of CANDLE_COLUMNS.entries()) this.#columns[name].set(columns[at]!, this.#length);
    this.#length += count;
  }

  /** Takes a row that cannot be read. @returns the problem when it ends the reading, with its row. */
  refuse(problem: DataProblem): DataProblem | undefined {
    const placed = { ...problem, row: this.seen + 1 };
    if (!this.#tolerant) return placed;
    this.#unreadable.push({ problem: placed, coin: this.#coin });
    return undefined;
  }

  /** The rows coin by coin, in the order in which the file names them; one table when it names at most one. */
  tables(): readonly RowTable[] {
    if (this.#symbols.length <= 1) {
      return [
        {
          symbol: this.#symbols[0],
          columns: this.#picked(undefined),
          numbers: this.#numbers.length === 0 ? undefined : Int32Array.from(this.#numbers),
          unreadable: this.#unreadable.map(({ problem }) => problem),
          areCandles: !this.#tolerant && this.#areCandles(),
        },
      ];
    }
    const places: number[][] = this.#symbols.map(() => []);
    for (let i = 0; i < this.#length; i++) places[this.#coins[i]!]!.push(i);
    return this.#symbols.map((symbol, coin) => ({
      symbol,
      columns: this.#picked(places[coin]),
      numbers: Int32Array.from(places[coin]!, (at) => this.#numbers[at]!),
      unreadable: this.#unreadable.filter((row) => row.coin === coin).map(({ problem }) => problem),
      areCandles: false,
    }));
  }

  #picked(places: readonly number[] | undefined): CandleColumns {
    const picked = candleColumns(0);
    for (const column of CANDLE_COLUMNS) {
      const values = this.#columns[column];
      picked[column] =
        places !== undefined
          ? Float64Array.from(places, (at) => values[at]!)
          : values.length <= ROOM * this.#length
            ? values.subarray(0, this.#length)
            : values.slice(0, this.#length);
    }
    return picked;
  }

  #grow(rows: number = 2 * this.#columns.time.length): void {
    const larger = candleColumns(rows);
    for (const column of CANDLE_COLUMNS) larger[column].set(this.#columns[column].subarray(0, this.#length));
    this.#columns = larger;
  }
}

/** Whether these are times of candles that come after `before`: whole ms, ascending. */
function areTimes(time: Float64Array, before: number): boolean {
  let previous = before;
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!;
    // `Number.isSafeInteger` would be handed a boxed number
    if (!(at > previous && Math.trunc(at) === at && at <= LATEST_TIME)) return false;
    previous = at;
  }
  return true;
}
