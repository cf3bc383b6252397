/** Probability that a label is visited at all within some rows: exact, without simulation. */

import { givenColumn, integerAtLeast, UsageError } from '@barograph/core';
import { multiply, type Chain } from './chain.ts';
import type { Filtered } from './filter.ts';
import type { Hmm } from './hmm.ts';

/**
 * Computes, per row, the probability that a latent state of `label` occurs at least once within the next `steps` rows:
 * `1 − (α·A)_¬S · (A_¬S¬S)^(steps−1) · 1`.
 *
 * @param into column to fill, other memory than the given probabilities. @default a new one
 * @throws {UsageError} when the label is unknown, `steps` is not an integer ≥ 1, or the column has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const spike = visitProbability(model.hmm, filter(model.hmm, rows), REGIMES.indexOf('vol_spike'), 24);
 * spike[1_499].toFixed(3); // → '0.007'
 */
export function visitProbability(
  hmm: Hmm,
  filtered: Filtered,
  label: number,
  steps: number,
  into?: Float64Array,
): Float64Array {
  const { chain, labelOf, parameters } = hmm;
  if (parameters.labels[label] === undefined) {
    throw new UsageError(`"label" expected an id within 0…${parameters.labels.length - 1}, got ${label}`);
  }
  const never = avoidance(
    chain,
    Array.from(labelOf, (stateLabel) => stateLabel === label),
    integerAtLeast('steps', steps, 1),
  );
  const visits = givenColumn('into', filtered.length, into);
  for (let t = 0; t < visits.length; t++) {
    let sum = 0;
    for (let k = 0; k < chain.states; k++) sum += filtered.probabilities[t * chain.states + k]! * never[k]!;
    visits[t] = Math.min(1, Math.max(0, 1 - sum));
  }
  return visits;
}

/** Probability per state that none of `within` occurs in the next `steps` rows. */
function avoidance({ states, transition }: Chain, within: readonly boolean[], steps: number): Float64Array {
  // Backwards from certainty: with no rows left, nothing is visited.
  const indices = Array.from({ length: states }, (_, i) => i);
  const { stride, values } = transition;
  const transposed = new Float64Array(values.length);
  for (const i of indices) for (const j of indices) transposed[j * stride + i] = values[i * stride + j]!;
  let never = new Float64Array(states).fill(1);
  const out = new Float64Array(stride);
  for (let step = 0; step < steps; step++) {
    const safe = never.map((p, k) => (within[k]! ? 0 : p));
    multiply(safe, 0, { rows: states, stride, values: transposed }, out);
    never = out.slice(0, states);
  }
  return never;
}
