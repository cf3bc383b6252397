/**
 * Rolling sum that does not drift: every rounding error is carried, and the window is summed anew every 4096 inputs,
 * and whenever the sum has fallen to a thousandth of what it was (then what is left may be mostly error).
 *
 * @source A. Neumaier 1974, as in `numerics.ts`.
 */

import { compensatedSum, lostBy } from '../numerics.ts';
import { createRing, pushRing, ringValues, type Ring } from '../ring.ts';
import {
  checkSnapshot,
  checkWindow,
  columnOf,
  streamOf,
  type RollingKernel,
  type RollingOptions,
  type RollingStream,
  type WindowSnapshot,
} from './window.ts';

/** JSON-safe state of {@link createRollingSum}. */
export interface RollingSumSnapshot extends WindowSnapshot {
  readonly sum: number;
  /** Rounding error carried beside the sum. */
  readonly lost: number;
  /** Largest magnitude of the sum since it was last taken anew. */
  readonly peak: number;
  /** Inputs since it was last taken anew. */
  readonly age: number;
}

/** Inputs between two fresh sums of the window. */
export const RESUM_EVERY = 4_096;
const COLLAPSE: number = 2 ** -10;

interface State {
  readonly ring: Ring;
  sum: number;
  lost: number;
  peak: number;
  age: number;
}

/** A number on its way through `fill` alone. */
const cell = new Float64Array(1);

function kernel(size: number, options: RollingOptions): RollingKernel<State, RollingSumSnapshot> {
  const { window, minCount } = checkWindow(size, options);
  const fill: RollingKernel<State, RollingSumSnapshot>['fill'] = (state, values, from, rows, into, at) => {
    const { ring } = state;
    // In locals for all rows: fields would be written for each of them.
    let { sum, lost, peak, age } = state;
    for (let i = 0; i < rows; i++) {
      const value = values[from + i]! + 0;
      const full = ring.count === window;
      const oldest = -pushRing(ring, value);
      lost += lostBy(sum, value);
      sum += value;
      if (full) {
        lost += lostBy(sum, oldest);
        sum += oldest;
      }
      const magnitude = Math.abs(sum + lost);
      if (magnitude > peak) peak = magnitude;
      if (++age >= RESUM_EVERY || magnitude < COLLAPSE * peak) {
        sum = compensatedSum(ringValues(ring));
        lost = 0;
        peak = Math.abs(sum);
        age = 0;
      }
      // A choice between NaN and a number would box it.
      if (ring.count < minCount) into[at + i] = NaN;
      else into[at + i] = sum + lost;
    }
    // Each by itself: a record of them would be garbage of every number of a stream.
    state.sum = sum;
    state.lost = lost;
    state.peak = peak;
    state.age = age;
  };
  return {
    start: () => ({ ring: createRing(window), sum: 0, lost: 0, peak: 0, age: 0 }),
    advance: (state, value) => {
      cell[0] = value;
      fill(state, cell, 0, 1, cell, 0);
      return cell[0];
    },
    fill,
    save: ({ ring, ...sums }) => ({ version: 1, window, values: Array.from(ringValues(ring)), ...sums }),
    load(snapshot) {
      checkSnapshot(snapshot, window);
      const { values, sum, lost, peak, age } = snapshot;
      return { ring: createRing(window, values), sum, lost, peak, age };
    },
  };
}

/**
 * Sum of the last `window` numbers.
 *
 * @param values n finite numbers.
 * @param into takes the rows; a new column when left out.
 * @returns n rows, NaN for the first `minCount − 1`.
 * @throws {UsageError} a number that is not finite (the message names its row), or a bad window or count.
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
 * {@link rollingSum} one number at a time, the same to the bit.
 *
 * @param resume a snapshot to continue from.
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
