/**
 * Window of the last n numbers in ascending order, so that ranks and quantiles are look-ups. O(log n) compares, O(n)
 * moved bytes.
 */

import { advanceRing, createRing, ringValues, type Ring } from '../ring.ts';

/** `sorted[0…ring.count)` are the numbers of the ring, ascending. */
export interface SortedWindow {
  readonly ring: Ring;
  readonly sorted: Float64Array;
  /** Indexes of the last inserted and the last removed number. */
  readonly last: Float64Array;
}

/** Half-width of the range around the last index where a search begins, and the smallest window for which that pays. */
const NEAR = 64;
const MANY = 16 * NEAR;

/** Creates a window, empty or filled with `values` (oldest first). */
export function createSortedWindow(window: number, values: readonly number[] = []): SortedWindow {
  const ring = createRing(window, values);
  const sorted = new Float64Array(window);
  sorted.set(ringValues(ring).sort());
  return { ring, sorted, last: new Float64Array(2) };
}

/**
 * Counts the numbers that are at most `value`, among the first `count` of an ascending array. O(log count).
 * @param sorted ascending; the order is not checked.
 * @returns an integer within 0…`count`.
 *
 * @example
 * countUpTo(Float64Array.of(1, 2, 3), 3, 2); // → 2
 */
export function countUpTo(sorted: Float64Array, count: number, value: number): number {
  let low = 0;
  // Every step halves the range: a product replaces a branch that the processor would mispredict.
  for (let left = count; left > 1;) {
    const half = left >> 1;
    low += half * Number(sorted[low + half - 1]! <= value);
    left -= half;
  }
  return low + Number(count > 0 && sorted[low]! <= value);
}

/**
 * Inserts the finite number at `values[at]` and drops the oldest one when full. Only the numbers between both positions
 * move.
 *
 * @returns number of values in the window below it.
 */
export function pushSorted({ ring, sorted, last }: SortedWindow, values: ArrayLike<number>, at: number): number {
  // −0 as 0.
  const value = values[at]! + 0;
  const { count } = ring;
  // Equal numbers are interchangeable, so any of them may be dropped. While the window fills, the end marker is dropped
  // instead.
  const oldest = count === sorted.length ? ring.slots[ring.head]! : Infinity;
  // Two interleaved searches, so that neither waits for its own compare.
  let gone = 0;
  let place = 0;
  let left = count;
  if (count >= MANY) {
    // A slow series inserts and removes near the previous positions.
    const most = count - NEAR;
    const from = Math.min(Math.max(last[0]! - NEAR / 2, 0), most) | 0;
    const out = Math.min(Math.max(last[1]! - NEAR / 2, 0), most) | 0;
    const isIn = (from === 0 || sorted[from - 1]! < value) && (from === most || sorted[from + NEAR - 1]! >= value);
    const isOut = (out === 0 || sorted[out - 1]! < oldest) && (out === most || sorted[out + NEAR - 1]! >= oldest);
    if (isIn && isOut) {
      place = from;
      gone = out;
      left = NEAR;
    }
  }
  while (left > 1) {
    const half = left >> 1;
    gone += half * Number(sorted[gone + half - 1]! < oldest);
    place += half * Number(sorted[place + half - 1]! < value);
    left -= half;
  }
  gone += Number(count > 0 && sorted[gone]! < oldest);
  place += Number(count > 0 && sorted[place]! < value);
  last[0] = place;
  last[1] = gone;
  if (place > gone) {
    place--;
    sorted.copyWithin(gone, gone + 1, place + 1);
  } else {
    sorted.copyWithin(place + 1, place, gone);
  }
  sorted[place] = value;
  ring.slots[ring.head] = value;
  advanceRing(ring);
  return place;
}
