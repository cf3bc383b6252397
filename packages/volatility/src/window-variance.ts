/**
 * Sample variance of the last n values, block by block as in `window-sum.ts`: mean and squared deviations of the end of
 * the last block are joined with those of the beginning of this one. Nothing is ever taken out of a sum, so the
 * variance is never negative, does not drift, and is exactly 0 when all n values are equal.
 *
 * @source T. F. Chan, G. H. Golub, R. J. LeVeque, Updating formulae and a pairwise algorithm for computing sample
 * variances, COMPSTAT 1982; one value at a time it is B. P. Welford's update, Technometrics 4, 1962.
 */

// Slots: values of the block so far, their mean and squared deviations; then two blocks, of means and of deviations of
// the last block's ends. Value q of this block overwrites mean q of the last one, which is no longer needed.
const POSITION = 0;
const MEAN = 1;
const SQUARES = 2;
const MEANS = 3;

/** Doubles that the state takes. */
export function windowVarianceSlots(window: number): number {
  return MEANS + 2 * window;
}

/**
 * Feeds `values` to the slots of `state` from `at` on and writes beside each the variance of the last `window` of them, divided by `window − 1`; rows before
 * the window is full mean nothing. `variances` may be the same column as `values`.
 */
export function windowVariance(
  state: Float64Array,
  at: number,
  window: number,
  values: Float64Array,
  variances: Float64Array,
): void {
  let position = state[at + POSITION]!;
  let mean = state[at + MEAN]!;
  let squares = state[at + SQUARES]!;
  const means = at + MEANS;
  const deviations = means + window;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    state[means + position] = value;
    position++;
    const away = value - mean;
    mean += away / position;
    squares += away * (value - mean);
    if (position < window) {
      const apart = state[means + position]! - mean;
      const between = apart * apart * ((position * (window - position)) / window);
      variances[i] = (squares + state[deviations + position]! + between) / (window - 1);
      continue;
    }
    variances[i] = squares / (window - 1);
    endings(state, means, window);
    position = 0;
    mean = 0;
    squares = 0;
  }
  state[at + POSITION] = position;
  state[at + MEAN] = mean;
  state[at + SQUARES] = squares;
}

/** Turns a full block of values into the mean and the squared deviations of each of its ends. */
function endings(state: Float64Array, means: number, window: number): void {
  const deviations = means + window;
  let mean = state[means + window - 1]!;
  let squares = 0;
  state[deviations + window - 1] = 0;
  for (let q = window - 2; q > 0; q--) {
    const value = state[means + q]!;
    const away = value - mean;
    mean += away / (window - q);
    squares += away * (value - mean);
    state[means + q] = mean;
    state[deviations + q] = squares;
  }
}
