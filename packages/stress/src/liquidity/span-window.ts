/** Values of a time span in ascending order, so that their median is a look-up. */

import { quantileSorted } from '@barograph/core';

/** Values with their times, oldest first. */
export interface SpanWindow {
  readonly times: number[];
  readonly values: number[];
  /** Values, ascending; the first `times.length` are in use. */
  sorted: Float64Array;
}

/** Creates a window that contains `values`, oldest first. */
export function createSpanWindow(times: readonly number[] = [], values: readonly number[] = []): SpanWindow {
  const sorted = new Float64Array(Math.max(64, values.length));
  sorted.set(Float64Array.from(values).sort());
  return { times: [...times], values: [...values], sorted };
}

/** Drops values older than `from`. */
export function evictBefore(window: SpanWindow, from: number): void {
  const { times, values, sorted } = window;
  let gone = 0;
  while (gone < times.length && times[gone]! < from) {
    // Equal values are interchangeable, so any of them may be removed.
    const at = countBelow(sorted, times.length - gone, values[gone]!);
    sorted.copyWithin(at, at + 1, times.length - gone);
    gone++;
  }
  if (gone === 0) return;
  times.splice(0, gone);
  values.splice(0, gone);
}

/** Adds the newest value. */
export function pushValue(window: SpanWindow, time: number, value: number): void {
  const count = window.times.length;
  if (count === window.sorted.length) {
    const wider = new Float64Array(2 * count);
    wider.set(window.sorted);
    window.sorted = wider;
  }
  const at = countBelow(window.sorted, count, value);
  window.sorted.copyWithin(at + 1, at, count);
  window.sorted[at] = value;
  window.times.push(time);
  window.values.push(value);
}

/** Median, type 7; NaN for an empty window. */
export const medianOf = ({ sorted, times }: SpanWindow): number => quantileSorted(sorted, 0.5, times.length);

/** Counts the values below `value` among the first `count` ascending ones. */
function countBelow(sorted: Float64Array, count: number, value: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
