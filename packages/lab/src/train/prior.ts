/** Conjugate priors that tie every state to its label. */

import { FitError } from './fit-error.ts';
import type { HmmParameters } from '@barograph/nowcast';
import type { Emission } from '@barograph/nowcast/parts';

/** Priors; strengths are in rows. */
export interface MapPrior {
  /** Prior means, state by state. */
  readonly means: Float64Array;
  /** κ_0: `μ_k ~ N(m_k, S_k/κ_0)`. */
  readonly meanStrength: number;
  /** n_0: degrees of freedom of the inverse Wishart law of S_k. */
  readonly scaleStrength: number;
  /** S_0 is this times the identity. */
  readonly scale: number;
  /** κ_s: rows of A are Dirichlet(1 + κ_s on the diagonal). */
  readonly stickiness: number;
  /** π is Dirichlet(1 + this). */
  readonly initialCount: number;
}

/**
 * Log of the priors up to a constant; those of means and scales are tempered by β.
 * @throws {FitError} a transition that stickiness needs is impossible.
 */
export function logPrior(
  { initial, transition }: Pick<HmmParameters, 'initial' | 'transition'>,
  { states, dimensions: d, means, lower, inverse, beta }: Emission,
  prior: MapPrior,
): number {
  const { meanStrength, scaleStrength, scale, stickiness, initialCount } = prior;
  let sum = 0;
  for (let k = 0; k < states; k++) {
    let distance = 0;
    let trace = 0;
    let logDeterminant = 0;
    for (let i = 0; i < d; i++) {
      const row = (k * d + i) * d;
      let z = 0;
      for (let j = 0; j <= i; j++) {
        const w = inverse[row + j]!;
        z += w * (means[k * d + j]! - prior.means[k * d + j]!);
        trace += w * w;
      }
      distance += z * z;
      logDeterminant += 2 * Math.log(lower[row + i]!);
    }
    sum -= 0.5 * beta * meanStrength * distance;
    sum -= 0.5 * beta * (scaleStrength + d + 2) * logDeterminant;
    sum -= 0.5 * beta * scaleStrength * scale * trace;
    if (stickiness > 0) sum += stickiness * Math.log(transition[k]![k]!);
    if (initialCount > 0) sum += initialCount * Math.log(initial[k]!);
  }
  if (Number.isNaN(sum)) throw new FitError('the priors have no density at these parameters');
  return sum;
}
