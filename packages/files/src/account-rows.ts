/** Collects positions row by row into accounts and coins. */

import { err, ok, shown, type DataProblem, type Result, TimeReader } from '@barograph/core';
import { flagCell, modeCell, numberCell, sideCell, symbolCell, textCell, type AccountField } from './account-fields.ts';
import type { AccountsFile, FileAccount, FileCoin, FilePosition } from './accounts-file.ts';

/** Cells of a row by field. An absent field is not in the file; null is an empty cell. */
export type AccountCells = Readonly<Partial<Record<AccountField, unknown>>>;

interface Holder {
  readonly positions: FilePosition[];
  equity: number | null;
  isVault: boolean;
  isMarketMaker: boolean;
}

/** Coin, as described by its rows. */
interface Quoted {
  readonly marks: number[];
  maxLeverage: number | undefined;
}

/** Invalid cell; thrown within this file only. */
class BadCell extends Error {
  readonly problem: DataProblem;

  constructor(problem: DataProblem) {
    super(problem.expected);
    this.problem = problem;
  }
}

/** Collector of a file's positions. */
export class AccountRows {
  readonly #holders = new Map<string, Holder>();
  readonly #coins = new Map<string, Quoted>();
  readonly #times = new TimeReader();
  #time: number | null = null;
  #rows = 0;

  /** Adds a position. @returns the problem that ends the reading, with row (from 1) and column. */
  add(cells: AccountCells): DataProblem | undefined {
    this.#rows++;
    try {
      this.#take(cells);
      return undefined;
    } catch (error) {
      if (error instanceof BadCell) return { ...error.problem, row: this.#rows };
      throw error;
    }
  }

  /**
   * @param given time and coins stated outside the rows, which take precedence.
   * @returns the accounts and coins. A file without positions or without marks is a problem.
   */
  finish(
    file: string,
    given: { readonly time: number | null; readonly coins: readonly FileCoin[] },
  ): Result<AccountsFile, DataProblem> {
    if (this.#rows === 0) return err({ file, code: 'empty_file', expected: 'positions', got: 'none' });
    const coins = new Map(given.coins.map((coin) => [coin.coin, coin]));
    for (const [coin, { marks, maxLeverage }] of this.#coins) {
      const mark = coins.get(coin)?.mark ?? medianOf(marks);
      const tiers = coins.get(coin)?.tiers ?? (maxLeverage === undefined ? undefined : [{ from: 0, maxLeverage }]);
      if (mark !== undefined) coins.set(coin, { coin, mark, tiers });
    }
    if (coins.size === 0) {
      return err({ file, code: 'missing_column', column: 'mark', expected: 'a mark or a notional', got: 'none' });
    }
    const sorted = [...coins.values()].sort((a, b) => (a.coin < b.coin ? -1 : 1));
    const accounts = [...this.#holders].map(([address, holder]): FileAccount => ({ address, ...holder }));
    return ok({ file, rows: this.#rows, time: given.time ?? this.#time, accounts, coins: sorted });
  }

  #take(cells: AccountCells): void {
    const address = cell('address', cells, textCell);
    const coin = cell('coin', cells, symbolCell);
    const size = this.#sizeOf(cells);
    const holder = this.#holderOf(address, cells);
    this.#quote(coin, size, cells);
    this.#moment(cells);
    holder.positions.push({
      coin,
      size,
      entry: cell('entry', cells, numberCell),
      leverage: cell('leverage', cells, numberCell),
      marginMode: cell('mode', cells, modeCell),
      margin: cell('margin', cells, numberCell),
      liquidation: 'liquidation' in cells ? cell('liquidation', cells, numberCell) : undefined,
    });
  }

  #sizeOf(cells: AccountCells): number {
    const size = cell('size', cells, numberCell) ?? NaN;
    const side = cell('side', cells, sideCell);
    if (side === null) return size;
    if (size < 0 && side === 1) fail('side', 'short beside a negative size', 'long');
    return side * Math.abs(size);
  }

  /** Account of a row, updated by the row. Rows must agree on its equity. */
  #holderOf(address: string, cells: AccountCells): Holder {
    const equity = cell('equity', cells, numberCell);
    const found = this.#holders.get(address);
    const holder = found ?? { positions: [], equity, isVault: false, isMarketMaker: false };
    if (found === undefined) this.#holders.set(address, holder);
    holder.equity ??= equity;
    if (equity !== null && equity !== holder.equity) {
      fail('equity', `${holder.equity} as in a row above of the same account`, String(equity));
    }
    holder.isVault ||= cell('vault', cells, flagCell);
    holder.isMarketMaker ||= cell('maker', cells, flagCell);
    return holder;
  }

  #quote(coin: string, size: number, cells: AccountCells): void {
    const quoted = this.#coins.get(coin) ?? { marks: [], maxLeverage: undefined };
    this.#coins.set(coin, quoted);
    const notional = cell('notional', cells, numberCell);
    const mark = cell('mark', cells, numberCell) ?? (notional === null ? NaN : Math.abs(notional / size));
    if (mark > 0 && mark < Infinity) quoted.marks.push(mark);
    const most = cell('maxleverage', cells, numberCell);
    if (most === null) return;
    if (!(most >= 1)) fail('maxleverage', 'a number ≥ 1', String(most));
    if (quoted.maxLeverage !== undefined && quoted.maxLeverage !== most) {
      fail('maxleverage', `${quoted.maxLeverage} as in a row above of the same coin`, String(most));
    }
    quoted.maxLeverage = most;
  }

  #moment(cells: AccountCells): void {
    const value = cells.time;
    if (value === undefined || value === null) return;
    const number = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
    const text = typeof value === 'string' ? value : '';
    const digits = text.trim() === '' ? NaN : Number(text);
    const time =
      text !== '' && Number.isNaN(digits)
        ? this.#times.ofText(text)
        : this.#times.ofNumber(text === '' ? number : digits);
    if (!Number.isFinite(time)) fail('time', this.#times.expected, shown(value));
    const moment = Math.floor(time);
    if (this.#time !== null && this.#time !== moment) {
      fail('time', `positions of one moment, ${this.#time}`, String(moment));
    }
    this.#time = moment;
  }
}

function fail(column: AccountField, expected: string, got: string): never {
  throw new BadCell({ code: 'bad_value', column, expected, got });
}

function cell<T>(column: AccountField, cells: AccountCells, read: (value: unknown) => Result<T, DataProblem>): T {
  const result = read(cells[column]);
  if (!result.ok) throw new BadCell({ ...result.error, column });
  return result.value;
}

/** Median; the lower middle value of an even count, so that it occurs in a row. */
function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];
}
