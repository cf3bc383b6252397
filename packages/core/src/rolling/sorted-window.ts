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

/** Counts how many of the first `count` ascending numbers are below `value`. */
export function countBelow(sorted: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Counts how many of the first `count` ascending numbers are at most `value`. O(log count).
 *
 * @example
 * countUpTo(Float64Array.of(1, 2, 3), 3, 2); // → 2
 */
export function countUpTo(sorted: Float64Array, count: number, value: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds a finite number (−0 must come as 0) and drops the oldest one when full. */
export function pushSorted({ ring, sorted }: SortedWindow, value: number): void {
  let { count } = ring;
  if (count === sorted.length) {
    // Any of several equal numbers may go: they are interchangeable.
    const gone = countBelow(sorted, count, ring.slots[ring.head]!);
    sorted.copyWithin(gone, gone + 1, count);
    count--;
  }
  const place = countUpTo(sorted, count, value);
  sorted.copyWithin(place + 1, place, count);
  sorted[place] = value;
  pushRing(ring, value);
}
