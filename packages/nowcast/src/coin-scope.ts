/**
 * Transitions of a single coin, as far as its history supports them. Emissions are pooled, since features are already
 * in units of the coin. A row of the coin's transition matrix is the mean of a Dirichlet posterior around the pooled
 * row:
 *
 * `A_coin[i] = w_i·Â_coin[i] + (1 − w_i)·A_pooled[i]`, `w_i = N_i / (N_i + κ)`, N_i the expected transitions out of i.
 *
 * @source A. Gelman et al., Bayesian Data Analysis, 3rd edition, 2013, chapters 3.4 and 5 (Dirichlet, partial pooling).
 */

import { UsageError } from '@barograph/core';
import { checkLength, notNegative, positive } from './check.ts';
import { createChain, multiply, normalize } from './hmm/chain.ts';
import type { Hmm } from './hmm/hmm.ts';

/** Parameters of a coin's own transitions. */
export interface CoinScopeConfig {
  readonly version: `coin_scope/${string}`;
  /** κ: weight of the pooled row, in transitions. */
  readonly concentration: number;
}

/** Bounds of the estimated concentration: a panel of a few dozen coins cannot resolve values beyond them. */
export const CONCENTRATION_BOUNDS: readonly [least: number, most: number] = [50, 1_000];

/**
 * Returns whether a panel distinguished coins by their transitions: the model was trained on one, and its κ is below
 * the upper bound. At the bound, coins differ less than the panel can resolve, and the pooled transitions are better
 * for each.
 *
 * @param learnt the file's dispersion of transitions; undefined without a panel.
 * @example
 * hasOwnTransitions({ version: 'coin_scope/fitted', concentration: 320 }); // → true
 * hasOwnTransitions(model.artifact.coinScope); // → false
 */
export function hasOwnTransitions(learnt: CoinScopeConfig | undefined): boolean {
  return learnt !== undefined && learnt.concentration < CONCENTRATION_BOUNDS[1];
}

/** Weight of the pooled transitions, version 1. */
export const COIN_SCOPE_V1: CoinScopeConfig = Object.freeze({ version: 'coin_scope/1', concentration: 150 });

/**
 * Checks a config and returns it.
 * @throws {UsageError} when the concentration is not above 0.
 */
export function checkCoinScope(config: CoinScopeConfig): CoinScopeConfig {
  positive('concentration', config.concentration);
  return config;
}

/** Weight of a coin's own transitions in the mixture. */
export interface TransitionMixtureWeights {
  /** Mean of `rows` over the long-run time in each state; the pooled transitions have the rest. */
  readonly coin: number;
  readonly pooled: number;
  /** `w_i` of each latent state. */
  readonly rows: readonly number[];
}

/** Mixed transitions of a coin, and the weights of the mixture. */
export interface CoinTransitions {
  /** Transition matrix for `withTransition`. */
  readonly transition: readonly (readonly number[])[];
  readonly weights: TransitionMixtureWeights;
}

/**
 * Mixes a coin's own transitions with the pooled ones.
 *
 * @param pooled model fitted on all coins.
 * @param counts the coin's `expectedTransitions`; null sets every weight to 0.
 * @param config parameters. @default COIN_SCOPE_V1
 * @throws {UsageError} when counts have another shape, are below 0 or not finite, or the concentration is not above 0.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const counts = expectedTransitions(model.hmm, filter(model.hmm, rows));
 * const { transition, weights } = mixTransitions(model.hmm, counts);
 * weights.coin.toFixed(2); // → '0.43'
 * const ofCoin = withTransition(model.hmm, '2026.11.0/ETH', transition);
 */
export function mixTransitions(
  pooled: Hmm,
  counts: readonly (readonly number[])[] | null,
  config: CoinScopeConfig = COIN_SCOPE_V1,
): CoinTransitions {
  const { initial, transition: rows } = pooled.parameters;
  const { concentration } = checkCoinScope(config);
  if (counts !== null) checkCounts(counts, rows.length);
  const totals = rows.map((_, i) => counts?.[i]!.reduce((sum, count) => sum + count, 0) ?? 0);
  const weights = totals.map((total) => total / (total + concentration));
  const transition = rows.map((row, i) => {
    if (counts === null || totals[i] === 0) return row;
    const mixed = row.map((p, j) => weights[i]! * (counts[i]![j]! / totals[i]!) + (1 - weights[i]!) * p);
    const sum = mixed.reduce((total, p) => total + p, 0);
    return mixed.map((p) => p / sum);
  });
  const stay = longRun(initial, transition);
  const coin = weights.reduce((sum, weight, i) => sum + weight * stay[i]!, 0);
  return { transition, weights: { coin, pooled: 1 - coin, rows: weights } };
}

function checkCounts(counts: readonly (readonly number[])[], states: number): void {
  if (counts.length !== states) throw new UsageError(`"counts" expected ${states} rows, got ${counts.length}`);
  counts.forEach((row, i) => {
    checkLength(`counts[${i}]`, row, states);
    row.forEach((count, j) => notNegative(`counts[${i}][${j}]`, count));
  });
}

/** 2^40 steps: longer than any stay in a state. */
const DOUBLINGS = 40;

/**
 * Long-run shares of time from `initial`. Uses the lazy chain, which stays half of the time: it has the same shares,
 * and no period that would prevent convergence.
 */
function longRun(initial: readonly number[], transition: readonly (readonly number[])[]): Float64Array {
  const lazy = transition.map((row, i) => row.map((p, j) => (p + Number(i === j)) / 2));
  let { transition: power } = createChain(initial, lazy);
  const { rows, stride } = power;
  for (let doubling = 0; doubling < DOUBLINGS; doubling++) {
    const values = new Float64Array(power.values.length);
    for (let i = 0; i < rows; i++) {
      const row = values.subarray(i * stride, (i + 1) * stride);
      multiply(power.values, i * stride, power, row);
      normalize(row);
    }
    power = { rows, stride, values };
  }
  const shares = new Float64Array(stride);
  multiply(Float64Array.from(initial), 0, power, shares);
  return shares.subarray(0, rows);
}
