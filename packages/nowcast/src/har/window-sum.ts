/**
 * Sum of the last n terms in slots of a shared state, without subtraction: nothing drifts, and terms ≥ 0 never give a
 * sum below 0.
 *
 * The series is cut into blocks of n terms; a window is the end of one block plus the start of the next. The ends are
 * summed once per block, from its last term backwards, the start as it grows: two additions a term.
 *
 * @source M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels,
 * Pattern Recognition Letters 13, 1992, with sums in place of extrema.
 */

// Slots: number of terms in the block so far, their sum, and a block where each term overwrites the end that is no
// longer needed.
const POSITION = 0;
const BEGINNING = 1;
const BLOCK = 2;

/** Number of doubles in the state. */
export function windowSumSlots(window: number): number {
  return BLOCK + window + 1;
}

/**
 * Adds term `i` to the slots, which start at `at`, and writes the sum of the last `window` terms, or of all while there
 * are fewer, to `sums[j]`: a term passed as argument, or a returned sum, would be boxed.
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
