/** Finds the row after which an indicator no longer depends on where its bars begin. */

import type { ComputedColumns, IndicatorBars, PeerBars } from '@barograph/catalogue/compute';

/** Start-up of an indicator over a series. */
export interface IndicatorStart {
  /** Bars before the first value. */
  readonly lookback: number;
  /**
   * First row after which every value stays within 1e-6 (relative to its size or its column's mean size) when leading
   * bars are removed; the number of rows when the last value does not.
   */
  readonly settledFrom: number;
  /** Largest relative change of the last values when leading bars are removed. */
  readonly lastChange: number;
}

const TOLERANCE = 1e-6;

const cut = (column: Float64Array, bars: number): Float64Array => column.subarray(bars);

/** Drops the first `count` bars. */
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

/** Drops the first `count` bars of peer coins. */
export function peersWithoutFirst({ symbols, close, high, low, volume }: PeerBars, count: number): PeerBars {
  const all = (columns: readonly Float64Array[]): readonly Float64Array[] =>
    columns.map((column) => cut(column, count));
  return { symbols, close: all(close), high: all(high), low: all(low), volume: all(volume) };
}

/** Mean absolute value of a column. */
function usualSize(column: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of column) {
    if (!Number.isFinite(value)) continue;
    sum += Math.abs(value);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Relative difference of two values; 1 when only one is known. */
function difference(a: number, b: number, usual: number): number {
  if (Object.is(a, b) || a === b) return 0;
  const size = Math.max(Math.abs(a), Math.abs(b), usual);
  const share = Math.abs(a - b) / size;
  return Number.isNaN(share) ? 1 : share;
}

/**
 * Measures start-up by comparing columns with those computed from fewer bars.
 *
 * @param compute returns the columns without the first `without` bars.
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
      // Rows before the shorter series' first value cannot be compared.
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
