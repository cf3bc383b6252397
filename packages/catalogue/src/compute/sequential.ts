/** Statistics updated bar by bar. */

import type { ComputedColumns } from './computation.ts';
import { each } from './series.ts';

/**
 * Events at which cumulated returns reach `h` deviations in one direction.
 *
 * @source M. López de Prado, Advances in Financial Machine Learning, Wiley, 2018, chapter 2.5.2.
 */
export function cusum(returns: Float64Array, width: Float64Array, h: number): Float64Array {
  let [up, down] = [0, 0];
  return each(returns, (r, i) => {
    const bound = h * width[i]!;
    if (Number.isNaN(bound)) return NaN;
    up = Math.max(0, up + r);
    down = Math.min(0, down + r);
    if (up > bound) {
      up = 0;
      return 1;
    }
    if (down < -bound) {
      down = 0;
      return -1;
    }
    return 0;
  });
}

/** Probability of the second of two states, given their widths in units of the usual one. */
export function switching(
  returns: Float64Array,
  width: Float64Array,
  [calm, wild]: readonly [number, number],
  stay: number,
): Float64Array {
  let q = 0.5;
  // In logarithms: a return of many deviations would underflow in both states.
  const logDensity = (r: number, sd: number): number => -0.5 * (r / sd) ** 2 - Math.log(sd);
  return each(returns, (r, i) => {
    const usual = width[i]!;
    if (Number.isNaN(usual) || usual === 0) return NaN;
    const prior = stay * q + (1 - stay) * (1 - q);
    const odds = logDensity(r, wild * usual) - logDensity(r, calm * usual) + Math.log(prior / (1 - prior));
    q = 1 / (1 + Math.exp(-odds));
    return q;
  });
}

/** Log of the gamma function at half steps of a positive number. @source Lanczos, g = 7, nine coefficients. */
function logGamma(x: number): number {
  const coefficients = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ];
  const t = x + 6.5;
  const series = coefficients.reduce((sum, c, k) => sum + c / (x + k), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

/**
 * Distribution of the number of bars since the variance of returns last changed.
 *
 * @param hazard probability of a change at each bar.
 * @param longest longest run; longer ones are dropped.
 * @param prior initial guess of the deviation of a return.
 * @source R. P. Adams, D. J. C. MacKay, Bayesian online changepoint detection, 2007.
 */
export function changePoint(returns: Float64Array, hazard: number, longest: number, prior: number): ComputedColumns {
  let chances = [1];
  let squares = [0];
  const fresh = new Float64Array(returns.length).fill(NaN);
  const gammas = Array.from({ length: longest + 2 }, (_, l) => logGamma(1 + (l + 1) / 2) - logGamma(1 + l / 2));
  const expected = each(returns, (r, t) => {
    if (Number.isNaN(r)) return NaN;
    // Inverse gamma with shape 1 + l/2: the density of the next return is Student's with 2 + l degrees of freedom.
    const densities = chances.map((_, l) => {
      const rate = prior * prior + squares[l]! / 2;
      return Math.exp(
        gammas[l]! - 0.5 * Math.log(2 * Math.PI * rate) - (1 + (l + 1) / 2) * Math.log1p((r * r) / (2 * rate)),
      );
    });
    const joint = chances.map((chance, l) => chance * densities[l]!);
    const whole = joint.reduce((sum, value) => sum + value, 0);
    const grown = joint.map((value) => value * (1 - hazard));
    const total = whole === 0 ? 1 : whole;
    chances = [hazard * whole, ...grown].slice(0, longest + 1).map((value) => value / total);
    if (whole === 0) chances = [1];
    squares = [0, ...squares.map((sum) => sum + r * r)].slice(0, chances.length);
    const kept = chances.reduce((sum, value) => sum + value, 0);
    chances = chances.map((value) => value / kept);
    fresh[t] = chances[0]!;
    return Math.min(
      longest,
      chances.reduce((sum, chance, l) => sum + chance * l, 0),
    );
  });
  return { expected, fresh };
}

/**
 * Level that follows a random walk and is observed with noise. @param ratio variance of a step over that of the noise.
 *
 * @source R. E. Kalman, A new approach to linear filtering and prediction problems, Journal of Basic Engineering 82,
 * 1960.
 */
export function kalman(x: Float64Array, ratio: number): Float64Array {
  let [level, variance] = [x[0] ?? NaN, 1];
  return each(x, (value, i) => {
    if (i === 0) return level;
    variance += ratio;
    const gain = variance / (variance + 1);
    level += gain * (value - level);
    variance *= 1 - gain;
    return level;
  });
}
