/** Resampled windows of bars, shared by files and the simulator. */

import {
  bucketOpen,
  firstAtOrAfter,
  formingBar,
  resample,
  sliceCandles,
  stepMs,
  type Bar,
  type Candles,
  type Interval,
} from '@barograph/core';
import type { Bars, BarsWindow } from './bars.ts';

/** Bars of `base` that have closed by `asOf`. */
export function closedBy(base: Candles, step: number, asOf: number): Candles {
  return sliceCandles(base, 0, firstAtOrAfter(base, asOf - step + 1));
}

/** Last `count` complete bars of `to`. Incomplete buckets do not count, so the lookback grows until there are enough. */
function lastOf(base: Candles, from: Interval, to: Interval, count: number): Candles {
  if (from === to) return sliceCandles(base, Math.max(0, base.length - count));
  const ratio = stepMs(to) / stepMs(from);
  for (let need = (count + 2) * ratio; ; need *= 2) {
    const start = Math.max(0, base.length - need);
    // Start on a bucket: a bucket cut by the lookback would look incomplete.
    const open = start === 0 ? 0 : firstAtOrAfter(base, bucketOpen(base.time[start]!, stepMs(to)) + stepMs(to));
    const { bars } = resample(sliceCandles(base, open), from, to);
    if (bars.length >= count || start === 0) return sliceCandles(bars, Math.max(0, bars.length - count));
  }
}

function rangeOf(base: Candles, from: Interval, to: Interval, first: number, last: number): Candles {
  const long = stepMs(to);
  const start = firstAtOrAfter(base, bucketOpen(first + long - 1, long));
  const end = firstAtOrAfter(base, bucketOpen(last, long) + long);
  const window = sliceCandles(base, start, Math.max(start, end));
  return from === to ? window : resample(window, from, to).bars;
}

/**
 * @param base closed bars of `from` up to `asOf`.
 * @param rest known part of the open bar of `from` at `asOf`; undefined when unknown.
 * @returns complete bars of `to`, and the forming bar when its open lies in the window.
 */
export function windowOf(
  base: Candles,
  from: Interval,
  to: Interval,
  window: BarsWindow,
  asOf: number,
  rest?: Bar,
): Bars {
  const open = bucketOpen(asOf, stepMs(to));
  const inside = window.kind === 'last' || (window.from <= open && open <= window.to);
  const known = from === to ? undefined : formingBar(base, from, to, asOf);
  return {
    closed:
      window.kind === 'last' ? lastOf(base, from, to, window.count) : rangeOf(base, from, to, window.from, window.to),
    forming: inside ? joinBars(open, known, rest) : undefined,
  };
}

/** Joins two consecutive parts of a bar. */
export function joinBars(time: number, first: Bar | undefined, second: Bar | undefined): Bar | undefined {
  if (first === undefined || second === undefined) {
    const only = first ?? second;
    return only === undefined ? undefined : { ...only, time };
  }
  return {
    time,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volume: first.volume + second.volume,
  };
}
