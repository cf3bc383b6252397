/**
 * Rolling sum without drift: every rounding error is carried, and the window is summed again every 4096 inputs, and
 * whenever the sum has fallen to a thousandth of its peak (the rest may then be mostly error).
 *
 * @source A. Neumaier 1974, as in `numerics.ts`.
 */

import { compensatedSum } from '../numerics.ts';
import { advanceRing, createRing, ringValues, type Ring } from '../ring.ts';
import {
  checkSnapshot,
  checkWindow,
  columnOf,
  streamOf,
  windowSnapshot,
  type FillRows,
  type RollingKernel,
  type RollingOptions,
  type RollingStream,
  type WindowSnapshot,
} from './window.ts';

/** JSON-safe state of {@link createRollingSum}. */
export interface RollingSumSnapshot extends WindowSnapshot {
  readonly sum: number;
  /** Carried rounding error of the sum. */
  readonly lost: number;
  /** Largest magnitude of the sum since it was last recomputed. */
  readonly peak: number;
  /** Inputs since the sum was last recomputed. */
  readonly age: number;
}

/** Inputs between two full sums of the window. */
export const RESUM_EVERY = 4_096;
const COLLAPSE: number = 2 ** -10;

interface State {
  readonly ring: Ring;
  readonly minCount: number;
  /** Sum, lost, peak and age of the snapshot, in an array because numbers in object fields are boxed. */
  readonly slots: Float64Array;
}

/** Rounding error of `next = sum + value`. */
function errorOf(next: number, sum: number, value: number): number {
  return Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
}

const fill: FillRows<State> = (state, values, from, rows, into, at) => {
  const { ring, minCount, slots } = state;
  let sum = slots[0]!;
  let lost = slots[1]!;
  let peak = slots[2]!;
  let age = slots[3]!;
  for (let i = 0; i < rows; i++) {
    const value = values[from + i]! + 0;
    const full = ring.count === ring.slots.length;
    const oldest = ring.slots[ring.head]!;
    ring.slots[ring.head] = value;
    advanceRing(ring);
    let next = sum + value;
    lost += errorOf(next, sum, value);
    sum = next;
    if (full) {
      next = sum - oldest;
      lost += errorOf(next, sum, -oldest);
      sum = next;
    }
    const magnitude = Math.abs(sum + lost);
    if (magnitude > peak) peak = magnitude;
    if (++age >= RESUM_EVERY || magnitude < COLLAPSE * peak) {
      // Through memory: V8 cannot type the result of a call, and would then box every sum.
      slots[0] = compensatedSum(ringValues(ring));
      sum = slots[0];
      lost = 0;
      peak = Math.abs(sum);
      age = 0;
    }
    // A ternary of NaN and a number would box it, here and in the other windows.
    if (ring.count < minCount) into[at + i] = NaN;
    else into[at + i] = sum + lost;
  }
  slots[0] = sum;
  slots[1] = lost;
  slots[2] = peak;
  slots[3] = age;
};

function save({ ring, slots }: State): RollingSumSnapshot {
  const [sum = 0, lost = 0, peak = 0, age = 0] = slots;
  return { ...windowSnapshot(ring), sum, lost, peak, age };
}

function kernel(size: number, options: RollingOptions): RollingKernel<State, RollingSumSnapshot> {
  const { window, minCount } = checkWindow(size, options);
  return {
    start: () => ({ ring: createRing(window), minCount, slots: new Float64Array(4) }),
    fill,
    save,
    load(snapshot) {
      checkSnapshot(snapshot, window);
      const { values, sum, lost, peak, age } = snapshot;
      return { ring: createRing(window, values), minCount, slots: Float64Array.of(sum, lost, peak, age) };
    },
  };
}

/**
 * Rolling sum of the last `window` numbers.
 *
 * @param values finite numbers.
 * @param into column to fill. @default a new one
 * @returns one row per input, NaN for the first `minCount − 1`.
 * @throws {UsageError} when a number is not finite (the message names its row), or the window or count is invalid.
 * @example
 * rollingSum([1, 2, 3], 2)[2]; // → 5
 */
export function rollingSum(
  values: ArrayLike<number>,
  window: number,
  options: RollingOptions = {},
  into?: Float64Array,
): Float64Array {
  return columnOf(kernel(window, options), values, into);
}

/**
 * Stream form of {@link rollingSum}, equal to the bit.
 *
 * @param window length of the window, numbers.
 * @param resume snapshot to resume.
 * @throws {UsageError} when the window, the count or the snapshot is invalid, or (from `next` and `peek`) a number is
 * not finite.
 * @example
 * createRollingSum(1).next(4); // → 4
 */
export function createRollingSum(
  window: number,
  options: RollingOptions = {},
  resume?: RollingSumSnapshot,
): RollingStream<RollingSumSnapshot> {
  return streamOf(kernel(window, options), resume);
}
