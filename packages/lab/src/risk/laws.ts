/**
 * Distribution functions behind the tests of risk: chi-square, normal, and Student's law with any degrees of freedom.
 *
 * @source NIST Digital Library of Mathematical Functions, 8.7.1 (series of the incomplete Gamma function), 8.9.2 (its
 * continued fraction, by the method of W. J. Lentz, 1976) and 8.17 (incomplete beta function).
 */

import { UsageError } from '@barograph/core';
import { logGamma, normalQuantile } from '@barograph/nowcast/parts';
import { betaShare } from '../train/student-tail.ts';

const MOST_TERMS = 1_000;
const SMALL = 1e-300;
const PRECISION = 1e-16;

/** Upper share `Q(a, x)` of the Gamma law, for `a` > 0 and `x` ≥ 0. */
function gammaTail(a: number, x: number): number {
  if (!(x > 0)) return 1;
  if (x === Infinity) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  let b = x + 1 - a;
  let c = 1 / SMALL;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_TERMS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    const change = c * d;
    fraction *= change;
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return front * fraction;
}

/**
 * Probability that a chi-square variable exceeds `x`.
 *
 * @param degrees of freedom, > 0.
 * @throws {UsageError} degrees that are not above 0.
 * @example
 * chiSquareTail(3.841459, 1).toFixed(4); // → '0.0500'
 */
export function chiSquareTail(x: number, degrees: number): number {
  return Number.isNaN(x) ? NaN : gammaTail(positiveDegrees(degrees) / 2, x / 2);
}

/**
 * Probability that a standard normal variable is at most `x`.
 *
 * @example
 * normalBelow(-1.959964).toFixed(4); // → '0.0250'
 */
export function normalBelow(x: number): number {
  if (Number.isNaN(x)) return NaN;
  const tail = gammaTail(0.5, (x * x) / 2) / 2;
  return x < 0 ? tail : 1 - tail;
}

/**
 * Probability that a variable of Student's law is at most `x`. The law is not scaled: its variance is `ν / (ν − 2)`.
 *
 * @param degrees of freedom, > 0, whole or not.
 * @throws {UsageError} degrees that are not above 0.
 * @example
 * studentBelow(-2.570582, 5).toFixed(4); // → '0.0250'
 */
export function studentBelow(x: number, degrees: number): number {
  const nu = positiveDegrees(degrees);
  if (Number.isNaN(x)) return NaN;
  const share = nu / (nu + x * x);
  if (share >= 1) return 0.5;
  if (share === 0) return x < 0 ? 0 : 1;
  const [a, b] = [nu / 2, 0.5];
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(share) + b * Math.log1p(-share);
  const tail = betaShare(share, a, b, front) / 2;
  return x < 0 ? tail : 1 - tail;
}

/**
 * Quantile of Student's law, by bisection of {@link studentBelow}.
 *
 * @param p probability, in (0, 1).
 * @param degrees of freedom, > 0.
 * @throws {UsageError} a probability outside (0, 1), or degrees that are not above 0.
 * @example
 * studentQuantile(0.01, 4).toFixed(4); // → '-3.7469'
 */
export function studentQuantile(p: number, degrees: number): number {
  if (!(p > 0 && p < 1)) throw new UsageError(`"p" expected a number in (0, 1), got ${p}`);
  if (p === 0.5) return 0;
  if (p > 0.5) return -studentQuantile(1 - p, degrees);
  // The tail of Student's law is heavier than the normal one, so the normal quantile bounds it from above.
  let high = Math.min(0, normalQuantile(p) / 2);
  let low = 2 * high - 1;
  while (studentBelow(low, degrees) > p) low *= 2;
  while (low < high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentBelow(middle, degrees) < p) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Log density of Student's law that is scaled to variance 1.
 *
 * @param degrees of freedom, > 2.
 * @returns the density as a function of the standardised value.
 * @throws {UsageError} degrees that are not above 2: the variance is infinite.
 * @example
 * studentLogDensity(5)(0).toFixed(4); // → '-0.7132'
 */
export function studentLogDensity(degrees: number): (z: number) => number {
  if (!(degrees > 2)) throw new UsageError(`"degrees" expected a number > 2, got ${degrees}`);
  const front = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(Math.PI * (degrees - 2));
  return (z) => front - 0.5 * (degrees + 1) * Math.log1p((z * z) / (degrees - 2));
}

function positiveDegrees(degrees: number): number {
  if (!(degrees > 0)) throw new UsageError(`"degrees" expected a number > 0, got ${degrees}`);
  return degrees;
}
