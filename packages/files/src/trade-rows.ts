/** Row sink of the trade readers: checks cells and stores columns. */

import { LATEST_TIME, shown, UNTIL_LATEST, type DataProblem, TimeReader } from '@barograph/core';
import { coinOfFile, isSymbol, SYMBOL_RULE } from './coin-name.ts';
import { findTradeColumns, headerOf, TRADE_COLUMNS, type TradeColumnMap } from './trade-columns.ts';
import type { ReadTradesOptions, Trades, TradesRepair } from './trades-file.ts';

/** Minimum price and size, so that their product and its rounding error are normal doubles. */
const LEAST = 1e-100;
const MOST = 1e100;
const FIRST_CAPACITY = 1024;
/** Order of {@link TRADE_COLUMNS}. */
const [TIME, SIDE, PRICE, SIZE, ID] = [0, 1, 2, 3, 4] as const;

/** Spellings of the aggressor's side, in lower case; a bid means that the aggressor bought. */
const SIDES: ReadonlyMap<string, 0 | 1> = new Map([
  ['buy', 1],
  ['b', 1],
  ['bid', 1],
  ['sell', 0],
  ['a', 0],
  ['s', 0],
  ['ask', 0],
]);

/** Spellings of the flag that the buyer was the maker, so that the taker sold. */
const MAKERS: ReadonlyMap<string, 0 | 1> = new Map([
  ['true', 0],
  ['false', 1],
  ['1', 0],
  ['0', 1],
]);
/** OKX derivatives, whose sizes are contracts. */
const CONTRACT = /-(?:SWAP|\d{6})$/;

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

/** Name or id: non-blank text, or a whole number that is exact in JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return Number.isSafeInteger(value) || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
}

/** Trades of a file, row by row. */
export class TradeRows {
  readonly #repair: boolean;
  readonly #options: ReadTradesOptions;
  readonly #times = new TimeReader();
  #columns: TradeColumnMap | undefined;
  #time = new Float64Array(FIRST_CAPACITY);
  #price = new Float64Array(FIRST_CAPACITY);
  #size = new Float64Array(FIRST_CAPACITY);
  #isBuy = new Uint8Array(FIRST_CAPACITY);
  readonly #id: string[] = [];
  readonly #coin: string[] = [];
  readonly #known = new Set<string>();
  readonly #dropped: DataProblem[] = [];
  #duplicates = 0;
  #reordered = false;

  constructor(options: ReadTradesOptions) {
    this.#options = options;
    this.#repair = options.repair === true;
  }

  /** Rows seen so far. */
  get seen(): number {
    return this.#id.length + this.#dropped.length + this.#duplicates;
  }

  /** Whether a header has been read. */
  get hasColumns(): boolean {
    return this.#columns !== undefined;
  }

  /** Sets the column names. @returns the problem of a missing column. */
  header(names: readonly string[]): DataProblem | undefined {
    const found = findTradeColumns(names, this.#options.columns, this.#options.columnsFlag);
    if (!found.ok) return found.error;
    this.#columns = found.value;
    return undefined;
  }

  /** Reads a first row: a header, or a trade of an archive without one. @returns the problem that ends the reading. */
  first(cells: readonly unknown[]): DataProblem | undefined {
    const names = headerOf(cells);
    if (names === undefined) return this.header(cells.map(String));
    // Without a matching archive, columns are named by number.
    return this.header(names.length === 0 ? cells.map(String) : names) ?? this.add(cells);
  }

  /** Adds a row, with cells in header order. @returns the problem that ends the reading, with its row. */
  add(cells: readonly unknown[]): DataProblem | undefined {
    const { index, coin: coinAt, market, isMaker, mayBeContracts } = this.#columns!;
    const cell = (column: number): unknown => cells[index[column]!];
    const timeCell = cell(TIME);
    const numeric = numberOf(timeCell);
    const time = Math.floor(
      typeof timeCell === 'string' && Number.isNaN(numeric)
        ? this.#times.ofText(timeCell)
        : this.#times.ofNumber(numeric),
    );
    if (time > LATEST_TIME) return this.#bad(TIME, `${this.#times.expected}, ${UNTIL_LATEST}`, timeCell);
    if (!Number.isSafeInteger(time) || time < 0) return this.#bad(TIME, this.#times.expected, timeCell);
    const side = (isMaker ? MAKERS : SIDES).get(textOf(cell(SIDE)).toLowerCase());
    if (side === undefined) return this.#bad(SIDE, isMaker ? 'true or false' : 'buy or sell', cell(SIDE));
    const price = numberOf(cell(PRICE));
    if (!(price >= LEAST && price <= MOST)) return this.#bad(PRICE, `a price within ${LEAST}…${MOST}`, cell(PRICE));
    const size = numberOf(cell(SIZE));
    if (!(size >= LEAST && size <= MOST)) return this.#bad(SIZE, `a size within ${LEAST}…${MOST}`, cell(SIZE));
    const id = textOf(cell(ID));
    if (id === '') return this.#bad(ID, 'text or a whole number', cell(ID));
    const place = coinAt === -1 ? market : coinAt;
    const coin = place === -1 ? '' : textOf(cells[place]);
    if (mayBeContracts && CONTRACT.test(coin)) {
      const flag = this.#options.columnsFlag ?? 'columns:';
      return this.#bad(
        SIZE,
        `sizes in coins: those of ${coin} are contracts (${flag} size=… takes them as they are)`,
        cell(SIZE),
      );
    }
    if (place !== -1 && coin !== this.#coin.at(-1) && !isSymbol(coin))
      return this.refuse({ ...badCell(`the name of a coin, ${SYMBOL_RULE}`, cells[place]), column: 'coin' });
    return this.#keep(time, side, price, size, id, coin);
  }

  #keep(time: number, side: 0 | 1, price: number, size: number, id: string, coin: string): DataProblem | undefined {
    const count = this.#id.length;
    if (count > 0 && time < this.#time[count - 1]!) {
      if (!this.#repair) {
        const expected = `a time not before that of the row above, ${this.#time[count - 1]}`;
        return this.refuse({ code: 'bad_order', column: this.#columns!.names[TIME]!, expected, got: String(time) });
      }
      this.#reordered = true;
    }
    const key = coin === '' ? id : `${coin} ${id}`;
    if (this.#known.has(key)) {
      if (!this.#repair) return this.#bad(ID, 'an id that was not there before', id);
      this.#duplicates++;
      return undefined;
    }
    this.#known.add(key);
    if (count === this.#time.length) this.#grow();
    this.#time[count] = time;
    this.#price[count] = price;
    this.#size[count] = size;
    this.#isBuy[count] = side;
    this.#id.push(id);
    this.#coin.push(coin);
    return undefined;
  }

  /** Records an unreadable row. @returns the problem when it ends the reading, with its row. */
  refuse(problem: DataProblem): DataProblem | undefined {
    const placed = { ...problem, row: this.seen + 1 };
    if (!this.#repair) return placed;
    this.#dropped.push(placed);
    return undefined;
  }

  /** Stored rows by time; equal times stay in file order. */
  trades(): Trades {
    const count = this.#id.length;
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    const time = this.#time;
    if (this.#reordered) order.sort((a, b) => (time[a] === time[b] ? a - b : time[a]! - time[b]!));
    const picked = (column: Float64Array): Float64Array => Float64Array.from(order, (at) => column[at]!);
    return {
      time: picked(time),
      isBuy: Uint8Array.from(order, (at) => this.#isBuy[at]!),
      price: picked(this.#price),
      size: picked(this.#size),
      id: Array.from(order, (at) => this.#id[at]!),
      coin: this.#coins(order),
    };
  }

  /** Coins of the rows; a market column counts only when its values differ. */
  #coins(order: Uint32Array): readonly string[] | undefined {
    const { coin, market } = this.#columns!;
    if (coin !== -1) return Array.from(order, (at) => this.#coin[at]!);
    if (market === -1 || new Set(this.#coin).size < 2) return undefined;
    return Array.from(order, (at) => coinOfFile(this.#coin[at]!));
  }

  /** Report of the repair; undefined without `repair`. */
  repairs(): TradesRepair | undefined {
    if (!this.#repair) return undefined;
    return { dropped: this.#dropped, duplicates: this.#duplicates, reordered: this.#reordered };
  }

  #bad(column: number, expected: string, value: unknown): DataProblem | undefined {
    return this.refuse({ ...badCell(expected, value), column: this.#columns!.names[column] ?? TRADE_COLUMNS[column]! });
  }

  #grow(): void {
    const capacity = 2 * this.#time.length;
    const larger = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(capacity);
      grown.set(column);
      return grown;
    };
    this.#time = larger(this.#time);
    this.#price = larger(this.#price);
    this.#size = larger(this.#size);
    const isBuy = new Uint8Array(capacity);
    isBuy.set(this.#isBuy);
    this.#isBuy = isBuy;
  }
}

function badCell(expected: string, value: unknown): DataProblem {
  const empty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return { code: 'bad_value', expected, got: empty ? 'an empty cell' : shown(value) };
}
