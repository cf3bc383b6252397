/** Weighted moments of rows under every state of a hidden Markov model, for the M-step. */

import type { MomentSums } from '@barograph/core';
import { BLOCK } from './filter.ts';
import { machine } from './machine.ts';

const MOST_STATES = 12;
const FEATURES = 8;

/**
 * Adds the moments of a series of eight features with full scale matrices to `sums`.
 *
 * @param columns features; NaN where a row lacks one.
 * @param nu degrees of freedom; Infinity for the Gaussian, whose u is γ.
 * @param gamma smoothed probabilities, row by row.
 * @param distances squared distances, state by state; NaN for a row without observation, which has no weight.
 * @param each weight of each row.
 * @returns false, with nothing written, without kernels, for another number of features, or for an odd or a too large
 * number of states.
 */
export function addMomentSums(
  columns: readonly Float64Array[],
  states: number,
  nu: number,
  means: Float64Array,
  gamma: Float64Array,
  distances: Float64Array,
  each: number,
  sums: MomentSums,
): boolean {
  const known = columns.length === FEATURES && states % 2 === 0 && states <= MOST_STATES && nu > 0;
  const to = known ? machine() : undefined;
  if (to === undefined) return false;
  to.view('CENTRES', MOST_STATES * FEATURES).set(means);
  const samples = to.view('SAMPLES', FEATURES * BLOCK);
  const gammas = to.view('GAMMAS', BLOCK * MOST_STATES);
  const squares = to.view('SQUARES', MOST_STATES * BLOCK);
  const parts = [
    [to.view('OCCUPANCY', MOST_STATES), sums.occupancy],
    [to.view('WEIGHT', MOST_STATES), sums.weight],
    [to.view('FIRST', MOST_STATES * FEATURES), sums.first],
  ] as const;
  const second = to.view('SECOND', MOST_STATES * FEATURES * FEATURES);
  const { length } = columns[0]!;
  for (let from = 0; from < length; from += BLOCK) {
    const rows = Math.min(BLOCK, length - from);
    columns.forEach((column, i) => samples.set(column.subarray(from, from + rows), i * BLOCK));
    gammas.set(gamma.subarray(from * states, (from + rows) * states));
    for (let k = 0; k < states; k++) {
      squares.set(distances.subarray(k * length + from, k * length + from + rows), k * BLOCK);
    }
    to.run.momentsBlock(rows, states, nu === Infinity ? 0 : nu, each);
    for (const [block, all] of parts) for (let at = 0; at < all.length; at++) all[at] = all[at]! + block[at]!;
    addTriangles(second, sums.second, states);
  }
  return true;
}

/**
 * Adds the entries on and below the diagonal of each state: the lanes sum whole tiles, whose rest is not part of the
 * sums.
 */
function addTriangles(block: Float64Array, all: Float64Array, states: number): void {
  for (let row = 0; row < states * FEATURES; row++) {
    const i = row % FEATURES;
    for (let j = 0, at = row * FEATURES; j <= i; j++, at++) all[at] = all[at]! + block[at]!;
  }
}
