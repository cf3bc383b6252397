/** Prepared regime model: everything that does not depend on the rows is computed once. */

import { createEmission, type Emission } from './emission.ts';
import { createChain, type Chain } from './chain.ts';
import { checkParameters, type HmmParameters } from './parameters.ts';

/** Result of {@link createHmm}; its typed arrays are read-only. */
export interface Hmm {
  readonly parameters: HmmParameters;
  readonly chain: Chain;
  readonly emission: Emission;
  /** Label id of every latent state. */
  readonly labelOf: Int32Array;
}

/**
 * Checks parameters and computes inverse Cholesky factors, normalising constants and the transition layout.
 *
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * const hmm = createHmm({
 *   version: 'toy/1', labels: ['calm', 'storm'], features: ['move'], nu: 5, beta: 0.5,
 *   states: [{ label: 0, mean: [0], scaleCholesky: [[1]] }, { label: 1, mean: [0], scaleCholesky: [[4]] }],
 *   initial: [0.5, 0.5],
 *   transition: [[0.95, 0.05], [0.1, 0.9]],
 * });
 * labelProbabilities(hmm, filter(hmm, [[9]])).at(1)?.toFixed(3); // → '0.926'
 */
export function createHmm(parameters: HmmParameters): Hmm {
  const frozen = checkParameters(parameters);
  const { states, features, nu, beta, initial, transition } = frozen;
  const d = features.length;
  const means = new Float64Array(states.length * d);
  const lower = new Float64Array(states.length * d * d);
  states.forEach(({ mean, scaleCholesky }, k) => {
    means.set(mean, k * d);
    scaleCholesky.forEach((row, i) => lower.set(row, k * d * d + i * d));
  });
  return Object.freeze({
    parameters: frozen,
    chain: createChain(initial, transition),
    emission: createEmission(means, lower, d, nu ?? Infinity, beta),
    labelOf: Int32Array.from(states, ({ label }) => label),
  });
}

/**
 * Returns the same emissions with other transitions, such as a coin's own.
 *
 * @param transition row-major probabilities per hour; each row sums to 1.
 * @throws {UsageError} when a row does not sum to 1.
 * @example
 * const { parameters } = model.hmm;
 * const frozen = parameters.transition.map((row, i) => row.map((_, j) => Number(i === j)));
 * withTransition(model.hmm, 'frozen/1', frozen).parameters.version; // → 'frozen/1'
 */
export function withTransition(hmm: Hmm, version: string, transition: readonly (readonly number[])[]): Hmm {
  return createHmm({ ...hmm.parameters, version, transition });
}
