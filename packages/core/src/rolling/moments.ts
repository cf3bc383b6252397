/**
 * Rolling mean and variance by a sliding update of the sum of squared deviations, which is never negative, exactly 0
 * when all numbers of the window are equal, and taken anew every 4096 inputs and whenever it has fallen to a
 * thousandth of what it was.
 *
 * @source B. P. Welford, Note on a method for calculating corrected sums of squares and products, Technometrics 4, 1962.
 */

import { oneOf } from '../check.ts';
import { givenColumn } from '../given-column.ts';
import { compensatedSum } from '../numerics.ts';
import { createRing, pushRing, ringValues, type Ring } from '../ring.ts';
import type { Mutable, Stream } from '../stream.ts';
import {
  checkSnapshot,
  checkWindow,
  finiteInput,
  type RollingOptions,
  type RollingStream,
  type WindowSnapshot,
} from './window.ts';
import { RESUM_EVERY } from './sum.ts';

/** Settings of rolling moments. */
export interface MomentsOptions extends RollingOptions {
  /** `population` divides by n (the default), `sample` by n − 1 (the variance of one number is then NaN). */
  readonly divisor?: 'population' | 'sample';
}

/** Mean and variance of a window; NaN until defined. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Mean and variance of the window that ends at each row. */
export interface MomentsColumns {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/** A stream of moments that also takes many numbers at a time. */
export interface MomentsStream extends Stream<number, Moments, RollingMomentsSnapshot> {
  /**
   * `next` of numbers `from…from + rows`, whose variances stand in `into` from `at` on. Those may be the same places.
   *
   * @throws {UsageError} a number that is not finite; nothing changes.
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

interface State {
  readonly ring: Ring;
  mean: number;
  squares: number;
  peak: number;
  age: number;
  equal: number;
  last: number;
}

function start(window: number): State {
  return { ring: createRing(window), mean: 0, squares: 0, peak: 0, age: 0, equal: 0, last: 0 };
}

/** Least count of a defined window, and what the divisor is less than the count. */
interface Reading {
  readonly minCount: number;
  readonly less: number;
}

/** Takes numbers `from…from + rows`; what they make stands in the columns from `at` on. */
function fill(
  state: State,
  { minCount, less }: Reading,
  values: ArrayLike<number>,
  from: number,
  rows: number,
  variances: Float64Array,
  at: number,
  means: Float64Array = variances,
): void {
  const { ring } = state;
  const { slots } = ring;
  // In locals for all rows: fields would be written for each of them.
  let { mean, squares, peak, age, equal, last } = state;
  for (let i = 0; i < rows; i++) {
    const value = values[from + i]! + 0;
    const full = ring.count === slots.length;
    const oldest = pushRing(ring, value);
    const { count } = ring;
    equal = equal > 0 && value === last ? equal + 1 : 1;
    last = value;
    // Equality is known, not computed: cancellation would leave a residue, and a band of width 1e-17 is a false squeeze.
    if (equal >= count) {
      mean = value;
      squares = peak = age = 0;
    } else {
      const before = mean;
      mean = full ? before + (value - oldest) / count : before + (value - before) / count;
      squares += full ? (value - oldest) * (value - mean + (oldest - before)) : (value - before) * (value - mean);
      peak = Math.max(peak, squares);
      if (++age >= RESUM_EVERY || squares < COLLAPSE * peak) {
        const list = ringValues(ring);
        const middle = compensatedSum(list) / count;
        mean = middle;
        squares = compensatedSum(list.map((x) => (x - middle) ** 2));
        peak = squares;
        age = 0;
      }
    }
    // A choice between NaN and a number would box it.
    // The mean first: without a column of its own it stands where the variance will.
    means[at + i] = NaN;
    if (count >= minCount) means[at + i] = mean;
    variances[at + i] = NaN;
    if (count >= minCount && count > less) variances[at + i] = squares / (count - less);
  }
  // Each by itself: a record of them would be garbage of every bar of a stream.
  state.mean = mean;
  state.squares = squares;
  state.peak = peak;
  state.age = age;
  state.equal = equal;
  state.last = last;
}

function readingOf(size: number, options: MomentsOptions): Reading {
  const { minCount } = checkWindow(size, options);
  const less = Number(oneOf('divisor', options.divisor ?? 'population', ['population', 'sample']) === 'sample');
  return { minCount, less };
}

const save = ({ ring, ...numbers }: State): RollingMomentsSnapshot => ({
  version: 1,
  window: ring.slots.length,
  values: Array.from(ringValues(ring)),
  ...numbers,
});

const load = ({ window, values, ...numbers }: RollingMomentsSnapshot): State => ({
  ring: createRing(window, values),
  ...numbers,
});

/**
 * Mean and variance of the last `window` numbers.
 *
 * @param values n finite numbers.
 * @param into takes the rows; new columns when left out.
 * @returns columns of n rows, NaN for the first `minCount − 1`.
 * @throws {UsageError} a number that is not finite (the message names its row), or a bad window, count or divisor.
 * @example
 * rollingMoments([1, 2, 3], 3).variance[2].toFixed(4); // → '0.6667'
 */
export function rollingMoments(
  values: ArrayLike<number>,
  window: number,
  options: MomentsOptions = {},
  into?: MomentsColumns,
): MomentsColumns {
  const reading = readingOf(window, options);
  const out = {
    mean: givenColumn('into.mean', values.length, into?.mean),
    variance: givenColumn('into.variance', values.length, into?.variance),
  };
  for (let i = 0; i < values.length; i++) finiteInput(values[i]!, i);
  fill(start(window), reading, values, 0, values.length, out.variance, 0, out.mean);
  return out;
}

/**
 * {@link rollingMoments} one number at a time, the same to the bit.
 *
 * @param resume a snapshot to continue from.
 * @example
 * createRollingMoments(1).next(4).mean; // → 4
 */
export function createRollingMoments(
  window: number,
  options: MomentsOptions = {},
  resume?: RollingMomentsSnapshot,
): MomentsStream {
  const reading = readingOf(window, options);
  if (resume !== undefined) checkSnapshot(resume, window);
  const state = resume === undefined ? start(window) : load(resume);
  const [mean, variance] = [new Float64Array(1), new Float64Array(1)];
  const run = (on: State, value: number, into: Mutable<Moments> = { mean: NaN, variance: NaN }): Moments => {
    variance[0] = finiteInput(value);
    fill(on, reading, variance, 0, 1, variance, 0, mean);
    into.mean = mean[0]!;
    into.variance = variance[0];
    return into;
  };
  return {
    next: (value, into) => run(state, value, into),
    fillVariance: (values, from, rows, into, at) => {
      for (let i = from; i < from + rows; i++) finiteInput(values[i]!);
      fill(state, reading, values, from, rows, into, at);
    },
    peek: (value, into) => run(load(save(state)), value, into),
    snapshot: () => save(state),
  };
}
