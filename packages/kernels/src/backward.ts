/** Backward recursion on filtered probabilities: a whole series, in blocks from its end. */

import { BLOCK, transitionView } from './filter.ts';
import { machine } from './machine.ts';

const STATES: ReadonlySet<number> = new Set([6, 12]);
const MOST_STATES = 12;

/**
 * Computes smoothed probabilities of all rows except the last, from the filtered ones.
 *
 * @param transition `states · states` numbers, row-major; `transposed` the same, transposed.
 * @param alpha filtered rows, `states` numbers each.
 * @param length number of rows.
 * @param gamma receives the smoothed rows; its last row is already filled.
 * @param counts receives the sums of expected transitions over `A_ij`, row-major; optional.
 * @returns false, with nothing written, without kernels or for another number of states.
 */
export function smoothBackward(
  states: number,
  transition: Float64Array,
  transposed: Float64Array,
  alpha: Float64Array,
  length: number,
  gamma: Float64Array,
  counts?: Float64Array,
): boolean {
  const to = STATES.has(states) ? machine() : undefined;
  if (to === undefined) return false;
  transitionView(to).set(transition);
  to.view('TRANSPOSED', MOST_STATES * MOST_STATES).set(transposed);
  const filtered = to.view('FILTERED', BLOCK * MOST_STATES);
  const smoothed = to.view('SMOOTHED', BLOCK * MOST_STATES);
  const sums = to.view('COUNTS', MOST_STATES * MOST_STATES);
  sums.fill(0);
  to.view('LATER', MOST_STATES).set(gamma.subarray((length - 1) * states, length * states));
  for (let end = length - 1; end > 0; end -= BLOCK) {
    const begin = Math.max(0, end - BLOCK);
    filtered.set(alpha.subarray(begin * states, end * states));
    to.run.backwardBlock(end - begin, states, Number(counts !== undefined));
    gamma.set(smoothed.subarray(0, (end - begin) * states), begin * states);
  }
  counts?.set(sums.subarray(0, states * states));
  return true;
}
