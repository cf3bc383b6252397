/**
 * A coin's own transitions, as far as its history carries them: every row a mixture of the coin's and the pooled one,
 * which is the posterior mean of a Dirichlet law centred on the pooled row.
 *
 * @source T. P. Minka, Estimating a Dirichlet distribution, 2000 (the Dirichlet-multinomial and its posterior mean).
 */

import { finite, UsageError } from '@barograph/core';

/** κ_c of version 1: transitions that weigh as much as the pooled row. */
export const COIN_STRENGTH = 150;

export interface CoinTransition {
  readonly transition: readonly (readonly number[])[];
  /** Weight of the coin's own row, state by state. */
  readonly weights: readonly number[];
}

/**
 * `A_i = w_i·Â_i + (1 − w_i)·pooled_i` with `w_i = N_i/(N_i + κ)` and `N_i` the transitions out of state i.
 *
 * @param counts expected transitions of the coin's history, `counts[i][j]` from i to j.
 * @throws {UsageError} counts of another shape, or negative.
 */
export function coinTransition(
  pooled: readonly (readonly number[])[],
  counts: readonly (readonly number[])[],
  strength: number = COIN_STRENGTH,
): CoinTransition {
  if (!(finite('strength', strength) > 0)) throw new UsageError(`"strength" expected a number > 0, got ${strength}`);
  if (counts.length !== pooled.length) {
    throw new UsageError(`"counts" expected ${pooled.length} rows, got ${counts.length}`);
  }
  const totals = counts.map((row, i) => {
    if (row.length !== pooled.length) {
      throw new UsageError(`"counts[${i}]" expected ${pooled.length} numbers, got ${row.length}`);
    }
    return row.reduce((sum, count, j) => {
      if (!(count >= 0)) throw new UsageError(`"counts[${i}][${j}]" expected a number ≥ 0, got ${count}`);
      return sum + count;
    }, 0);
  });
  return {
    weights: totals.map((total) => total / (total + strength)),
    // The two parts over one denominator: no row divides by a total of 0.
    transition: pooled.map((row, i) => row.map((p, j) => (counts[i]![j]! + strength * p) / (totals[i]! + strength))),
  };
}
