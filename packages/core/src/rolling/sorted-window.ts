/** The last n numbers kept in order, so that ranks and quantiles are look-ups. O(log n) compares, O(n) moved bytes. */

import { createRing, pushRing, ringValues, type Ring } from '../ring.ts';

/** `sorted[0…ring.count)` are the numbers of the ring, ascending. */
export interface SortedWindow {
  readonly ring: Ring;
  readonly sorted: Float64Array;
}

/** An empty window, or one that holds `values` (oldest first). */
export function createSortedWindow(window: number, values: readonly number[] = []): SortedWindow {
  const ring = createRing(window, values);
  const sorted = new Float64Array(window);
  sorted.set(ringValues(ring).sort());
  return { ring, sorted };
}

/**
 * Counts how many of the first `count` ascending numbers are at most `value`. O(log count).
 *
 * @example
 * countUpTo(Float64Array.of(1, 2, 3), 3, 2); // → 2
 */
export function countUpTo(sorted: Float64Array, count: number, value: number): number {
  let low = 0;
  // Every step halves what is left whatever it finds: a product in place of a branch, which the machine would mispredict.
  for (let left = count; left > 1;) {
    const half = left >> 1;
    low += half * Number(sorted[low + half - 1]! <= value);
    left -= half;
  }
  return low + Number(count > 0 && sorted[low]! <= value);
}

/**
 * Adds a finite number (−0 must come as 0) and drops the oldest one when full: what lies between the two places moves by
 * one, once.
 *
 * @returns how many of the window are below it.
 */
export function pushSorted({ ring, sorted }: SortedWindow, value: number): number {
  const { count } = ring;
  // Any of several equal numbers may go: they are interchangeable. While the window fills, none goes: the end does.
  const oldest = count === sorted.length ? ring.slots[ring.head]! : Infinity;
  // Two searches in step, so that neither waits for its own compare.
  let gone = 0;
  let place = 0;
  for (let left = count; left > 1;) {
    const half = left >> 1;
    gone += half * Number(sorted[gone + half - 1]! < oldest);
    place += half * Number(sorted[place + half - 1]! < value);
    left -= half;
  }
  gone += Number(count > 0 && sorted[gone]! < oldest);
  place += Number(count > 0 && sorted[place]! < value);
  if (place > gone) {
    place--;
    sorted.copyWithin(gone, gone + 1, place + 1);
  } else {
    sorted.copyWithin(place + 1, place, gone);
  }
  sorted[place] = value;
  pushRing(ring, value);
  return place;
}
