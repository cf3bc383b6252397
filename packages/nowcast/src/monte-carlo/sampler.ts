/**
 * Draws the next state of a chain from one uniform number, by the inverse of the cumulated probabilities. A table gives
 * the start of the search: hardly a draw then needs a second comparison.
 *
 * Draws are the integers 0 … 2³² − 1 of the generator, each the middle of its cell: draw `n` is `(n + ½) / 2³²`, and
 * its mirror `1 − u` is draw `~n`, exactly.
 *
 * @source H. Chen, Y. Asau, On generating random variates from an empirical distribution, AIIE Transactions 6, 1974.
 */

import type { PaddedMatrix } from '../hmm/chain.ts';

/** Bits of a draw that choose the cell of the table. */
export const GUIDE_BITS = 8;
const CELLS: number = 2 ** GUIDE_BITS;
export const DRAWS: number = 2 ** 32;

export interface StateSampler {
  readonly states: number;
  /** Row by row: probability of this state or a lower one, times 2³²; infinite at and after the last possible state. */
  readonly cumulated: Float64Array;
  /** Row by row: lowest state that a draw of the cell can give. */
  readonly guide: Uint8Array;
}

/**
 * Creates the sampler.
 * @param matrix rows that sum to 1, at most 256.
 */
export function createSampler({ rows, stride, values }: PaddedMatrix): StateSampler {
  const cumulated = new Float64Array(rows * rows);
  const guide = new Uint8Array(rows * CELLS);
  for (let i = 0; i < rows; i++) {
    const row = cumulate(values.subarray(i * stride, i * stride + rows));
    cumulated.set(row, i * rows);
    for (let cell = 0; cell < CELLS; cell++) guide[i * CELLS + cell] = stateOf(row, (cell / CELLS) * DRAWS);
  }
  return { states: rows, cumulated, guide };
}

/**
 * Converts probabilities to bounds. Rounding in their sum must not leave draws without a state, or with an impossible
 * one.
 */
export function cumulate(probabilities: Float64Array): Float64Array {
  const last = probabilities.findLastIndex((probability) => probability > 0);
  let sum = 0;
  return probabilities.map((probability, k) => {
    sum += probability;
    return k >= last ? Infinity : sum * DRAWS;
  });
}

/** State whose share of `[0, 2³²)` contains `draw`. */
export function stateOf(cumulated: Float64Array, draw: number): number {
  let state = 0;
  while (draw >= cumulated[state]!) state++;
  return state;
}
