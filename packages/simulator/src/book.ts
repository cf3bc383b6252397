/** Plain order book: levels on the price grid around a mid, sizes by the perp's quote volume. Stateless. */

import { above, below, outward, type PriceDigits } from './grid.ts';
import type { BookLaw } from './observations-config.ts';
import { generator, logistic, type Draw } from './random.ts';

/** Book side, best price first; columns of equal length. */
export interface BookSideColumns {
  readonly price: Float64Array;
  /** Size, units of the listing. */
  readonly size: Float64Array;
  /** Number of orders. */
  readonly orders: Float64Array;
}

/** Book at a moment. */
export interface BookColumns {
  /** Time since which it is unchanged, epoch ms. */
  readonly time: number;
  readonly bids: BookSideColumns;
  readonly asks: BookSideColumns;
}

/** Perp of a book. */
export interface BookOf {
  /** Typical quote volume of a day. */
  readonly quoteVolume: number;
  readonly sizeDecimals: number;
  readonly mark: number;
  /** Mid, half a tick from the mark: the mark is one of the best prices. */
  readonly mid: number;
}

/** Mean number of empty ticks between two levels. */
export function gapOf(law: BookLaw, quoteVolume: number): number {
  return Math.min(law.mostGap, law.gap * Math.sqrt(law.gapVolume / Math.max(1, quoteVolume)));
}

/** Exponential waiting time of mean 1. */
export const wait = (draw: Draw): number => -Math.log(draw());

function sideOf(
  draw: Draw,
  { quoteVolume, sizeDecimals }: BookOf,
  best: number,
  next: (price: number, ticks: number) => number,
  law: BookLaw,
): BookSideColumns {
  const { levels, share, growth, noise, orders } = law;
  const gap = gapOf(law, quoteVolume);
  const units = 10 ** sizeDecimals;
  const side = {
    price: new Float64Array(levels),
    size: new Float64Array(levels),
    orders: new Float64Array(levels),
  };
  let price = best;
  for (let i = 0; i < levels; i++) {
    const notional = share * quoteVolume * (1 + growth * i) * Math.exp(noise * logistic(draw));
    const size = Math.max(1, Math.round((notional / price) * units));
    side.price[i] = price;
    side.size[i] = size / units;
    // An order has at least one size unit.
    side.orders[i] = Math.min(size, 1 + Math.floor(orders * wait(draw)));
    price = next(price, 1 + Math.floor(gap * wait(draw)));
  }
  return side;
}

/** Builds the book. @param key names the market and the perp. @param time start of the book, epoch ms. */
export function bookAt(key: string, time: number, perp: BookOf, law: BookLaw): BookColumns {
  const { mark, mid } = perp;
  const draw = generator(`${key}|book|${time}`);
  return {
    time,
    bids: sideOf(draw, perp, mid > mark ? mark : below(mark), below, law),
    asks: sideOf(draw, perp, mid > mark ? above(mark) : mark, above, law),
  };
}

/** Coarsens a plain book to fewer digits; only its visible levels are merged. @param digits undefined: unchanged. */
export function coarser(book: BookColumns, sizeDecimals: number, digits: PriceDigits | undefined): BookColumns {
  if (digits === undefined) return book;
  const units = 10 ** sizeDecimals;
  const side = (name: 'bids' | 'asks'): BookSideColumns => {
    const { price, size, orders } = book[name];
    const levels = new Map<number, { size: number; orders: number }>();
    price.forEach((exact, i) => {
      const at = outward(exact, digits, name);
      const known = levels.get(at) ?? { size: 0, orders: 0 };
      levels.set(at, { size: known.size + Math.round(size[i]! * units), orders: known.orders + orders[i]! });
    });
    const rows = [...levels.values()];
    return {
      price: Float64Array.from(levels.keys()),
      size: Float64Array.from(rows, (row) => row.size / units),
      orders: Float64Array.from(rows, (row) => row.orders),
    };
  };
  return { time: book.time, bids: side('bids'), asks: side('asks') };
}
