/**
 * Rolling mean and variance by a sliding update of the sum of squared deviations. The sum is never negative, exactly 0
 * when all numbers of the window are equal, and recomputed every 4096 inputs and whenever it has fallen to a thousandth
 * of its peak.
 *
 * @source B. P. Welford, Note on a method for calculating corrected sums of squares and products, Technometrics 4,
 * 1962.
 */

import { oneOf } from '../check.ts';
import { givenColumn } from '../given-column.ts';
import { compensatedSum } from '../numerics.ts';
import { advanceRing, createRing, ringValues, type Ring } from '../ring.ts';
import type { Mutable, Stream } from '../stream.ts';
import {
  allFinite,
  checkSnapshot,
  checkWindow,
  finiteInput,
  ONE,
  windowSnapshot,
  type RollingOptions,
  type RollingStream,
  type WindowSnapshot,
} from './window.ts';
import { RESUM_EVERY } from './sum.ts';

/** Settings of rolling moments. */
export interface MomentsOptions extends RollingOptions {
  /**
   * `population` divides by n, `sample` by n − 1 (the variance of a single number is then NaN). @default 'population'
   */
  readonly divisor?: 'population' | 'sample';
}

/** Mean and variance of a window; NaN until defined. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/**
 * Mean and variance of the window that ends at each row. Both in the unit of the numbers, the variance in its square;
 * NaN below the least count.
 */
export interface MomentsColumns {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** Stream of moments that also takes many numbers at a time. */
export interface MomentsStream extends Stream<number, Moments, RollingMomentsSnapshot> {
  /**
   * Applies `next` to numbers `from…from + rows` and writes their variances to `into`, starting at `at`. Both may be
   * the same memory.
   *
   * @throws {UsageError} when a number is not finite; the state is then unchanged.
   */
  readonly fillVariance: RollingStream<RollingMomentsSnapshot>['fill'];
}

/** JSON-safe state of {@link createRollingMoments}. */
export interface RollingMomentsSnapshot extends WindowSnapshot {
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly squares: number;
  readonly peak: number;
  readonly age: number;
  /** Number of most recent inputs that are equal to each other. */
  readonly equal: number;
  readonly last: number;
}

const COLLAPSE: number = 2 ** -10;
const EMPTY = { mean: 0, squares: 0, peak: 0, age: 0, equal: 0, last: 0 } as const;
/**
 * Spread first into the columns: otherwise V8 gives them the shape of a point with the same names, whose numbers are
 * boxed.
 */
const OF_COLUMNS: object = Object.freeze({});

interface State {
  readonly ring: Ring;
  readonly minCount: number;
  /** 1 when the divisor is n − 1, else 0. */
  readonly less: 0 | 1;
  mean: number;
  squares: number;
  peak: number;
  age: number;
  equal: number;
  last: number;
}

function start(window: number, options: MomentsOptions, resume?: RollingMomentsSnapshot): State {
  const { minCount } = checkWindow(window, options);
  const less = oneOf('divisor', options.divisor ?? 'population', ['population', 'sample']) === 'sample' ? 1 : 0;
  if (resume !== undefined) checkSnapshot(resume, window);
  const { mean, squares, peak, age, equal, last } = resume ?? EMPTY;
  return { ring: createRing(window, resume?.values), minCount, less, mean, squares, peak, age, equal, last };
}

function copyOf(state: State): State {
  const { ring } = state;
  return { ...state, ring: createRing(ring.slots.length, Array.from(ringValues(ring))) };
}

function anew(state: State): void {
  const values = ringValues(state.ring);
  const mean = compensatedSum(values) / values.length;
  state.mean = mean;
  state.squares = compensatedSum(values.map((value) => (value - mean) ** 2));
  state.peak = state.squares;
  state.age = 0;
}

/** Adds a number by its index: a number passed as argument may be boxed. */
function advance(state: State, values: ArrayLike<number>, at: number): void {
  const { ring } = state;
  const value = values[at]! + 0;
  const full = ring.count === ring.slots.length;
  const oldest = ring.slots[ring.head]!;
  ring.slots[ring.head] = value;
  advanceRing(ring);
  const { count } = ring;
  state.equal = state.equal > 0 && value === state.last ? state.equal + 1 : 1;
  state.last = value;
  // Equality is tracked, not computed: cancellation would leave a residue, and a band of width 1e-17 is a false
  // squeeze.
  if (state.equal >= count) {
    state.mean = value;
    state.squares = 0;
    state.peak = 0;
    state.age = 0;
    return;
  }
  const before = state.mean;
  state.mean = full ? before + (value - oldest) / count : before + (value - before) / count;
  state.squares += full
    ? (value - oldest) * (value - state.mean + (oldest - before))
    : (value - before) * (value - state.mean);
  state.peak = Math.max(state.peak, state.squares);
  if (++state.age >= RESUM_EVERY || state.squares < COLLAPSE * state.peak) anew(state);
}

function read({ ring: { count }, minCount, less, mean, squares }: State, into: Mutable<Moments>): void {
  into.mean = NaN;
  into.variance = NaN;
  if (count < minCount) return;
  into.mean = mean;
  if (count > less) into.variance = squares / (count - less);
}

const save = (state: State): RollingMomentsSnapshot => ({
  ...windowSnapshot(state.ring),
  mean: state.mean,
  squares: state.squares,
  peak: state.peak,
  age: state.age,
  equal: state.equal,
  last: state.last,
});

/**
 * Rolling mean and variance of the last `window` numbers.
 *
 * @param values finite numbers.
 * @param into columns to fill. @default new ones
 * @returns one row per input, NaN for the first `minCount − 1`.
 * @throws {UsageError} when a number is not finite (the message names its row), or the window, count or divisor is
 * invalid.
 * @example
 * rollingMoments([1, 2, 3], 3).variance[2].toFixed(4); // → '0.6667'
 */
export function rollingMoments(
  values: ArrayLike<number>,
  window: number,
  options: MomentsOptions = {},
  into?: MomentsColumns,
): MomentsColumns {
  const state = start(window, options);
  const out = {
    ...OF_COLUMNS,
    mean: givenColumn('into.mean', values.length, into?.mean),
    variance: givenColumn('into.variance', values.length, into?.variance),
  };
  const now = { mean: NaN, variance: NaN };
  for (let i = 0; i < values.length; i++) {
    finiteInput(values[i]!, i);
    advance(state, values, i);
    read(state, now);
    out.mean[i] = now.mean;
    out.variance[i] = now.variance;
  }
  return out;
}

/**
 * Stream form of {@link rollingMoments}, equal to the bit.
 *
 * @param window length of the window, numbers.
 * @param resume snapshot to resume.
 * @throws {UsageError} when the window, the count, the divisor or the snapshot is invalid, or (from `next` and `peek`)
 * a number is not finite.
 * @example
 * createRollingMoments(1).next(4).mean; // → 4
 */
export function createRollingMoments(
  window: number,
  options: MomentsOptions = {},
  resume?: RollingMomentsSnapshot,
): MomentsStream {
  const state = start(window, options, resume);
  const now = { mean: NaN, variance: NaN };
  return {
    next: (value, into) => run(state, value, into),
    fillVariance: (values, from, rows, into, at) => {
      allFinite(values, from, rows);
      fillVariance(state, now, values, from, rows, into, at);
    },
    peek: (value, into) => run(copyOf(state), value, into),
    snapshot: () => save(state),
  };
}

function run(state: State, value: number, into: Mutable<Moments> = { mean: NaN, variance: NaN }): Moments {
  ONE[0] = finiteInput(value);
  advance(state, ONE, 0);
  read(state, into);
  return into;
}

/** @param now scratch record, reused for each number. */
function fillVariance(
  state: State,
  now: Mutable<Moments>,
  values: Float64Array,
  from: number,
  rows: number,
  into: Float64Array,
  at: number,
): void {
  for (let i = 0; i < rows; i++) {
    advance(state, values, from + i);
    read(state, now);
    into[at + i] = now.variance;
  }
}
