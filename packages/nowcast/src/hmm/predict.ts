/** Forecasts from the filter, and the sum from latent states to labels. */

import { givenColumn, integerAtLeast } from '@barograph/core';
import { multiply, power } from './chain.ts';
import type { Filtered } from './filter.ts';
import type { Hmm } from './hmm.ts';

/** Probabilities of the latent states some rows ahead of each row, given the rows up to it. */
export interface Predicted {
  readonly kind: 'predicted';
  /** Number of rows ahead. */
  readonly steps: number;
  readonly length: number;
  /** Probabilities row by row, one number per latent state; each row sums to 1. */
  readonly probabilities: Float64Array;
}

/**
 * Computes `α_t · A^steps` for every row.
 *
 * @param into column to fill, that of a previous result or of `filtered`. @default a new one
 * @throws {UsageError} when `steps` is not an integer ≥ 1, or the column has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const inADay = predict(model.hmm, filter(model.hmm, rows), 24);
 * Math.max(...labelProbabilities(model.hmm, inADay).subarray(-6)).toFixed(3); // → '0.891'
 */
export function predict(
  hmm: Hmm,
  filtered: Filtered,
  steps: number,
  into?: Pick<Predicted, 'probabilities'>,
): Predicted {
  const { chain } = hmm;
  const matrix = power(chain, integerAtLeast('steps', steps, 1));
  const { length } = filtered;
  const { states } = chain;
  const probabilities = givenColumn('into.probabilities', length * states, into?.probabilities);
  const row = new Float64Array(matrix.stride);
  for (let t = 0; t < length; t++) {
    multiply(filtered.probabilities, t * states, matrix, row);
    for (let k = 0; k < states; k++) probabilities[t * states + k] = row[k]!;
  }
  return { kind: 'predicted', steps, length, probabilities };
}

/**
 * Sums the probabilities of the latent states of each label.
 *
 * @param into column to fill, other memory than the given probabilities. @default a new one
 * @returns row by row, one number per label.
 * @throws {UsageError} when the column has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const now = labelProbabilities(model.hmm, filter(model.hmm, rows));
 * const last = now.subarray(-6);
 * REGIMES[last.indexOf(Math.max(...last))]; // → 'squeeze'
 */
export function labelProbabilities(hmm: Hmm, rows: Filtered | Predicted, into?: Float64Array): Float64Array {
  return sumByLabel(hmm, rows.probabilities, into);
}

/**
 * The sum only, for research types too.
 * @param probabilities of the states, row by row.
 * @param into column to fill, one number per row and label. @default a new one
 * @throws {UsageError} when the column has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * sumByLabel(model.hmm, filter(model.hmm, rows).probabilities).length / hours.length; // → 6
 */
export function sumByLabel(hmm: Hmm, probabilities: Float64Array, into?: Float64Array): Float64Array {
  const { states } = hmm.chain;
  const labels = hmm.parameters.labels.length;
  const length = probabilities.length / states;
  const sums = givenColumn('into', length * labels, into);
  for (let t = 0; t < length; t++) fillLabels(hmm, probabilities, t * states, sums, t * labels);
  return sums;
}

/** Fills {@link labelProbabilities} of the row at offset `from`, starting at `at`. */
export function fillLabels(
  { chain: { states }, labelOf, parameters }: Hmm,
  probabilities: Float64Array,
  from: number,
  sums: Float64Array,
  at: number,
): void {
  for (let label = 0; label < parameters.labels.length; label++) sums[at + label] = 0;
  for (let k = 0; k < states; k++) {
    const into = at + labelOf[k]!;
    sums[into] = sums[into]! + probabilities[from + k]!;
  }
}

/**
 * Fills {@link labelProbabilities} of {@link predict} for one row in given memory: the filtered row is at offset
 * `from`, the result starts at `at`.
 *
 * @param states scratch with room for the stride of the transitions.
 */
export function fillLabelsAhead(
  hmm: Hmm,
  steps: number,
  probabilities: Float64Array,
  from: number,
  states: Float64Array,
  out: Float64Array,
  at: number,
): void {
  multiply(probabilities, from, power(hmm.chain, steps), states);
  fillLabels(hmm, states, 0, out, at);
}
