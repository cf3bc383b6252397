/** Student's t law with an even number of degrees of freedom, in closed form, and the probabilities between cuts. */

import { clamp, UsageError } from '@barograph/core';

/**
 * Probability that a t deviate is at most `x`: `½ + ½ sin θ · Σ_{k<ν/2} C(2k, k)/4^k · cos^{2k} θ`, `θ = arctan(x/√ν)`.
 *
 * @param degreesOfFreedom ν, even and at least 2.
 * @source M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 1964, 26.7.4.
 * @throws {UsageError} when the number of degrees of freedom is odd.
 */
export function studentT(x: number, degreesOfFreedom: number): number {
  if (degreesOfFreedom < 2 || degreesOfFreedom % 2 !== 0) {
    throw new UsageError(`"degreesOfFreedom" expected an even integer ≥ 2, got ${degreesOfFreedom}`);
  }
  if (!Number.isFinite(x)) return x > 0 ? 1 : x < 0 ? 0 : NaN;
  const root = Math.hypot(Math.sqrt(degreesOfFreedom), x);
  const sine = x / root;
  const squaredCosine = degreesOfFreedom / (root * root);
  let term = 1;
  let sum = 1;
  for (let k = 1; k < degreesOfFreedom / 2; k++) {
    term *= (squaredCosine * (2 * k - 1)) / (2 * k);
    sum += term;
  }
  return clamp(0.5 + 0.5 * sine * sum, 0, 1);
}

/**
 * Probabilities of a t law about `location`: below the first cut, between neighbours, above the last. They sum to 1.
 *
 * @param scale scale > 0, in the unit of `location` and `cuts`.
 * @param cuts cuts, ascending; ±Infinity is allowed.
 */
export function shares(location: number, scale: number, cuts: readonly number[], degreesOfFreedom: number): number[] {
  const below = cuts.map((cut) => studentT((cut - location) / scale, degreesOfFreedom));
  return [...below, 1].map((p, i) => Math.max(0, p - (below[i - 1] ?? 0)));
}
