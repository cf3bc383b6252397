/**
 * Sample variance of the last n values, block by block as in `window-mean.ts`: a window is the end of one block plus the
 * beginning of the next, so nothing is ever taken out of a sum and nothing drifts.
 *
 * Both parts are sums of v − p and (v − p)², p the last value of the block before. Because p itself is in the window,
 * Σ(v − p)² is at most n times the sum of squared deviations: the one subtraction, Σ(v − p)² − (Σ(v − p))²/n, can lose a
 * factor of n in precision and not more, never turns negative, and is exactly 0 when all n values are equal. The one
 * window that p is not in, a whole block, is taken about its own last value.
 *
 * @source T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for computing the sample variance: analysis and
 * recommendations, American Statistician 37, 1983: shifted data, and a shift within the data.
 */

// Slots: values of the block so far, the pivot p, both sums; then two blocks, of the sums and of the squares of the last
// block's ends. Value q of this block overwrites sum q of the last one, which is no longer needed. Behind each block stays a 0.
const POSITION = 0;
const PIVOT = 1;
const SUM = 2;
const SQUARE = 3;
const SUMS = 4;

/** Doubles that the state takes. */
export function windowVarianceSlots(window: number): number {
  return SUMS + 2 * (window + 1);
}

/**
 * Feeds one value per row of `variances` to the slots of `state` from `at` on, and writes beside each the variance of
 * the last `window` of them, divided by `window − 1`; rows before the window is full mean nothing. `variances` may be
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
      // The whole block about the new pivot, which is one of its values; the old one is not.
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
