/** Answers from sealed minutes: dense rows of a coin, their running difference, and the watched share. */

import { givenColumn, integerAtLeast, MINUTE_MS } from '@barograph/core';
import { ExactSum } from './exact-sum.ts';
import type { CoinMinute, SealedMinute } from './minute.ts';

/** Minute of a coin. In a partial minute all numbers are NaN. */
export interface TakerRow {
  /** Open of the minute, epoch ms. */
  readonly time: number;
  readonly coin: string;
  /** Notional by side of the aggressor, USD; 0 in a watched minute without fills. */
  readonly buyNotional: number;
  readonly sellNotional: number;
  readonly trades: number;
  /** Average price, USD; NaN without fills. */
  readonly vwap: number;
  /** Notional of the largest fill, USD; 0 without fills. */
  readonly maxFill: number;
  /** Share of large fills in the notional, above 0 and at most 1; NaN without large fills. */
  readonly largeFillShare: number;
  /** Whether the connection did not last through the whole minute. */
  readonly partial: boolean;
}

/** Share of large fills in the notional; NaN without large fills. */
export function largeShare(large: number, notional: number): number {
  return large > 0 ? Math.min(1, large / notional) : NaN;
}

const UNKNOWN = { buyNotional: NaN, sellNotional: NaN, trades: NaN, vwap: NaN, maxFill: NaN, largeFillShare: NaN };
const EMPTY = { buyNotional: 0, sellNotional: 0, trades: 0, vwap: NaN, maxFill: 0, largeFillShare: NaN };

function numbersOf({ buy, sell, large, trades, vwap, maxFill }: CoinMinute) {
  return { buyNotional: buy, sellNotional: sell, trades, vwap, maxFill, largeFillShare: largeShare(large, buy + sell) };
}

/** Finds the fills of a coin by bisection: an answer reads one of many coins in a day of minutes. */
function coinOf({ coins }: SealedMinute, coin: string): CoinMinute | undefined {
  let [low, high] = [0, coins.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coins[middle]!.coin < coin) low = middle + 1;
    else high = middle;
  }
  return coins[low]?.coin === coin ? coins[low] : undefined;
}

/**
 * End of the last sealed minute, exclusive, epoch ms; undefined before the first.
 *
 * @example
 * flowEnd([{ time: 0, partial: false, coins: [] }]); // → 60000
 * flowEnd([]); // → undefined
 */
export function flowEnd(minutes: readonly SealedMinute[]): number | undefined {
  const last = minutes.at(-1);
  return last === undefined ? undefined : last.time + MINUTE_MS;
}

/**
 * Returns the last `count` minutes of a coin, newest last, starting at the first sealed minute at the earliest. Rows
 * are dense: a minute missing among the sealed ones is partial.
 *
 * @param minutes sealed minutes, oldest first.
 * @throws {UsageError} unless `count` is an integer ≥ 1.
 * @example
 * const btc = { coin: 'BTC', buy: 900, sell: 400, large: 0, trades: 3, vwap: 60_000, maxFill: 500 };
 * const rows = takerRows([{ time: 0, partial: false, coins: [btc] }], 'BTC', 60);
 * rows.map(({ buyNotional, partial }) => [buyNotional, partial]); // → [ [ 900, false ] ]
 */
export function takerRows(minutes: readonly SealedMinute[], coin: string, count: number): TakerRow[] {
  integerAtLeast('count', count, 1);
  const end = flowEnd(minutes);
  if (end === undefined) return [];
  const from = Math.max(minutes[0]!.time, end - count * MINUTE_MS);
  const rows: TakerRow[] = [];
  let at = minutes.findIndex(({ time }) => time >= from);
  for (let time = from; time < end; time += MINUTE_MS) {
    const minute = minutes[at]!.time === time ? minutes[at++]! : undefined;
    const partial = minute?.partial ?? true;
    const found = minute === undefined ? undefined : coinOf(minute, coin);
    const numbers = partial ? UNKNOWN : found === undefined ? EMPTY : numbersOf(found);
    rows.push({ time, coin, ...numbers, partial });
  }
  return rows;
}

/** Running difference of rows. */
export interface CumulativeDelta {
  /** Σ (buy − sell) up to and including each row, USD. */
  readonly delta: Float64Array;
  /** Number of partial rows, which add nothing. */
  readonly gaps: number;
}

/**
 * Cumulative volume delta: buys minus sells since the first row.
 *
 * @param into column to fill, one row per minute. @default a new one
 * @throws {UsageError} when the column has another length.
 * @example
 * const btc = { coin: 'BTC', large: 0, trades: 3, vwap: 60_000, maxFill: 500 };
 * const minutes = [
 *   { time: 0, partial: false, coins: [{ ...btc, buy: 900, sell: 400 }] },
 *   { time: MINUTE_MS, partial: true, coins: [] },
 *   { time: 2 * MINUTE_MS, partial: false, coins: [{ ...btc, buy: 100, sell: 800 }] },
 * ];
 * cumulativeDelta(takerRows(minutes, 'BTC', 60)); // → { delta: Float64Array(3) [ 500, 500, -200 ], gaps: 1 }
 */
export function cumulativeDelta(rows: readonly TakerRow[], into?: Float64Array): CumulativeDelta {
  const sum = new ExactSum();
  const delta = givenColumn('into', rows.length, into);
  let gaps = 0;
  for (const [i, { buyNotional, sellNotional, partial }] of rows.entries()) {
    if (partial) gaps++;
    else {
      sum.add(buyNotional);
      sum.add(-sellNotional);
    }
    delta[i] = sum.value();
  }
  return { delta, gaps };
}

/**
 * Share of the last `count` minutes that were watched completely, percent. Minutes before the first sealed one count as
 * unwatched.
 *
 * @param count number of minutes. @default 60
 * @throws {UsageError} unless `count` is an integer ≥ 1.
 * @example
 * const minutes = Array.from({ length: 45 }, (_, i) => ({ time: i * MINUTE_MS, partial: i < 15, coins: [] }));
 * flowCoverage(minutes, 60); // → 50
 */
export function flowCoverage(minutes: readonly SealedMinute[], count: number = 60): number {
  return (100 * (count - unwatchedOf(minutes, count))) / count;
}

/** Number of the last `count` minutes that were not watched completely. */
export function unwatchedOf(minutes: readonly SealedMinute[], count: number): number {
  integerAtLeast('count', count, 1);
  return count - lastMinutes(minutes, count).filter(({ partial }) => !partial).length;
}

/** Sealed minutes among the last `count`. */
export function lastMinutes(minutes: readonly SealedMinute[], count: number): readonly SealedMinute[] {
  const from = (flowEnd(minutes) ?? 0) - count * MINUTE_MS;
  return minutes.slice(-count).filter(({ time }) => time >= from);
}
