/** Forward recursion of a Markov chain over weighted rows. */

import { logOfSums } from './exponential.ts';

/** Columns of the transition matrix are processed six at a time, in registers: 6 and 12 states need no padding. */
const WIDTH = 6;

/**
 * Matrix whose columns are padded with zeros to a multiple of six. `values` holds the rows one after the other, in the
 * unit of the matrix.
 */
export interface PaddedMatrix {
  readonly rows: number;
  /** Distance between rows in `values`. */
  readonly stride: number;
  readonly values: Float64Array;
}

/**
 * Pads a matrix.
 * @param columns number of columns. @default the number of rows
 */
export function padded(matrix: readonly ArrayLike<number>[], columns: number = matrix.length): PaddedMatrix {
  const rows = matrix.length;
  const stride = Math.ceil(columns / WIDTH) * WIDTH;
  const values = new Float64Array(rows * stride);
  matrix.forEach((row, i) => values.set(row, i * stride));
  return { rows, stride, values };
}

/** Returns a square matrix without its padding; zeros are +0, as in a sum that starts with 0. */
export function unpadded({ rows, stride, values }: PaddedMatrix): Float64Array {
  return Float64Array.from(
    { length: rows * rows },
    (_, at) => values[Math.floor(at / rows) * stride + (at % rows)]! + 0,
  );
}

/**
 * Computes `out = vector · matrix`. `out` has room for `stride` numbers.
 * @param at offset of the vector.
 */
export function multiply(
  vector: Float64Array,
  at: number,
  { rows, stride, values }: PaddedMatrix,
  out: Float64Array,
): void {
  for (let j = 0; j < stride; j += WIDTH) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let e = 0;
    let f = 0;
    for (let i = 0, cell = j; i < rows; i++, cell += stride) {
      const weight = vector[at + i]!;
      a += weight * values[cell]!;
      b += weight * values[cell + 1]!;
      c += weight * values[cell + 2]!;
      d += weight * values[cell + 3]!;
      e += weight * values[cell + 4]!;
      f += weight * values[cell + 5]!;
    }
    out[j] = a;
    out[j + 1] = b;
    out[j + 2] = c;
    out[j + 3] = d;
    out[j + 4] = e;
    out[j + 5] = f;
  }
}

/** Initial probabilities and transition matrix, in the memory layout of the loops. */
export interface Chain {
  readonly states: number;
  readonly initial: Float64Array;
  readonly transition: PaddedMatrix;
  /** Powers of the transition matrix by exponent, computed on first use. */
  readonly powers: Map<number, PaddedMatrix>;
}

/**
 * Copies a chain into the memory layout of the loops.
 * @param initial probabilities of the states before the first row.
 * @param transition probabilities, row by row; each row sums to 1.
 * @example
 * createChain([0.5, 0.5], [[0.9, 0.1], [0.1, 0.9]]).states; // → 2
 */
export function createChain(initial: readonly number[], transition: readonly (readonly number[])[]): Chain {
  return {
    states: initial.length,
    initial: Float64Array.from(initial),
    transition: padded(transition),
    powers: new Map(),
  };
}

/** Transition matrix of `steps ≥ 1` steps. Rows are renormalised to a sum of 1 after every product. */
export function power(chain: Chain, steps: number): PaddedMatrix {
  const known = chain.powers.get(steps);
  if (known !== undefined) return known;
  const { rows, stride, values } = chain.transition;
  let current = values;
  for (let step = 1; step < steps; step++) {
    const next = new Float64Array(values.length);
    for (let i = 0; i < rows; i++) {
      const row = next.subarray(i * stride, (i + 1) * stride);
      multiply(current, i * stride, chain.transition, row);
      normalize(row);
    }
    current = next;
  }
  const power = { rows, stride, values: current };
  chain.powers.set(steps, power);
  return power;
}

/** Divides numbers by their sum. @returns the sum. */
export function normalize(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  for (let i = 0; i < values.length; i++) values[i] = values[i]! / sum;
  return sum;
}

/** State that the recursion carries from row to row, and its scratch memory. */
export interface ForwardState {
  /** Filtered probabilities after the last row. */
  readonly alpha: Float64Array;
  readonly predicted: Float64Array;
  /** Number of rows so far that every state with a prior had ruled out. */
  rescued: number;
  started: boolean;
}

/**
 * Creates the state before the first row.
 * @example
 * createForwardState(model.hmm.chain).started; // → false
 */
export function createForwardState({ states, transition }: Chain): ForwardState {
  return {
    alpha: new Float64Array(states),
    predicted: new Float64Array(transition.stride),
    rescued: 0,
    started: false,
  };
}

/** Smallest normal number, 2^-1022: a smaller sum has lost its digits. */
const LEAST_NORMAL = 2 ** -1_022;

/**
 * Filters `rows` rows.
 *
 * `weights` are the densities of a row divided by that of its likeliest state, so that no row can underflow: at least
 * one weight is 1. A row fails only when every surviving state has a prior of zero; it is then filtered as if it had no
 * past.
 *
 * @param weights weights row by row, `states` each.
 * @param shift log of the divisor of the weights, per row; NaN for a row without observation.
 * @param probabilities receives the filtered probabilities, starting at row `at`.
 * @param logLikelihood receives log p(row | earlier rows), starting at row `at`; 0 for a row without observation.
 */
export function advanceForward(
  chain: Chain,
  state: ForwardState,
  weights: Float64Array,
  shift: Float64Array,
  rows: number,
  probabilities: Float64Array,
  logLikelihood: Float64Array,
  at: number,
): void {
  const { states, initial, transition } = chain;
  const { alpha, predicted } = state;
  for (let t = 0; t < rows; t++) {
    if (state.started) multiply(alpha, 0, transition, predicted);
    else predicted.set(initial);
    state.started = true;

    const observed = shift[t] === shift[t];
    const row = t * states;
    let sum = 0;
    for (let k = 0; k < states; k++) {
      const joint = observed ? predicted[k]! * weights[row + k]! : predicted[k]!;
      alpha[k] = joint;
      sum += joint;
    }
    if (sum < LEAST_NORMAL) {
      state.rescued++;
      sum = 0;
      for (let k = 0; k < states; k++) {
        alpha[k] = weights[row + k]!;
        sum += alpha[k]!;
      }
    }
    const scale = 1 / sum;
    const into = (at + t) * states;
    for (let k = 0; k < states; k++) {
      const probability = alpha[k]! * scale;
      alpha[k] = probability;
      probabilities[into + k] = probability;
    }
    logLikelihood[at + t] = sum;
  }
  logOfSums(logLikelihood, at, rows, shift);
}
