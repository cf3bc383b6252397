/** The forward recursion of a Markov chain over weighted rows. */

import { logOfSums } from './exponential.ts';

/** Columns of the transition matrix are handled six at a time, in registers: 6 and 12 states need no filling. */
const WIDTH = 6;

/** A matrix whose columns are filled with zeros up to a multiple of six. */
export interface PaddedMatrix {
  readonly rows: number;
  /** Distance of two rows in `values`. */
  readonly stride: number;
  readonly values: Float64Array;
}

/** @param columns as many as rows when left out. */
export function padded(matrix: readonly ArrayLike<number>[], columns: number = matrix.length): PaddedMatrix {
  const rows = matrix.length;
  const stride = Math.ceil(columns / WIDTH) * WIDTH;
  const values = new Float64Array(rows * stride);
  matrix.forEach((row, i) => values.set(row, i * stride));
  return { rows, stride, values };
}

/** The numbers of a square matrix without its filling; zeros are +0, as a sum that begins with 0 makes them. */
export function unpadded({ rows, stride, values }: PaddedMatrix): Float64Array {
  return Float64Array.from(
    { length: rows * rows },
    (_, at) => values[Math.floor(at / rows) * stride + (at % rows)]! + 0,
  );
}

/**
 * `out = vector · matrix`. `out` has room for `stride` numbers.
 * @param at where the vector begins.
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

/** Initial probabilities and transition matrix, in the layout of the loops. */
export interface Chain {
  readonly states: number;
  readonly initial: Float64Array;
  readonly transition: PaddedMatrix;
  /** Powers of the transition matrix, by exponent; made when first asked for. */
  readonly powers: Map<number, PaddedMatrix>;
}

/** Copies a chain into the layout of the loops. */
export function createChain(initial: readonly number[], transition: readonly (readonly number[])[]): Chain {
  return {
    states: initial.length,
    initial: Float64Array.from(initial),
    transition: padded(transition),
    powers: new Map(),
  };
}

/** The transition matrix of `steps ≥ 1` steps. Rows are brought back to a sum of 1 after every product. */
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
  const made = { rows, stride, values: current };
  chain.powers.set(steps, made);
  return made;
}

/** Divides by the sum. @returns the sum. */
export function normalize(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  for (let i = 0; i < values.length; i++) values[i] = values[i]! / sum;
  return sum;
}

/** State that the recursion carries from row to row, and its working memory. */
export interface ForwardState {
  /** Filtered probabilities after the last row. */
  readonly alpha: Float64Array;
  readonly predicted: Float64Array;
  /** Rows that every state with a prior had ruled out, since the start. */
  rescued: number;
  started: boolean;
}

/** State before the first row. */
export function createForwardState({ states, transition }: Chain): ForwardState {
  return {
    alpha: new Float64Array(states),
    predicted: new Float64Array(transition.stride),
    rescued: 0,
    started: false,
  };
}

/** Below this a sum has lost its digits; it is 2^-1022, the smallest normal number. */
const LEAST_NORMAL = 2 ** -1_022;

/**
 * Filters `rows` rows.
 *
 * `weights` are the densities of a row over that of its likeliest state, so that no row can underflow: at least one
 * weight is 1. Only a prior of zero for every surviving state can; the row is then filtered as if it had no past.
 *
 * @param weights row by row, `states` each.
 * @param shift per row: log of what the weights were divided by; NaN for a row without any observation.
 * @param probabilities takes the filtered probabilities from row `at` on.
 * @param logLikelihood takes log p(row | rows before) from row `at` on; 0 for a row without any observation.
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
