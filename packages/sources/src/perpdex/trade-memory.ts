/** Recent trades of the stream in columns, in arrival order; bounded in time and number. */

import type { LearnedRange, Trades } from '../market/trades.ts';
import type { PerpdexFillsConfig } from './fills-config.ts';
import { firstAfter } from './learned.ts';
import type { TradeRow } from './trade-rows.ts';

/** Rows of an answer, without the connection changes. */
export type TradeColumns = Omit<Trades, 'changes' | 'wasUp'>;

/** Bounded memory of trades. */
export interface TradeMemory {
  /** @param learned arrival time, epoch ms; never decreasing. */
  add(trade: TradeRow, learned: number): void;
  rows(range: LearnedRange): TradeColumns;
  /** Number of trades in memory. */
  size(): number;
}

/** Ring of columns; the capacity is a power of two, so that a row's index is the low bits of its number. */
interface Columns {
  readonly symbol: Uint16Array;
  readonly isBuy: Uint8Array;
  readonly learned: Float64Array;
  readonly time: Float64Array;
  readonly price: Float64Array;
  readonly size: Float64Array;
  /** The venue's ids have 50 bits. */
  readonly id: Float64Array;
}

function columnsOf(capacity: number): Columns {
  return {
    symbol: new Uint16Array(capacity),
    isBuy: new Uint8Array(capacity),
    learned: new Float64Array(capacity),
    time: new Float64Array(capacity),
    price: new Float64Array(capacity),
    size: new Float64Array(capacity),
    id: new Float64Array(capacity),
  };
}

const FIRST_CAPACITY = 4096;

/** Indices of symbols, stable while the source lives. */
function createSymbols() {
  const names: string[] = [];
  const places = new Map<string, number>();
  return {
    names,
    placeOf: (symbol: string): number => {
      const known = places.get(symbol);
      if (known !== undefined) return known;
      places.set(symbol, names.length);
      return names.push(symbol) - 1;
    },
  };
}

/**
 * Creates an empty memory of trades.
 * @param began time since which the memory is complete, epoch ms.
 */
export function createTradeMemory({ kept, keptMs }: PerpdexFillsConfig, began: number): TradeMemory {
  const symbols = createSymbols();
  let columns = columnsOf(Math.min(kept, FIRST_CAPACITY));
  /** Numbers of the oldest trade in memory, and of the next trade. */
  let [first, next] = [0, 0];
  let since = began;
  const place = (number: number): number => number & (columns.learned.length - 1);
  /** Arrival time of the nth trade in memory. */
  const learnedAt = (nth: number): number => columns.learned[place(first + nth)]!;

  const grow = (): void => {
    const before = columns;
    const mask = before.learned.length - 1;
    columns = columnsOf(2 * before.learned.length);
    for (let number = first; number < next; number++) {
      const [from, to] = [number & mask, place(number)];
      columns.symbol[to] = before.symbol[from]!;
      columns.isBuy[to] = before.isBuy[from]!;
      columns.learned[to] = before.learned[from]!;
      columns.time[to] = before.time[from]!;
      columns.price[to] = before.price[from]!;
      columns.size[to] = before.size[from]!;
      columns.id[to] = before.id[from]!;
    }
  };
  const drop = (count: number): void => {
    if (count === 0) return;
    since = learnedAt(count - 1);
    first += count;
  };
  return {
    add: ({ coin, time, isBuy, price, size, id }, learned) => {
      if (next > first && learnedAt(0) <= learned - keptMs) drop(firstAfter(next - first, learnedAt, learned - keptMs));
      if (next - first === columns.learned.length) {
        if (columns.learned.length < kept) grow();
        else drop(1);
      }
      const at = place(next++);
      columns.symbol[at] = symbols.placeOf(coin);
      columns.isBuy[at] = isBuy ? 1 : 0;
      columns.learned[at] = learned;
      columns.time[at] = time;
      columns.price[at] = price;
      columns.size[at] = size;
      columns.id[at] = id;
    },
    rows: ({ from, to }) => {
      const begin = firstAfter(next - first, learnedAt, from);
      const count = Math.max(0, firstAfter(next - first, learnedAt, to) - begin);
      const taken = (column: Columns[keyof Columns]): Float64Array =>
        Float64Array.from({ length: count }, (_, i) => column[place(first + begin + i)]!);
      return {
        symbols: [...symbols.names],
        symbol: taken(columns.symbol),
        learned: taken(columns.learned),
        time: taken(columns.time),
        isBuy: taken(columns.isBuy),
        price: taken(columns.price),
        size: taken(columns.size),
        id: Array.from({ length: count }, (_, i) => String(columns.id[place(first + begin + i)])),
        since,
      };
    },
    size: () => next - first,
  };
}
