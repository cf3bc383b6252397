/** Row sink of the readers of all formats. */

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
/** Maximum ratio of a column's capacity to its rows for returning it without a copy, which would double the memory. */
const ROOM = 1.25;
const NO_BYTES = Buffer.alloc(0);

/** Collects rows in six typed columns that grow by doubling, and a list of unreadable rows. */
export class BarRows {
  readonly #tolerant: boolean;
  #columns: Record<keyof CandleColumns, Float64Array> = candleColumns(FIRST_CAPACITY);
  #length = 0;
  /** Number of leading rows checked as candles, and whether later rows may be candles. */
  #checked = 0;
  #mayBeCandles = true;
  readonly #unreadable: { readonly problem: DataProblem; readonly coin: number }[] = [];
  /** File row number and coin of each readable row. Empty when the file names no coins. */
  readonly #numbers: number[] = [];
  readonly #coins: number[] = [];
  readonly #symbols: string[] = [];
  readonly #known = new Map<string, number>();
  #coin = -1;
  #coinBytes: Buffer = NO_BYTES;

  /** @param tolerant whether unreadable rows are recorded and dropped instead of ending the reading. */
  constructor(tolerant: boolean) {
    this.#tolerant = tolerant;
  }

  /** Rows seen so far, readable or not. */
  get seen(): number {
    return this.#length + this.#unreadable.length;
  }

  /** Sets the coin of the next row. */
  symbol(text: string): void {
    const name = text.trim();
    let coin = this.#known.get(name);
    if (coin === undefined) {
      coin = this.#symbols.push(name) - 1;
      this.#known.set(name, coin);
    }
    this.#coin = coin;
  }

  /** Sets the coin from `bytes[start, end)`, without a new string when the coin is unchanged. */
  symbolBytes(bytes: Buffer, start: number, end: number): void {
    const last = this.#coinBytes;
    if (this.#coin !== -1 && end - start === last.length && bytes.compare(last, 0, last.length, start, end) === 0)
      return;
    this.#coinBytes = Buffer.from(bytes.subarray(start, end));
    this.symbol(this.#coinBytes.toString('utf8').replaceAll('""', '"'));
  }

  /** Adds a row: six numbers in the order of `CANDLE_COLUMNS`. */
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

  /** Allocates the columns for about `rows` rows. Unused capacity costs no memory. */
  expect(rows: number): void {
    if (rows > this.#columns.time.length) this.#grow(rows);
  }

  /**
   * Adds rows by column, in the order of `CANDLE_COLUMNS`.
   *
   * @param coinOf returns the coin of a row, if the file has a column of coins.
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

  /** Adds rows by column that are valid candles except for unchecked times. */
  addBars(columns: readonly Float64Array[]): void {
    if (this.#tolerant) return this.addColumns(columns);
    const before = this.#length === 0 ? -Infinity : this.#columns.time[this.#length - 1]!;
    const areCandles = this.#areCandles() && areTimes(columns[0]!, before);
    this.#append(columns);
    this.#mayBeCandles = areCandles;
    if (areCandles) this.#checked = this.#length;
  }

  /** Whether all rows so far are candles; checks only new rows. */
  #areCandles(): boolean {
    if (!this.#mayBeCandles || this.#checked === this.#length) return this.#mayBeCandles;
    const rows = candleColumns(0);
    const from = Math.max(0, this.#checked - 1); // times must ascend from the last checked row
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

  /** Records an unreadable row. @returns the problem with its row when it ends the reading. */
  refuse(problem: DataProblem): DataProblem | undefined {
    const placed = { ...problem, row: this.seen + 1 };
    if (!this.#tolerant) return placed;
    this.#unreadable.push({ problem: placed, coin: this.#coin });
    return undefined;
  }

  /** Rows by coin, in order of first appearance; a single table for at most one coin. */
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

/** Whether the times are whole ms, ascending, and after `before`. */
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
