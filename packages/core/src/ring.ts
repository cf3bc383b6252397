/** Ring buffer of the last n numbers in one block of memory. */

import { integerAtLeast } from './check.ts';
import { UsageError } from './errors.ts';

/**
 * Fixed-size window over a series. Only the functions of this file write to it. `slots` holds the numbers in any unit;
 * its length is the capacity.
 */
export interface Ring {
  readonly slots: Float64Array;
  /** Stored numbers, at most `slots.length`. */
  count: number;
  /** Write position; in a full ring also the position of the oldest number. */
  head: number;
}

/**
 * Creates a ring, empty or filled with `values` (oldest first).
 *
 * @param values oldest first. @default [], an empty ring
 * @throws {UsageError} when there are more values than `capacity`.
 * @example
 * createRing(3, [1, 2]).count; // → 2
 */
export function createRing(capacity: number, values: readonly number[] = []): Ring {
  const slots = new Float64Array(integerAtLeast('capacity', capacity, 1));
  if (values.length > capacity) {
    throw new UsageError(`"values" expected at most ${capacity} numbers, got ${values.length}`);
  }
  slots.set(values);
  return { slots, count: values.length, head: values.length % capacity };
}

/**
 * Appends a number.
 *
 * @param value number to append.
 * @returns the number it replaces; NaN while the ring is filling.
 * @example
 * pushRing(createRing(2, [1, 2]), 3); // → 1
 */
export function pushRing(ring: Ring, value: number): number {
  const { slots, head } = ring;
  const oldest = ring.count === slots.length ? slots[head]! : NaN;
  slots[head] = value;
  advanceRing(ring);
  return oldest;
}

/**
 * Advances past a number that the caller wrote at the head. Loops use it because numbers passed to a call may be boxed.
 */
export function advanceRing(ring: Ring): void {
  const { length } = ring.slots;
  ring.head = ring.head + 1 === length ? 0 : ring.head + 1;
  if (ring.count < length) ring.count++;
}

/**
 * Copies the numbers, oldest first.
 * @returns a new column of `count` numbers.
 *
 * @example
 * ringValues(createRing(3, [1, 2]))[1]; // → 2
 */
export function ringValues(ring: Ring): Float64Array {
  const { slots, count, head } = ring;
  if (count < slots.length) return slots.slice(0, count);
  const values = new Float64Array(count);
  values.set(slots.subarray(head));
  values.set(slots.subarray(0, head), count - head);
  return values;
}
