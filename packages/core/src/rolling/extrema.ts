/**
 * Rolling maximum and minimum by a monotonic queue of the numbers that may still become the extreme. Each number enters
 * and leaves the queue once, so an input costs O(1) on average, whatever the window.
 */

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
import { advanceRing, createRing, type Ring } from '../ring.ts';

/** JSON-safe state of {@link createRollingMax} and {@link createRollingMin}. */
export type RollingExtremaSnapshot = WindowSnapshot;

/**
 * Circular queue: the first `queued` of `values` starting at `head` descend (for a maximum); `at` gives the input index
 * of each.
 */
interface State {
  readonly ring: Ring;
  readonly minCount: number;
  /** 1 for the maximum, −1 for the minimum, which is the negated maximum of the negated numbers. */
  readonly sign: 1 | -1;
  readonly values: Float64Array;
  readonly at: Float64Array;
  head: number;
  queued: number;
  seen: number;
}

function start(window: number, minCount: number, sign: 1 | -1): State {
  const block = (): Float64Array => new Float64Array(window);
  return { ring: createRing(window), minCount, sign, values: block(), at: block(), head: 0, queued: 0, seen: 0 };
}

const fill: FillRows<State> = (state, inputs, from, rows, into, out) => {
  const { ring, minCount, sign, values, at } = state;
  const window = values.length;
  let { head, queued, seen } = state;
  for (let i = 0; i < rows; i++) {
    const value = inputs[from + i]! + 0;
    ring.slots[ring.head] = value;
    advanceRing(ring);
    const signed = sign * value;
    // Positions wrap by comparison: a remainder would cost as much as the rest of the loop.
    if (queued > 0 && at[head]! <= seen - window) {
      head = head + 1 === window ? 0 : head + 1;
      queued--;
    }
    let tail = head + queued;
    tail -= window * Number(tail >= window);
    while (queued > 0) {
      const last = tail === 0 ? window - 1 : tail - 1;
      if (values[last]! > signed) break;
      tail = last;
      queued--;
    }
    values[tail] = signed;
    at[tail] = seen;
    queued++;
    seen++;
    // `+ 0` turns the −0 of a minimum of zeros into 0.
    if (ring.count < minCount) into[out + i] = NaN;
    else into[out + i] = sign * values[head]! + 0;
  }
  state.head = head;
  state.queued = queued;
  state.seen = seen;
};

const save = ({ ring }: State): RollingExtremaSnapshot => windowSnapshot(ring);

function kernel(size: number, options: RollingOptions, sign: 1 | -1): RollingKernel<State, RollingExtremaSnapshot> {
  const { window, minCount } = checkWindow(size, options);
  return {
    start: () => start(window, minCount, sign),
    fill,
    save,
    // The queue follows from the window, so only the window is saved.
    load(snapshot) {
      checkSnapshot(snapshot, window);
      const state = start(window, minCount, sign);
      fill(state, snapshot.values, 0, snapshot.values.length, new Float64Array(snapshot.values.length), 0);
      return state;
    },
  };
}

/**
 * Rolling maximum of the last `window` numbers.
 *
 * @param values finite numbers.
 * @param into column to fill. @default a new one
 * @returns one row per input, NaN for the first `minCount − 1`.
 * @throws {UsageError} when a number is not finite (the message names its row), or the window or count is invalid.
 * @example
 * rollingMax([1, 3, 2, 0], 2)[3]; // → 2
 */
export function rollingMax(
  values: ArrayLike<number>,
  window: number,
  options: RollingOptions = {},
  into?: Float64Array,
): Float64Array {
  return columnOf(kernel(window, options, 1), values, into);
}

/**
 * Rolling minimum of the last `window` numbers; otherwise as {@link rollingMax}.
 * @param into column to fill, as many rows as values, not the values. @default a new one
 * @throws {UsageError} when a number is not finite (the message names its row), or the window or count is invalid.
 *
 * @example
 * rollingMin([1, 3, 2, 0], 2)[3]; // → 0
 */
export function rollingMin(
  values: ArrayLike<number>,
  window: number,
  options: RollingOptions = {},
  into?: Float64Array,
): Float64Array {
  return columnOf(kernel(window, options, -1), values, into);
}

/**
 * Stream form of {@link rollingMax}, one number at a time.
 *
 * @param window length of the window, numbers.
 * @param resume snapshot to resume.
 * @throws {UsageError} when the window, the count or the snapshot is invalid, or (from `next` and `peek`) a number is
 * not finite.
 * @example
 * createRollingMax(1).next(4); // → 4
 */
export function createRollingMax(
  window: number,
  options: RollingOptions = {},
  resume?: RollingExtremaSnapshot,
): RollingStream<RollingExtremaSnapshot> {
  return streamOf(kernel(window, options, 1), resume);
}

/**
 * Stream form of {@link rollingMin}, one number at a time.
 *
 * @param window length of the window, numbers.
 * @param resume snapshot to resume.
 * @throws {UsageError} when the window, the count or the snapshot is invalid, or (from `next` and `peek`) a number is
 * not finite.
 * @example
 * createRollingMin(1).next(4); // → 4
 */
export function createRollingMin(
  window: number,
  options: RollingOptions = {},
  resume?: RollingExtremaSnapshot,
): RollingStream<RollingExtremaSnapshot> {
  return streamOf(kernel(window, options, -1), resume);
}
