/** Combines many small threats into one score. */

/**
 * Computes 100 · (1 − e^(−x)): 0 at 0, monotone, below 100, and additive in x, so that two halves of a threat score as
 * the whole.
 *
 * @param x sum of threats, ≥ 0.
 */
export function saturate(x: number): number {
  return -100 * Math.expm1(-x);
}
