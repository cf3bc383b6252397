/** The chance of a visit, without any simulation. */

import { integerAtLeast } from '@barograph/core';
import type { Chain } from '../hmm/chain.ts';

/**
 * Probability that the chain is in one of the watched states at least once in the `steps` rows after the one that
 * `posterior` speaks of: `Σ_i α_i·f_n(i)` with `f_n(i) = Σ_j A_ij·(j watched ? 1 : f_{n−1}(j))` and `f_0 = 0`. Summing the
 * visits, not their absence, keeps the digits of a small chance.
 *
 * @param watched 1 for every latent state that counts.
 * @source J. G. Kemeny, J. L. Snell, Finite Markov Chains, 1960 (first passage).
 * @throws {UsageError} `steps` is not an integer ≥ 0.
 */
export function visitProbability(
  { states, transition }: Chain,
  posterior: ArrayLike<number>,
  watched: Uint8Array,
  steps: number,
): number {
  integerAtLeast('steps', steps, 0);
  let reached = new Float64Array(states);
  for (let step = 0; step < steps; step++) {
    reached = Float64Array.from({ length: states }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < states; j++) {
        sum += transition.values[i * transition.stride + j]! * (watched[j] === 1 ? 1 : reached[j]!);
      }
      return sum;
    });
  }
  const probability = reached.reduce((sum, chance, i) => sum + posterior[i]! * chance, 0);
  // Rows that miss 1 by rounding must not make a certainty more than one.
  return Math.min(probability, 1);
}
