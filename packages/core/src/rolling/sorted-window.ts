/** The last n numbers kept in order, so that ranks and quantiles are look-ups. O(log n) compares, O(n) moved bytes. */

import { advanceRing, createRing, ringValues, type Ring } from '../ring.ts';

/** `sorted[0…ring.count)` are the numbers of the ring, ascending. */
export interface SortedWindow {
  readonly ring: Ring;
  readonly sorted: Float64Array;
  /** Places of the last number that came and of the last that went. */
  readonly last: Float64Array;
}

/** Numbers about the last place among which a search begins, and how many make that worth its compares. */
const NEAR = 64;
const MANY = 16 * NEAR;

/** An empty window, or one that holds `values` (oldest first). */
export function createSortedWindow(window: number, values: readonly number[] = []): SortedWindow {
  const ring = createRing(window, values);
  const sorted = new Float64Array(window);
  sorted.set(ringValues(ring).sort());
  return { ring, sorted, last: new Float64Array(2) };
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
 * Adds a finite number, given by its place, and drops the oldest one when full: what lies between the two places moves by one,
 * once.
 *
 * @returns how many of the window are below it.
 */
export function pushSorted({ ring, sorted, last }: SortedWindow, values: ArrayLike<number>, at: number): number {
  // −0 as 0.
  const value = values[at]! + 0;
  const { count } = ring;
  // Any of several equal numbers may go: they are interchangeable. While the window fills, none goes: the end does.
  const oldest = count === sorted.length ? ring.slots[ring.head]! : Infinity;
  // Two searches in step, so that neither waits for its own compare.
  let gone = 0;
  let place = 0;
  let left = count;
  if (count >= MANY) {
    // What moves slowly goes in near to where the number before it did, and out likewise.
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
