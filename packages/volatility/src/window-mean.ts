/**
 * Mean of the last n terms without subtraction, so that nothing drifts or cancels.
 *
 * The series is cut into blocks of n terms; a window is the end of one block plus the start of the next. The ends are
 * summed once per block, from its last term backwards; the start is a running sum: two additions a term. For terms ≥ 0
 * the mean is always right to n units in the last place, and exactly 0 for zeros.
 *
 * @source M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels,
 * Pattern Recognition Letters 13, 1992, with sums in place of extrema.
 */

// Slots: number of terms in the block so far, their sum, and a block where term q of this block overwrites end q of the
// last one. The slot after the block stays 0: the share that a full block takes from the previous one.
const POSITION = 0;
const BEGINNING = 1;
const BLOCK = 2;

/** Number of doubles in the state. */
export function windowMeanSlots(window: number): number {
  return BLOCK + window + 1;
}

/**
 * Feeds one term per row of `means` to the slots of `state`, which start at `at`, and writes for each the mean of the
 * last `window` terms; rows before the window is full are invalid. `means` may be the same column as `terms`.
 */
export function windowMean(
  state: Float64Array,
  at: number,
  window: number,
  terms: Float64Array,
  means: Float64Array,
): void {
  const block = at + BLOCK;
  const { length } = means;
  const share = 1 / window; // a product instead of a quotient per row: logarithms and roots keep the divider busy
  let position = state[at + POSITION]!;
  let beginning = state[at + BEGINNING]!;
  for (let i = 0; i < length;) {
    const blockEnd = Math.min(length, i + window - position);
    for (; i < blockEnd; i++) {
      const term = terms[i]!;
      state[block + position] = term;
      beginning += term;
      position++;
      means[i] = (state[block + position]! + beginning) * share;
    }
    if (position === window) {
      let end = 0;
      for (let q = block + window - 1; q > block; q--) {
        end += state[q]!;
        state[q] = end;
      }
      position = 0;
      beginning = 0;
    }
  }
  state[at + POSITION] = position;
  state[at + BEGINNING] = beginning;
}
