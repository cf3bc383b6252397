/** A plain order book: levels on the price grid about a mid, sizes by the perp's quote volume. It has no memory. */

import { above, below, outward, type PriceDigits } from './grid.ts';
import type { BookLaw } from './observations-config.ts';
import { generator, logistic, type Draw } from './random.ts';

/** One side of a book, best price first; columns of the same length. */
export interface BookSideColumns {
  readonly price: Float64Array;
  /** Units of the listing. */
  readonly size: Float64Array;
  /** Number of orders. */
  readonly orders: Float64Array;
}

/** A book at a moment. */
export interface BookColumns {
  /** Since when it stands like this, epoch ms. */
  readonly time: number;
  readonly bids: BookSideColumns;
  readonly asks: BookSideColumns;
}

/** Perp that a book is of. */
export interface BookOf {
  /** Typical quote volume of a day. */
  readonly quoteVolume: number;
  readonly sizeDecimals: number;
  readonly mark: number;
  /** Half a tick beside the mark: one of the best prices is the mark. */
  readonly mid: number;
}

/** Ticks that are left out between two levels, on average. */
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
    // An order is one unit of a size at least.
    side.orders[i] = Math.min(size, 1 + Math.floor(orders * wait(draw)));
    price = next(price, 1 + Math.floor(gap * wait(draw)));
  }
  return side;
}

/** @param key names the market and the perp. @param time when the book began to stand, epoch ms. */
export function bookAt(key: string, time: number, of: BookOf, law: BookLaw): BookColumns {
  const { mark, mid } = of;
  const draw = generator(`${key}|book|${time}`);
  return {
    time,
    bids: sideOf(draw, of, mid > mark ? mark : below(mark), below, law),
    asks: sideOf(draw, of, mid > mark ? above(mark) : mark, above, law),
  };
}

/** A plain book by fewer digits: only the levels that it shows are put together. @param digits undefined: as it stands. */
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
