/** Runs the calls of the table on the same bars, and measures how far their numbers are from ours. */

import { indicator, type IndicatorBars } from 'barograph/indicator';
import { runInNewContext } from 'node:vm';
import type { Name, Peer } from './names.ts';

/** Columns of bars as plain lists, by the names that calls use. */
export type Lists = Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume' | 'time', readonly number[]>>;

export function listsOf({ open, high, low, close, volume, time }: IndicatorBars): Lists {
  return { open: [...open], high: [...high], low: [...low], close: [...close], volume: [...volume], time: [...time] };
}

/** An indicator of `trading-signals`. */
interface Fed {
  add(input: unknown): unknown;
}

function numberOf(value: unknown, pick: string | undefined): number {
  const own: unknown =
    pick !== undefined && typeof value === 'object' && value !== null ? Reflect.get(value, pick) : value;
  return typeof own === 'number' ? own : NaN;
}

/** Values of a batch call, at the end of a column as long as the bars. */
export function batchColumn({ call, pick }: Peer, library: object, lists: Lists): Float64Array {
  const values: unknown = runInNewContext(call, { ...library, ...lists });
  const column = new Float64Array(lists.close.length).fill(NaN);
  const list = Array.isArray(values) ? values : [];
  const first = column.length - list.length;
  list.forEach((value: unknown, i) => (column[first + i] = numberOf(value, pick)));
  return column;
}

/** Values of an indicator that is fed bar by bar: closes, or whole bars. */
export function fedColumn({ call, pick, fed = 'close' }: Peer, library: object, lists: Lists): Float64Array {
  const { open, high, low, close, volume } = lists;
  const own = runInNewContext(call, { ...library }) as Fed;
  return Float64Array.from(close, (price, i) => {
    const bar = { open: open[i], high: high[i], low: low[i], close: price, volume: volume[i] };
    return numberOf(own.add(fed === 'close' ? price : bar), pick);
  });
}

/** Our column of a row. */
export function ourColumn({ slug, column, parameters = {} }: Name, bars: IndicatorBars): Float64Array {
  const columns = indicator(slug, bars, { parameters });
  return columns[column ?? Object.keys(columns)[0]!]!;
}

/** Agreement of two columns. */
export interface Agreement {
  /** Bars on which both have a value, from the first that counts. */
  readonly bars: number;
  /** Largest difference, relative to the largest of our values. */
  readonly worst: number;
  /** First bar from which all agree within 1e-9; the number of bars where they never do. */
  readonly from: number;
}

export function agreement(ours: Float64Array, theirs: Float64Array, peer: Peer, begin = 0): Agreement {
  const { scale = 1, within = 1e-9, until = ours.length } = peer;
  const size = Math.max(...ours.filter((value) => Number.isFinite(value)).map(Math.abs), Number.MIN_VALUE);
  let [bars, worst, from] = [0, 0, begin];
  for (let i = begin; i < until; i++) {
    const other = theirs[i];
    if (Number.isNaN(ours[i]) || other === undefined || Number.isNaN(other)) continue;
    bars++;
    const off = Math.abs(ours[i]! - scale * other) / size;
    worst = Math.max(worst, off);
    if (off > within) from = i + 1;
  }
  return { bars, worst, from };
}
