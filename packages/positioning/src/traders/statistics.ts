/** Intervals of small samples. */

/**
 * Quantile of the standard normal distribution.
 *
 * @param p probability, above 0 and below 1.
 * @source P. J. Acklam, "An algorithm for computing the inverse normal cumulative distribution function" (relative
 * error below 1.15e-9).
 */
export function normalQuantile(p: number): number {
  const a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239]; // prettier-ignore
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572];
  const c = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]; // prettier-ignore
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
  const polynomial = (coefficients: readonly number[], x: number): number =>
    coefficients.reduce((sum, one) => sum * x + one, 0);
  const tail = 0.02425;
  if (p < tail) {
    const q = Math.sqrt(-2 * Math.log(p));
    return polynomial(c, q) / (polynomial(d, q) * q + 1);
  }
  if (p > 1 - tail) return -normalQuantile(1 - p);
  const q = p - 0.5;
  const r = q * q;
  return (polynomial(a, r) * q) / (polynomial(b, r) * r + 1);
}

/**
 * Quantile of Student's t.
 *
 * @param freedom degrees of freedom, at least 3.
 * @source M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 26.7.5.
 */
export function studentQuantile(p: number, freedom: number): number {
  const z = normalQuantile(p);
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const g4 = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160;
  return z + g1 / freedom + g2 / freedom ** 2 + g3 / freedom ** 3 + g4 / freedom ** 4;
}

/** Bounds of an interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Confidence interval of a share: `wins` of `n`.
 *
 * @source E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 */
export function wilson(wins: number, n: number, confidence: number): Interval {
  const z = normalQuantile((1 + confidence) / 2);
  const share = wins / n;
  const z2 = z * z;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Mean, standard error, and their ratio; the error is 0 when all values are equal. */
export interface MeanError {
  readonly mean: number;
  readonly error: number;
}

/**
 * Computes mean and standard error.
 * @param values values, at least two.
 */
export function meanError(values: readonly number[]): MeanError {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (n - 1) / n) };
}
