/**
 * Research only: the single likeliest path through the latent states of a whole series.
 *
 * @source A. J. Viterbi, Error bounds for convolutional codes, IEEE Transactions on Information Theory 13, 1967.
 */

import { givenColumn } from '@barograph/core';
import type { Chain } from './chain.ts';
import { BLOCK } from './distances.ts';
import { createEmissionBlock, emit } from './emission.ts';
import { checkColumns } from './filter.ts';
import type { Hmm } from './hmm.ts';

/** Path of latent states that explains all rows best; it uses the future. */
export interface LikeliestPath {
  readonly kind: 'path';
  /** Latent state of each row. */
  readonly states: Int32Array;
  /** Tempered log probability of the path and the rows together. */
  readonly logProbability: number;
}

/**
 * Finds the likeliest path given *all* rows; among equally likely paths the one with lower states, from the end.
 *
 * @param columns as for {@link filter}.
 * @param into column to fill; that of a previous path may be reused. @default a new one
 * @throws {UsageError} when columns differ in length, a feature is infinite, or the column to fill has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const { states } = viterbi(model.hmm, rows);
 * REGIMES[model.hmm.parameters.states[states[1_000]].label]; // → 'vol_spike'
 */
export function viterbi(hmm: Hmm, columns: readonly ArrayLike<number>[], into?: Int32Array): LikeliestPath {
  const length = checkColumns(hmm, columns);
  const path = givenColumn('into', length, into, Int32Array);
  const { states } = hmm.chain;
  const logs = new Float64Array(length * states);
  const block = createEmissionBlock(hmm.emission);
  for (let from = 0; from < length; from += BLOCK) {
    const rows = Math.min(BLOCK, length - from);
    emit(hmm.emission, columns, from, rows, block);
    for (let k = 0; k < states; k++) {
      for (let t = 0; t < rows; t++) {
        // A row without features is no evidence.
        logs[(from + t) * states + k] = Number.isNaN(block.shift[t]!) ? 0 : block.logs[k * BLOCK + t]!;
      }
    }
  }
  return likeliestPath(hmm.chain, logs, path);
}

/** Finds the path for log densities, given row by row, one per state. */
export function likeliestPath(chain: Chain, logs: Float64Array, path: Int32Array): LikeliestPath {
  const { states, initial, transition } = chain;
  const { length } = path;
  if (length === 0) return { kind: 'path', states: path, logProbability: 0 };
  const logTransition = transition.values.map(Math.log);
  const from = new Int32Array(logs.length);
  let best = initial.map((p, k) => Math.log(p) + logs[k]!);
  let next = new Float64Array(states);
  for (let t = 1; t < length; t++) {
    for (let j = 0; j < states; j++) {
      let top = -Infinity;
      for (let i = 0; i < states; i++) {
        const through = best[i]! + logTransition[i * transition.stride + j]!;
        if (through > top) {
          top = through;
          from[t * states + j] = i;
        }
      }
      next[j] = top + logs[t * states + j]!;
    }
    [best, next] = [next, best];
  }
  const logProbability = best.reduce((top, value) => Math.max(top, value));
  path[length - 1] = best.indexOf(logProbability);
  for (let t = length - 1; t > 0; t--) path[t - 1] = from[t * states + path[t]!]!;
  return { kind: 'path', states: path, logProbability };
}
