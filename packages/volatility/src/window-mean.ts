/**
 * Mean of the last n terms without a single subtraction, so that there is nothing to drift, to re-sync or to cancel.
 *
 * The series is cut into blocks of n terms, and a window is the end of one block plus the beginning of the next. The
 * ends are summed once per block, from its last term backwards; the beginning is a running sum: two additions a term.
 * Of terms ≥ 0 the mean is right to n units in the last place for ever, and that of zeros is exactly 0.
 *
 * @source M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels,
 * Pattern Recognition Letters 13, 1992, with sums in place of extrema.
 */

// Slots: terms of the block so far, their sum, and a block where term q of this block overwrites end q of the last one.
// Behind the block stays a 0: what a full block needs of the one before.
const POSITION = 0;
const BEGINNING = 1;
const BLOCK = 2;

/** Doubles that the state takes. */
export function windowMeanSlots(window: number): number {
  return BLOCK + window + 1;
}

/**
 * Feeds one term per row of `means` to the slots of `state` from `at` on, and writes beside each the mean of the last
 * `window` of them; rows before the window is full mean nothing. `means` may be the same column as `terms`.
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
  const share = 1 / window; // a product, not a quotient per row: the logarithms and roots keep the divider busy
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
