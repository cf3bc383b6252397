/**
 * Smoothing, for research only: the posterior of a row given the rows *after* it. The types prevent its use in place of
 * a {@link Filtered}: labelling the past with the future is the commonest error with hidden Markov models.
 */

import { givenColumn, integerAtLeast } from '@barograph/core';
import { createBackward, createTransitionCounts, smoothRows, stepBack } from './backward.ts';
import type { Filtered } from './filter.ts';
import type { Hmm } from './hmm.ts';
import { sumByLabel } from './predict.ts';

/** Probabilities of the latent states given rows before *and after* each row. */
export interface Smoothed {
  readonly kind: 'smoothed';
  readonly length: number;
  /** Probabilities row by row, one number per latent state; each row sums to 1. */
  readonly probabilities: Float64Array;
  /** Largest number of later rows that each row uses. */
  readonly lag: number;
}

/**
 * Smooths the result of {@link filter}.
 *
 * @param lag most later rows to use; costs `lag` steps a row. @default Infinity
 * @param into column to fill, other memory than `filtered`; that of a previous result may be reused. @default a new one
 * @throws {UsageError} when `lag` is not an integer ≥ 0, or the column has another length; it is then unchanged.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const { lag, length } = smooth(model.hmm, filter(model.hmm, rows), 48);
 * [lag, length]; // → [ 48, 1500 ]
 */
export function smooth(
  hmm: Hmm,
  filtered: Filtered,
  lag: number = Infinity,
  into?: Pick<Smoothed, 'probabilities'>,
): Smoothed {
  if (lag !== Infinity) integerAtLeast('lag', lag, 0);
  const { length, probabilities: alpha } = filtered;
  const { states } = hmm.chain;
  const backward = createBackward(hmm.chain);
  const gamma = givenColumn('into.probabilities', alpha.length, into?.probabilities);
  gamma.set(alpha);
  if (lag === Infinity) smoothRows(backward, alpha, length, gamma);
  else {
    for (let t = 0; t < length; t++) {
      const row = gamma.subarray(t * states, (t + 1) * states);
      const last = Math.min(t + lag, length - 1);
      row.set(alpha.subarray(last * states, (last + 1) * states));
      for (let s = last - 1; s >= t; s--) stepBack(backward, alpha, s * states, row, 0, 0);
    }
  }
  return { kind: 'smoothed', length, probabilities: gamma, lag };
}

/**
 * Smoothed probabilities of the labels, row by row.
 *
 * @param into column to fill, other memory than the given probabilities. @default a new one
 * @throws {UsageError} when the column has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const smoothed = smooth(model.hmm, filter(model.hmm, rows));
 * const hour = smoothedLabelProbabilities(model.hmm, smoothed).subarray(6 * 1_000, 6 * 1_001);
 * REGIMES[hour.indexOf(Math.max(...hour))]; // → 'vol_spike'
 */
export function smoothedLabelProbabilities(hmm: Hmm, smoothed: Smoothed, into?: Float64Array): Float64Array {
  return sumByLabel(hmm, smoothed.probabilities, into);
}

/**
 * Expected number of transitions between latent states over all rows, from which a coin's own transitions are
 * estimated. For research and training only, like everything that uses later rows.
 *
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const counts = expectedTransitions(model.hmm, filter(model.hmm, rows));
 * counts.flat().reduce((sum, count) => sum + count, 0).toFixed(3); // → '1499.000'
 */
export function expectedTransitions(hmm: Hmm, filtered: Filtered): readonly (readonly number[])[] {
  const { states, transition } = hmm.chain;
  const { length, probabilities: alpha } = filtered;
  const { stride, values } = transition;
  const counts = createTransitionCounts(hmm.chain);
  smoothRows(createBackward(hmm.chain), alpha, length, alpha.slice(), counts);
  const indices = Array.from({ length: states }, (_, i) => i);
  return indices.map((i) => indices.map((j) => values[i * stride + j]! * counts.sums[i * stride + j]!));
}
