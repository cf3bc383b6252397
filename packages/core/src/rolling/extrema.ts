/**
 * Rolling maximum and minimum: a monotonic queue of the numbers that may still become the extreme, in order.
 * Each number enters and leaves it once, so an input costs O(1) on average whatever the window.
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

/** The first `queued` of `values` from `head` on descend (for a maximum), around the end; `at` says at which input each came. */
interface State {
  readonly ring: Ring;
  readonly minCount: number;
  /** 1 for the maximum, −1 for the minimum, which is the maximum of the negated numbers. */
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
    // Places are taken around the end by a compare: a remainder costs as much as all else.
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
    // `+ 0` because the minimum of zeros would be −0.
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
 * Largest of the last `window` numbers.
 *
 * @param values n finite numbers.
 * @param into takes the rows; a new column when left out.
 * @returns n rows, NaN for the first `minCount − 1`.
 * @throws {UsageError} a number that is not finite (the message names its row), or a bad window or count.
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
 * Smallest of the last `window` numbers; otherwise as {@link rollingMax}.
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
 * {@link rollingMax} one number at a time.
 *
 * @param resume a snapshot to continue from.
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
 * {@link rollingMin} one number at a time.
 *
 * @param resume a snapshot to continue from.
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
