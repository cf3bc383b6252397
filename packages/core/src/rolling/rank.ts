/** Rolling percentile rank and quantile, as `quantile.ts` defines them. The window includes the newest number. */

import { within } from '../check.ts';
import { givenColumn } from '../given-column.ts';
import { quantileSorted } from '../quantile.ts';
import { kernelsInUse } from '../vector-kernels.ts';
import { countUpTo, createSortedWindow, pushSorted, type SortedWindow } from './sorted-window.ts';
import {
  checkSnapshot,
  checkWindow,
  columnOf,
  finiteInput,
  streamOf,
  windowSnapshot,
  type FillRows,
  type RollingKernel,
  type RollingOptions,
  type RollingStream,
  type WindowSnapshot,
} from './window.ts';

/** JSON-safe state of {@link createRollingRank} and {@link createRollingQuantile}. */
export type RollingRankSnapshot = WindowSnapshot;

/** Fewest numbers for which a kernel gains more than its copies cost. */
const LEAST_ROWS = 32;

/** Largest window for which a plain count is faster than a sorted window (measured crossover: about 43). */
export const COUNTING_WINDOW = 40;

/** Whole and half counts are exact, so every way of counting gives the same bits. */
const rankOf = (below: number, upTo: number, count: number): number => (100 * (below + 0.5 * (upTo - below))) / count;

interface State {
  readonly window: SortedWindow;
  readonly minCount: number;
  /** Share of a quantile; NaN for a rank. */
  readonly p: number;
}

const fill: FillRows<State> = (state, values, from, rows, into, at) => {
  const { ring, sorted } = state.window;
  const kernels = rows < LEAST_ROWS || !Number.isNaN(state.p) ? undefined : kernelsInUse();
  if (kernels === undefined || !(values instanceof Float64Array)) return oneByOne(state, values, from, rows, into, at);
  // Kernels take over once the window is full, for as long as the rows to write are contiguous.
  let done = Math.min(rows, sorted.length - ring.count);
  oneByOne(state, values, from, done, into, at);
  while (done < rows) {
    const { slots, head } = ring;
    const steps = Math.min(rows - done, slots.length - head);
    const places = slots.subarray(head, head + steps);
    const first = from + done;
    if (kernels.pushRanks(sorted, places, values.subarray(first, first + steps), into.subarray(at + done))) {
      ring.head = (head + steps) % slots.length;
    } else {
      oneByOne(state, values, first, steps, into, at + done);
    }
    done += steps;
  }
};

const oneByOne: FillRows<State> = ({ window, minCount, p }, values, from, rows, into, at) => {
  const isRank = Number.isNaN(p);
  for (let i = 0; i < rows; i++) {
    const below = pushSorted(window, values, from + i);
    // A ternary of NaN and a number would box it.
    const { count } = window.ring;
    if (count < minCount) into[at + i] = NaN;
    else if (isRank) into[at + i] = readRank(window, below);
    else into[at + i] = quantileSorted(window.sorted, p, count);
  }
};

const save = ({ window }: State): RollingRankSnapshot => windowSnapshot(window.ring);

/** @param p share of a quantile. @default NaN: a rank */
function kernel(size: number, options: RollingOptions, p: number = NaN): RollingKernel<State, RollingRankSnapshot> {
  const { window, minCount } = checkWindow(size, options);
  return {
    start: () => ({ window: createSortedWindow(window), minCount, p }),
    fill,
    save,
    load(snapshot) {
      checkSnapshot(snapshot, window);
      return { window: createSortedWindow(window, snapshot.values), minCount, p };
    },
  };
}

/** @param below index of the newest number in the sorted window. */
function readRank({ ring: { count }, sorted }: SortedWindow, below: number): number {
  const newest = sorted[below]!;
  const next = below + 1;
  // Ties are rare in prices and the rule in a flat market, so they are searched for only when the neighbour is equal.
  return rankOf(below, next < count && sorted[next] === newest ? countUpTo(sorted, count, newest) : next, count);
}

/** Ranks by counting each window, without a branch that the processor would mispredict. */
function countedRank(values: Float64Array, window: number, minCount: number, out: Float64Array): Float64Array {
  for (let i = 0; i < values.length; i++) {
    const first = Math.max(0, i - window + 1);
    const value = finiteInput(values[i]!, i);
    let below = 0;
    let upTo = 0;
    for (let j = first; j <= i; j++) {
      below += Number(values[j]! < value);
      upTo += Number(values[j]! <= value);
    }
    const count = i - first + 1;
    out[i] = count < minCount ? NaN : rankOf(below, upTo, count);
  }
  return out;
}

/**
 * Rolling percentile rank of each number among the last `window` numbers, itself included; ties get the middle rank.
 *
 * @param values finite numbers.
 * @param into column to fill, other memory than `values`. @default a new one
 * @returns one row per input within 0…100, NaN for the first `minCount − 1`.
 * @throws {UsageError} when a number is not finite (the message names its row), or the window or count is invalid.
 * @example
 * rollingRank([5, 1, 3], 3)[2].toFixed(2); // → '50.00'
 */
export function rollingRank(
  values: ArrayLike<number>,
  window: number,
  options: RollingOptions = {},
  into?: Float64Array,
): Float64Array {
  const { minCount } = checkWindow(window, options);
  const kernels = values.length < LEAST_ROWS ? undefined : kernelsInUse();
  const ranks = givenColumn('into', values.length, into);
  if (kernels !== undefined && values instanceof Float64Array) {
    if (kernels.fillRanks(values, window, minCount, ranks)) return ranks;
  }
  return window <= COUNTING_WINDOW
    ? countedRank(values instanceof Float64Array ? values : Float64Array.from(values), window, minCount, ranks)
    : rollingRankSorted(values, window, options, ranks);
}

/**
 * Computes {@link rollingRank} with a sorted window, whatever its size.
 * @internal for the test that compares both algorithms.
 */
export function rollingRankSorted(
  values: ArrayLike<number>,
  window: number,
  options: RollingOptions,
  into?: Float64Array,
): Float64Array {
  return columnOf(kernel(window, options), values, into);
}

/**
 * Stream form of {@link rollingRank}, equal to the bit.
 *
 * @param window length of the window, numbers.
 * @param resume snapshot to resume.
 * @throws {UsageError} when the window, the count or the snapshot is invalid, or (from `next` and `peek`) a number is
 * not finite.
 * @example
 * createRollingRank(2, { minCount: 1 }).next(4); // → 50
 */
export function createRollingRank(
  window: number,
  options: RollingOptions = {},
  resume?: RollingRankSnapshot,
): RollingStream<RollingRankSnapshot> {
  return streamOf(kernel(window, options), resume);
}

/**
 * Rolling quantile `p` of the last `window` numbers, type 7.
 *
 * @param values finite numbers.
 * @param into column to fill, other memory than `values`. @default a new one
 * @param p share within 0…1.
 * @returns one row per input, NaN for the first `minCount − 1`.
 * @throws {UsageError} as {@link rollingRank}, or when `p` is outside 0…1.
 * @example
 * rollingQuantile([5, 1, 3], 3, 0.5)[2]; // → 3
 */
export function rollingQuantile(
  values: ArrayLike<number>,
  window: number,
  p: number,
  options: RollingOptions = {},
  into?: Float64Array,
): Float64Array {
  return columnOf(kernel(window, options, within('p', p, 0, 1)), values, into);
}

/**
 * Several rolling quantiles from one sorted window: each column equals that of {@link rollingQuantile}.
 *
 * @param values finite numbers.
 * @param size length of the window, rows.
 * @param shares shares of the quantiles, within 0…1.
 * @param into columns to fill, one for each share, other memory than `values`. @default new ones
 * @returns a column for each share, NaN for the first `minCount − 1` rows.
 * @throws {UsageError} as {@link rollingQuantile}, or when a column has another length; no column is then written.
 * @example
 * rollingQuantiles([5, 1, 3], 3, [0.5, 1]).map((column) => column[2]); // → [ 3, 5 ]
 */
export function rollingQuantiles(
  values: ArrayLike<number>,
  size: number,
  shares: readonly number[],
  options: RollingOptions = {},
  into?: readonly Float64Array[],
): Float64Array[] {
  const { window, minCount } = checkWindow(size, options);
  const columns = shares.map((share, k) => {
    within('p', share, 0, 1);
    return givenColumn(`into[${k}]`, values.length, into?.[k]);
  });
  for (let i = 0; i < values.length; i++) finiteInput(values[i]!, i);
  for (const column of columns) column.fill(NaN);
  const state = createSortedWindow(window);
  for (let i = 0; i < values.length; i++) {
    pushSorted(state, values, i);
    const { count } = state.ring;
    if (count < minCount) continue;
    for (let k = 0; k < columns.length; k++) columns[k]![i] = quantileSorted(state.sorted, shares[k]!, count);
  }
  return columns;
}

/**
 * Stream form of {@link rollingQuantile}, equal to the bit.
 *
 * @param window length of the window, numbers.
 * @param p share below the quantile, 0…1.
 * @param resume snapshot to resume.
 * @throws {UsageError} when `p` is outside 0…1, the window, the count or the snapshot is invalid, or (from `next` and
 * `peek`) a number is not finite.
 * @example
 * createRollingQuantile(1, 0.5).next(4); // → 4
 */
export function createRollingQuantile(
  window: number,
  p: number,
  options: RollingOptions = {},
  resume?: RollingRankSnapshot,
): RollingStream<RollingRankSnapshot> {
  return streamOf(kernel(window, options, within('p', p, 0, 1)), resume);
}
