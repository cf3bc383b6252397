/**
 * Sum of the last n terms without a single subtraction, so that there is nothing to drift, to re-sync or to cancel:
 * series are cut into blocks of n terms, and a window is the end of one block plus the beginning of the next. The ends
 * are summed once per block, from its last term backwards; the beginning is a running sum. Two additions a term.
 *
 * Of terms ≥ 0 the sum is right to n units in the last place for ever, and a window of zeros is exactly 0.
 *
 * @source M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels,
 * Pattern Recognition Letters 13, 1992, with sums in place of extrema.
 */

// Slots: terms of the block so far, their sum, and a block where term q of this block overwrites end q of the last one.
const POSITION = 0;
const BEGINNING = 1;
const BLOCK = 2;

/** Doubles that the state takes. */
export function windowSumSlots(window: number): number {
  return BLOCK + window;
}

/**
 * Feeds `terms` to the slots of `state` from `at` on and writes the sum of the last `window` of them beside each. Of the terms so far while there are fewer.
 * `sums` may be the same column as `terms`.
 */
export function windowSum(
  state: Float64Array,
  at: number,
  window: number,
  terms: Float64Array,
  sums: Float64Array,
): void {
  let position = state[at + POSITION]!;
  let beginning = state[at + BEGINNING]!;
  const block = at + BLOCK;
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    state[block + position] = term;
    beginning += term;
    if (++position < window) {
      sums[i] = state[block + position]! + beginning;
      continue;
    }
    sums[i] = beginning;
    for (let q = block + window - 2; q > block; q--) state[q] = state[q]! + state[q + 1]!;
    position = 0;
    beginning = 0;
  }
  state[at + POSITION] = position;
  state[at + BEGINNING] = beginning;
}
