/** The row from which on an indicator no longer depends on where its bars begin. */

import type { ComputedColumns, IndicatorBars, PeerBars } from '@barograph/catalogue/compute';

/** Start-up of an indicator over a series. */
export interface IndicatorStart {
  /** Bars before the first value. */
  readonly lookback: number;
  /**
   * First row from which on every value is the same to 1e-6 of its size, or of the usual size of its column, with fewer bars
   * at the start; the number of rows where the last value is not.
   */
  readonly settledFrom: number;
  /** Largest share by which the last values change with fewer bars at the start. */
  readonly lastChange: number;
}

const TOLERANCE = 1e-6;

const cut = (column: Float64Array, bars: number): Float64Array => column.subarray(bars);

/** The bars without the first ones. */
export function withoutFirst(bars: IndicatorBars, count: number): IndicatorBars {
  const { time, open, high, low, close, volume, funding, openInterest } = bars;
  return {
    time: cut(time, count),
    open: cut(open, count),
    high: cut(high, count),
    low: cut(low, count),
    close: cut(close, count),
    volume: cut(volume, count),
    ...(funding === undefined ? {} : { funding: cut(funding, count) }),
    ...(openInterest === undefined ? {} : { openInterest: cut(openInterest, count) }),
  };
}

/** The same of bars of other coins. */
export function peersWithoutFirst({ symbols, close, high, low, volume }: PeerBars, count: number): PeerBars {
  const all = (columns: readonly Float64Array[]): readonly Float64Array[] =>
    columns.map((column) => cut(column, count));
  return { symbols, close: all(close), high: all(high), low: all(low), volume: all(volume) };
}

/** Mean size of the values of a column. */
function usualSize(column: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of column) {
    if (!Number.isFinite(value)) continue;
    sum += Math.abs(value);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Share by which a value differs; 1 where one of them is not known. */
function difference(one: number, other: number, usual: number): number {
  if (Object.is(one, other) || one === other) return 0;
  const size = Math.max(Math.abs(one), Math.abs(other), usual);
  const share = Math.abs(one - other) / size;
  return Number.isNaN(share) ? 1 : share;
}

/**
 * The start-up of columns, from those of fewer bars.
 *
 * @param compute columns without so many bars at the start.
 */
export function startOf(columns: ComputedColumns, compute: (without: number) => ComputedColumns): IndicatorStart {
  const all = Object.entries(columns);
  const length = all[0]?.[1].length ?? 0;
  const first = all.map(([, column]) => column.findIndex((value) => !Number.isNaN(value)));
  const lookback = Math.min(...first.map((row) => (row === -1 ? length : row)));
  let [last, lastChange] = [lookback - 1, 0];
  for (const count of new Set([1, Math.max(1, lookback)])) {
    if (count >= length - lookback) continue;
    const fewer = compute(count);
    for (const [name, column] of all) {
      const shorter = fewer[name]!;
      const usual = usualSize(column);
      // Before its first value a shorter series says nothing of the longer one.
      let row = shorter.findIndex((value) => !Number.isNaN(value));
      if (row === -1) continue;
      for (; row < shorter.length; row++) {
        const share = difference(column[row + count]!, shorter[row]!, usual);
        if (share > TOLERANCE) last = Math.max(last, row + count);
        if (row === shorter.length - 1) lastChange = Math.max(lastChange, share);
      }
    }
  }
  return { lookback, settledFrom: last + 1, lastChange };
}
