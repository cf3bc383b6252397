/** ln Γ((ν + d)/2) − ln Γ(ν/2), the part of a Student-t density that needs the Gamma function. */

/** Above this, Stirling's series with five terms is exact to the last digits. */
const LARGE = 16;

/**
 * ln Γ(x) for x > 0.
 * @param x above 0; not checked.
 * @source M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 1964, 6.1.15 (recurrence) and 6.1.41 (series).
 * @example
 * logGamma(5).toFixed(4); // → '3.1781'
 */
export function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < LARGE) shift -= Math.log(at++);
  const inverse = 1 / (at * at);
  const series = 1 / 12 - inverse * (1 / 360 - inverse * (1 / 1_260 - inverse * (1 / 1_680 - inverse / 1_188)));
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series / at;
}

/** ln Γ((nu + d)/2) − ln Γ(nu/2). */
export function logGammaRatio(nu: number, d: number): number {
  // Whole steps as products: the difference of two large logarithms would lose digits for large nu.
  let ratio = 0;
  let at = nu / 2;
  for (let left = d; left >= 2; left -= 2) ratio += Math.log(at++);
  return d % 2 === 0 ? ratio : ratio + logGamma(at + 0.5) - logGamma(at);
}
