/** Converts between model parameters and EM's form. */

import { FEATURES, type HmmParameters, REGIMES } from '@barograph/nowcast';
import { cholesky } from '@barograph/nowcast/parts';
import type { TrainingConfig } from './config.ts';
import type { EmParameters } from './em.ts';
import { FitError } from './fit-error.ts';

/** Start of EM from means; the states are otherwise equal. */
export function startAt(means: Float64Array, { startScale, startStay: stay }: TrainingConfig): EmParameters {
  const d = FEATURES.length;
  const states = means.length / d;
  const scales = new Float64Array(states * d * d);
  for (let k = 0; k < states; k++) for (let i = 0; i < d; i++) scales[(k * d + i) * d + i] = startScale;
  const indices = Array.from({ length: states }, (_, i) => i);
  return {
    means,
    scales,
    initial: indices.map(() => 1 / states),
    transition: indices.map((i) => indices.map((j) => (i === j ? stay : (1 - stay) / (states - 1)))),
  };
}

/** Converts fitted parameters to EM's form. */
export function resumed({ states, initial, transition }: HmmParameters): EmParameters {
  const product = (lower: readonly (readonly number[])[], i: number, j: number): number =>
    lower[i]!.slice(0, Math.min(i, j) + 1).reduce((sum, value, m) => sum + value * lower[j]![m]!, 0);
  return {
    means: Float64Array.from(states.flatMap(({ mean }) => mean)),
    scales: Float64Array.from(
      states.flatMap(({ scaleCholesky: lower }) => lower.flatMap((_, i) => lower.map((__, j) => product(lower, i, j)))),
    ),
    initial,
    transition,
  };
}

/**
 * Converts EM's result to model parameters.
 *
 * @param labels label id of every state.
 * @throws {FitError} a scale matrix that is not positive definite.
 */
export function parametersOf(
  fitted: EmParameters,
  labels: readonly number[],
  version: string,
  { nu, beta }: TrainingConfig,
): HmmParameters {
  const d = FEATURES.length;
  return {
    version,
    labels: REGIMES,
    features: FEATURES,
    nu,
    beta,
    states: labels.map((label, k) => {
      const factor = cholesky(fitted.scales.subarray(k * d * d, (k + 1) * d * d), d);
      if (factor === undefined) throw new FitError(`the scale matrix of state ${k} is not positive definite`);
      return {
        label,
        mean: Array.from(fitted.means.subarray(k * d, (k + 1) * d)),
        scaleCholesky: FEATURES.map((_, i) => Array.from(factor.subarray(i * d, i * d + i + 1))),
      };
    }),
    initial: fitted.initial,
    transition: fitted.transition,
  };
}
