/**
 * Sample variance of the last n values in blocks, as in `window-mean.ts`: a window is the end of one block plus the
 * start of the next, so nothing is subtracted from a sum and nothing drifts.
 *
 * Both parts are sums of v − p and (v − p)², where p is the last value of the previous block. Because p is in the
 * window, Σ(v − p)² is at most n times the sum of squared deviations: the single subtraction, Σ(v − p)² − (Σ(v −
 * p))²/n, loses at most a factor of n in precision, never turns negative, and is exactly 0 when all n values are equal.
 * A window that is a whole block does not contain p and uses its own last value.
 *
 * @source T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for computing the sample variance: analysis and
 * recommendations, American Statistician 37, 1983: shifted data, and a shift within the data.
 */

// Slots: number of values in the block so far, the pivot p, both sums; then two blocks, with the sums and the squares
// of the last block's ends. Value q of this block overwrites sum q of the last one, which is no longer needed. The slot
// after each block stays 0.
const POSITION = 0;
const PIVOT = 1;
const SUM = 2;
const SQUARE = 3;
const SUMS = 4;

/** Number of doubles in the state. */
export function windowVarianceSlots(window: number): number {
  return SUMS + 2 * (window + 1);
}

/**
 * Feeds one value per row of `variances` to the slots of `state`, which start at `at`, and writes for each the variance
 * of the last `window` values, divided by `window − 1`; rows before the window is full are invalid. `variances` may be
 * the same column as `values`.
 */
export function windowVariance(
  state: Float64Array,
  at: number,
  window: number,
  values: Float64Array,
  variances: Float64Array,
): void {
  const sums = at + SUMS;
  const { length } = variances;
  const share = 1 / window;
  const shareLess = 1 / (window - 1);
  const squares = sums + window + 1;
  let position = state[at + POSITION]!;
  let pivot = state[at + PIVOT]!;
  let sum = state[at + SUM]!;
  let square = state[at + SQUARE]!;
  for (let i = 0; i < length;) {
    const blockEnd = Math.min(length, i + window - position);
    for (; i < blockEnd; i++) {
      const value = values[i]!;
      const apart = value - pivot;
      state[sums + position] = value;
      sum += apart;
      square += apart * apart;
      position++;
      const total = sum + state[sums + position]!;
      variances[i] = (square + state[squares + position]! - total * total * share) * shareLess;
    }
    if (position === window) {
      pivot = state[sums + window - 1]!;
      sum = 0;
      square = 0;
      for (let q = window - 1; q >= 0; q--) {
        const apart = state[sums + q]! - pivot;
        sum += apart;
        square += apart * apart;
        state[sums + q] = sum;
        state[squares + q] = square;
      }
      // A whole block uses the new pivot, which is one of its values; the old one is not.
      variances[i - 1] = (square - sum * sum * share) * shareLess;
      position = 0;
      sum = 0;
      square = 0;
    }
  }
  state[at + POSITION] = position;
  state[at + PIVOT] = pivot;
  state[at + SUM] = sum;
  state[at + SQUARE] = square;
}
