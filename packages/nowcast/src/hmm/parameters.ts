/** Parameters of a regime model as plain JSON, and their check. */

import { deepFreeze, finite, shown, UsageError, within } from '@barograph/core';
import { checkLength, positive } from '../check.ts';

/** Latent state: a Student-t (or Gaussian) law of the standardised features. */
export interface LatentState {
  /** Id of the label that the state belongs to. */
  readonly label: number;
  /** Mean, one number per feature. */
  readonly mean: readonly number[];
  /** Lower Cholesky factor of the scale matrix; row `i` has `i + 1` numbers. */
  readonly scaleCholesky: readonly (readonly number[])[];
}

/** Hidden Markov model with tempered emissions: `b(x)^beta` replaces `b(x)`. */
export interface HmmParameters {
  /** Version of the parameters: a snapshot of one version cannot resume under another. */
  readonly version: string;
  /** Label names; label ids are indexes in this list. */
  readonly labels: readonly string[];
  readonly features: readonly string[];
  /** Degrees of freedom of the emissions; null is the Gaussian, their limit. */
  readonly nu: number | null;
  /** Exponent of the likelihood, within 0…1. 1 is the ordinary filter, 0 ignores observations. */
  readonly beta: number;
  readonly states: readonly LatentState[];
  /** Probability of each latent state at the first observation. */
  readonly initial: readonly number[];
  /** `transition[i][j]`: probability of state j after state i; rows sum to 1. */
  readonly transition: readonly (readonly number[])[];
}

/** Tolerance of row sums, which come from decimal text. */
const ROW_TOLERANCE = 1e-9;
/** Sets of missing features are encoded as bits. */
const MOST_FEATURES = 30;

function checkRow(name: string, row: readonly number[], length: number): void {
  checkLength(name, row, length);
  row.forEach((value, i) => within(`${name}[${i}]`, value, 0, 1));
  const sum = row.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) > ROW_TOLERANCE) throw new UsageError(`"${name}" expected a sum of 1, got ${sum}`);
}

/**
 * Checks parameters and returns a frozen copy. @throws {UsageError} when a field is invalid; the message names field,
 * expectation and value.
 * @example
 * checkParameters(model.hmm.parameters).labels.length; // → 6
 */
export function checkParameters(parameters: HmmParameters): HmmParameters {
  const { labels, features, nu, beta, states, initial, transition } = parameters;
  for (const [name, list] of Object.entries({ labels, features, states })) {
    if (list.length === 0) throw new UsageError(`"${name}" expected at least one, got none`);
  }
  if (features.length > MOST_FEATURES) {
    throw new UsageError(`"features" expected at most ${MOST_FEATURES}, got ${features.length}`);
  }
  if (nu !== null && finite('nu', nu) <= 0) throw new UsageError(`"nu" expected a number > 0 or null, got ${nu}`);
  within('beta', beta, 0, 1);
  states.forEach(({ label, mean, scaleCholesky }, k) => {
    if (labels[label] === undefined) {
      throw new UsageError(`"states[${k}].label" expected an id within 0…${labels.length - 1}, got ${shown(label)}`);
    }
    checkLength(`states[${k}].mean`, mean, features.length);
    mean.forEach((value, i) => finite(`states[${k}].mean[${i}]`, value));
    checkLength(`states[${k}].scaleCholesky`, scaleCholesky, features.length);
    scaleCholesky.forEach((row, i) => {
      const name = `states[${k}].scaleCholesky[${i}]`;
      checkLength(name, row, i + 1);
      row.forEach((value, j) => finite(`${name}[${j}]`, value));
      positive(`${name}[${i}]`, row[i]!);
    });
  });
  checkRow('initial', initial, states.length);
  checkLength('transition', transition, states.length);
  transition.forEach((row, i) => checkRow(`transition[${i}]`, row, states.length));
  return deepFreeze({
    ...parameters,
    labels: [...labels],
    features: [...features],
    states: states.map(({ label, mean, scaleCholesky }) => ({
      label,
      mean: [...mean],
      scaleCholesky: scaleCholesky.map((row) => [...row]),
    })),
    initial: [...initial],
    transition: transition.map((row) => [...row]),
  });
}
