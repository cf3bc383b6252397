/** The two-sided tail of Student's law. */

import { integerAtLeast } from '@barograph/core';

/** Terms after which the continued fraction has converged for any argument that it is used for. */
const MOST_TERMS = 500;
const SMALL = 1e-300;

/**
 * `P(|T| ≥ |t|)` for `T` of Student's law with whole `degrees` of freedom: the regularised incomplete beta function of
 * `ν/(ν + t²)` at `ν/2` and `½`.
 *
 * @source NIST Digital Library of Mathematical Functions, 8.17.22 (continued fraction) and 8.17.4 (symmetry). W. J.
 * Lentz, Generating Bessel functions in Mie scattering calculations using continued fractions, Applied Optics 15, 1976.
 */
export function studentTail(t: number, degrees: number): number {
  const nu = integerAtLeast('degrees', degrees, 1);
  const x = nu / (nu + t * t);
  if (x >= 1) return 1;
  const [a, b] = [nu / 2, 0.5];
  return betaShare(x, a, b, logGammaRatio(nu) + a * Math.log(x) + b * Math.log1p(-x));
}

/**
 * Regularised incomplete beta function of `x` in (0, 1) at `a` and `b`.
 *
 * @param log `ln(x^a·(1 − x)^b / B(a, b))`.
 */
export function betaShare(x: number, a: number, b: number, log: number): number {
  // The fraction converges fast below the mean of the law, and its mirror above.
  return x < (a + 1) / (a + b + 2)
    ? (Math.exp(log) * fraction(x, a, b)) / a
    : 1 - (Math.exp(log) * fraction(1 - x, b, a)) / b;
}

/** `ln Γ((ν+1)/2) − ln Γ(ν/2) − ln Γ(½)`, by the recursion of Γ from ν = 1 or 2. */
function logGammaRatio(nu: number): number {
  // ν = 1: Γ(1)/(Γ(½)·Γ(½)) = 1/π; ν = 2: Γ(3/2)/(Γ(1)·Γ(½)) = ½.
  let log = nu % 2 === 1 ? -Math.log(Math.PI) : -Math.LN2;
  for (let k = nu % 2 === 1 ? 1 : 2; k < nu; k += 2) log += Math.log((k + 1) / k);
  return log;
}

function fraction(x: number, a: number, b: number): number {
  const kept = (value: number): number => (Math.abs(value) < SMALL ? SMALL : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      change = c * d;
      result *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return result;
}
