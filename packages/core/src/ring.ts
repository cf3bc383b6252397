/** The last n numbers, in one block of memory. */

import { integerAtLeast } from './check.ts';
import { UsageError } from './errors.ts';

/** A fixed window over a series. Only the functions of this file write to it. */
export interface Ring {
  readonly slots: Float64Array;
  /** Numbers held, at most `slots.length`. */
  count: number;
  /** Write position; once full, also the position of the oldest number. */
  head: number;
}

/**
 * An empty ring, or one that holds `values` (oldest first).
 *
 * @throws {UsageError} when they do not fit.
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
 * Adds a number.
 *
 * @returns the one it pushed out, NaN while the ring is filling.
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

/** Counts the number that was written at the head, for loops of which nothing may be boxed: numbers of a call may be. */
export function advanceRing(ring: Ring): void {
  const { length } = ring.slots;
  ring.head = ring.head + 1 === length ? 0 : ring.head + 1;
  if (ring.count < length) ring.count++;
}

/**
 * The numbers, oldest first, in memory of their own.
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
