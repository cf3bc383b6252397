/**
 * Fills of one minute, which add up to its bar. The generator is keyed by listing and minute, so any window gives the
 * same bits.
 */

import { MINUTE_MS, type Bar } from '@barograph/core';
import { PRICE_DIGITS, roundSignificant } from './grid.ts';
import type { FillsLaw } from './microstructure.ts';
import { minuteTurns, priceAt } from './minute-path.ts';
import { generator, type Draw } from './random.ts';

/** Fills, oldest first; columns of equal length. */
export interface FillColumns {
  readonly length: number;
  /** Epoch ms. */
  readonly time: Float64Array;
  /** Price on the grid, quote units. */
  readonly price: Float64Array;
  /** Size, units of the listing, a multiple of its smallest size. */
  readonly size: Float64Array;
  /** 1 when the aggressor bought, 0 when it sold. */
  readonly isBuy: Float64Array;
  /** Identifier, ascending with time; unique within the listing. */
  readonly id: Float64Array;
}

/** Forced order within the minute: its fills are among the others, at one price and one time. */
export interface ForcedOrder {
  readonly time: number;
  readonly price: number;
  readonly size: number;
  readonly isBuy: boolean;
}

/** Inputs of a minute's fills. */
export interface FillsOf {
  /** Key of the market, the listing and the minute. */
  readonly key: string;
  /** Bar; its volume includes the forced orders. */
  readonly bar: Bar;
  readonly sizeDecimals: number;
  /** Forced orders, oldest first. */
  readonly forced: readonly ForcedOrder[];
  readonly law: FillsLaw;
}

/** Number of ids reserved for a minute. */
const IDS = 10_000;
/** Fewest fills that open, peak, bottom and close like the bar; fewer stay within it. */
export const WHOLE_PATH = 8;
/** Most fills of a forced order. */
const MOST_CHUNKS = 50;

/** Allocates columns of `length` fills. */
export function fillColumns(length: number): FillColumns {
  const column = (): Float64Array => new Float64Array(length);
  return { length, time: column(), price: column(), size: column(), isBuy: column(), id: column() };
}

const countOf = (notional: number, { rate }: FillsLaw): number => Math.ceil(rate * Math.sqrt(notional));

/** Splits units into `count` Pareto-distributed parts of at least one unit; their sum is `units`. */
function split(draw: Draw, units: number, count: number, tail: number): Float64Array {
  const parts = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) parts[i] = total += draw() ** (-1 / tail);
  let before = 0;
  for (let i = 0; i < count; i++) {
    const until = Math.round(((units - count) * parts[i]!) / total);
    parts[i] = 1 + until - before;
    before = until;
  }
  return parts;
}

/** Times of `count` fills as shares of the minute, ascending: one in each of as many equal parts. */
function timesOf(draw: Draw, count: number): Float64Array {
  const parts = Float64Array.from({ length: count }, (_, i) => (i + draw()) / count);
  if (count < WHOLE_PATH) return parts;
  // The path turns at a half and at three quarters: a fill at each has the extreme.
  parts[parts.findIndex((part) => part >= 0.5)] = 0.5;
  parts[parts.findIndex((part) => part >= 0.75)] = 0.75;
  return parts;
}

/** Fills of a minute in order of time; their sizes sum to its volume, rounded to the smallest size. */
export function fillsOf({ key, bar, sizeDecimals, forced, law }: FillsOf): FillColumns {
  const draw = generator(key);
  const scale = 10 ** sizeDecimals;
  const orders = forced.map((order) => {
    const units = Math.round(order.size * scale);
    const count = Math.min(units, MOST_CHUNKS, countOf(order.size * order.price, law));
    return { order, units, count };
  });
  const units = Math.max(
    0,
    orders.reduce((rest, order) => rest - order.units, Math.round(bar.volume * scale)),
  );
  const count = Math.min(units, law.most, countOf((units / scale) * bar.close, law));
  const parts = timesOf(draw, count);
  const sizes = split(draw, units, count, law.tail);
  const turns = minuteTurns(bar);
  const range = bar.high - bar.low;
  const buys = 0.5 + (range === 0 ? 0 : (law.lean * (bar.close - bar.open)) / range);
  const columns = fillColumns(orders.reduce((sum, order) => sum + order.count, count));
  const firstId = (bar.time / MINUTE_MS) * IDS;
  let row = 0;
  const push = (time: number, price: number, size: number, isBuy: boolean): void => {
    columns.time[row] = time;
    columns.price[row] = price;
    columns.size[row] = size / scale;
    columns.isBuy[row] = isBuy ? 1 : 0;
    columns.id[row] = firstId + row;
    row++;
  };
  let next = 0;
  const forcedUntil = (time: number): void => {
    for (; next < orders.length && orders[next]!.order.time <= time; next++) {
      const { order, units: whole, count: chunks } = orders[next]!;
      for (const size of split(draw, whole, chunks, law.tail)) push(order.time, order.price, size, order.isBuy);
    }
  };
  for (let i = 0; i < count; i++) {
    const time = bar.time + Math.floor(parts[i]! * MINUTE_MS);
    forcedUntil(time);
    const isEnd = i === 0 || i === count - 1;
    const price = isEnd ? (i === 0 ? bar.open : bar.close) : roundSignificant(priceAt(turns, parts[i]!), PRICE_DIGITS);
    push(time, price, sizes[i]!, draw() < buys);
  }
  forcedUntil(bar.time + MINUTE_MS);
  return columns;
}
