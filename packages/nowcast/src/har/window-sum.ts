/**
 * Sum of the last n terms in slots of a shared state, without a subtraction: nothing drifts, and terms ≥ 0 never give a
 * sum below 0.
 *
 * The series is cut into blocks of n terms; a window is the end of one block and the beginning of the next. The ends are
 * summed once per block, from its last term backwards, the beginning as it grows: two additions a term.
 *
 * @source M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels,
 * Pattern Recognition Letters 13, 1992, with sums in place of extrema.
 */

// Slots: terms of the block so far, their sum, and a block where a term overwrites the end that it leaves behind.
const POSITION = 0;
const BEGINNING = 1;
const BLOCK = 2;

/** Doubles that the state takes. */
export function windowSumSlots(window: number): number {
  return BLOCK + window + 1;
}

/**
 * Takes term `i` into the slots from `at` on, and writes the sum of the last `window` terms, or of all while they are fewer, to
 * `sums[j]`: a term among the arguments, or a sum that is returned, would be boxed.
 */
export function windowSum(
  state: Float64Array,
  at: number,
  window: number,
  terms: Float64Array,
  i: number,
  sums: Float64Array,
  j: number,
): void {
  const term = terms[i]!;
  const block = at + BLOCK;
  const position = state[at + POSITION]!;
  const beginning = state[at + BEGINNING]! + term;
  state[block + position] = term;
  sums[j] = state[block + position + 1]! + beginning;
  if (position + 1 < window) {
    state[at + POSITION] = position + 1;
    state[at + BEGINNING] = beginning;
    return;
  }
  let end = 0;
  for (let k = block + window - 1; k > block; k--) {
    end += state[k]!;
    state[k] = end;
  }
  state[at + POSITION] = 0;
  state[at + BEGINNING] = 0;
}
