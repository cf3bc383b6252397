/** ADX and both directional indicators, after their first rows. */

import type { AdxSums, DirectionalColumns, PriceColumns } from '@barograph/core';
import { machine, type Machine } from './machine.ts';

type Prices = Omit<PriceColumns, 'open'>;

/** Rows of a block, and the longest period for which products with a guess are exact. */
const ROWS = 1_024;
const LONGEST_PERIOD = 1_024;
/**
 * Sums of shorter periods decay faster: their blocks have fewer rows, so that checking the ends of a block is enough.
 */
const STEEP = 5;
const STEEP_ROWS = 256;
/** Offset of the second stretch from the first in a column, `APART` of `c/adx.c`. */
const APART = ROWS + 8;
/**
 * Periods after which sums of different histories agree to the bit: 54 at most were observed, 37 of which cover the
 * bits of a double.
 */
const PERIODS_TO_FORGET = 64;
/** Least ratio of rows in the series to rows spent on the guess for which two stretches pay. */
const WORTH = 1.25;

/** Columns of a stretch, in the order of the sums and of the outputs. */
interface Stretch {
  /** Copies the prices of a block in. */
  readonly take: (bars: Prices, begin: number, end: number) => void;
  /** Copies the lines of a block out. */
  readonly give: (out: DirectionalColumns, begin: number, end: number) => void;
  /** Sums of +DM, −DM, ranges, and ADX. */
  readonly sums: Float64Array;
}

let stretches: readonly [Stretch, Stretch] | undefined;

function stretchOf({ view }: Machine, index: 0 | 1): Stretch {
  const part = (name: Parameters<typeof view>[0]): Float64Array =>
    view(name, 2 * APART).subarray(index * APART, index * APART + ROWS + 1);
  const [highs, lows, closes] = [part('ADX_HIGHS'), part('ADX_LOWS'), part('ADX_CLOSES')];
  const lines = (['ADX_LINE', 'PLUS_DI', 'MINUS_DI'] as const).map((name) => part(name).subarray(0, ROWS));
  return {
    take: ({ high, low, close }, begin, end) => {
      highs.set(high.subarray(begin - 1, end));
      lows.set(low.subarray(begin - 1, end));
      closes.set(close.subarray(begin - 1, end - 1));
    },
    give: ({ adx, plusDi, minusDi }, begin, end) => {
      const [line, plus, minus] = end - begin === ROWS ? lines : lines.map((whole) => whole.subarray(0, end - begin));
      adx.set(line!, begin);
      plusDi.set(plus!, begin);
      minusDi.set(minus!, begin);
    },
    sums: view('ADX_SUMS', 8).subarray(4 * index, 4 * index + 4),
  };
}

/**
 * Computes rows `from…n` of the columns.
 *
 * A long series is cut in two stretches that are computed side by side. The second starts some rows early from guessed
 * sums, whose influence vanishes within those rows: if its sums at the cut equal those of the first stretch to the bit,
 * its rows are right; otherwise they are recomputed.
 *
 * @param from ≥ 1.
 * @param sums state after row `from − 1`; for an even number of rows, receives the state after the last one.
 * @returns false, with nothing written, without kernels or for a period over 1,024.
 */
export function fillAdx(
  bars: Prices,
  from: number,
  period: number,
  hold: boolean,
  sums: AdxSums,
  out: DirectionalColumns,
): boolean {
  const to = period <= LONGEST_PERIOD ? machine() : undefined;
  if (to === undefined) return false;
  stretches ??= [stretchOf(to, 0), stretchOf(to, 1)];
  const [stretch] = stretches;
  stretch.sums.set([sums.plus, sums.minus, sums.range, sums.average]);
  const { length } = bars.high;
  const rows = period < STEEP ? STEEP_ROWS : ROWS;
  const go = (count: number, apart: number): void => to.run.adxBlock(count, period, Number(hold), apart);
  const early = 2 * Math.ceil((PERIODS_TO_FORGET / 2) * period);
  const begin = length - from < WORTH * early ? from : sideBySide(stretches, go, rows, bars, from, early, out);
  for (let at = begin; at < length; at += rows) {
    const end = Math.min(at + rows, length);
    stretch.take(bars, at, end);
    go(end - at, 0);
    stretch.give(out, at, end);
  }
  const [plus, minus, range, average] = stretch.sums;
  Object.assign(sums, { plus, minus, range, average });
  return true;
}

/**
 * Computes both stretches of a series. @returns the row to continue from, with the sums before it in the first stretch.
 */
function sideBySide(
  [first, second]: readonly [Stretch, Stretch],
  go: (count: number, apart: number) => void,
  rows: number,
  bars: Prices,
  from: number,
  early: number,
  out: DirectionalColumns,
): number {
  const cut = Math.floor((bars.high.length + from + early) / 2);
  const apart = cut - early - from;
  const forgotten = from + early;
  const atCut = new Float64Array(4);
  second.sums.set(first.sums);
  for (let at = from; at < cut;) {
    const end = Math.min(at + rows, at < forgotten ? forgotten : cut);
    first.take(bars, at, end);
    second.take(bars, at + apart, end + apart);
    go(end - at, APART);
    first.give(out, at, end);
    if (end === forgotten) atCut.set(second.sums);
    if (at >= forgotten) second.give(out, at + apart, end + apart);
    at = end;
  }
  if (!atCut.every((sum, i) => Object.is(sum, first.sums[i]))) return cut;
  first.sums.set(second.sums);
  return cut + apart;
}
