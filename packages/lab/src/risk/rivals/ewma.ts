/**
 * Exponentially weighted variance with innovations of Student's law: `h_{t+1} = λ·h_t + (1 − λ)·r_t²`, with decay and degrees
 * of freedom fitted by maximum likelihood. The variance of each coming bar is `h_{t+1}`.
 *
 * @source J.P. Morgan, RiskMetrics technical document, 4th edition, 1996 (recursion). A. Lucas, X. Zhang, Score-driven
 * exponentially weighted moving averages and value-at-risk forecasting, International Journal of Forecasting 32, 2016
 * (likelihood of Student's law).
 */

import { integerAtLeast } from '@barograph/core';
import { studentLogDensity } from '../laws.ts';
import { minimize, NELDER_MEAD_V1, type NelderMeadConfig } from '../nelder-mead.ts';
import { checkReturns, logistic, logitOf, meanSquare, type Returns } from './returns.ts';

/** Exponentially weighted variance; returns in log units per bar. */
export interface EwmaFit {
  /** λ, in (0, 1). */
  readonly decay: number;
  /** Degrees of freedom of the innovations, > 2. */
  readonly degrees: number;
  readonly logLikelihood: number;
  /** Variance of the first bar: the mean square of the returns that were fitted. */
  readonly first: number;
  readonly converged: boolean;
}

function likelihood(returns: Returns, decay: number, degrees: number, first: number): number {
  const half = (degrees + 1) / 2;
  let h = first;
  let sum = returns.length * studentLogDensity(degrees)(0);
  for (let t = 0; t < returns.length; t++) {
    const square = returns[t]! * returns[t]!;
    sum -= 0.5 * Math.log(h) + half * Math.log1p(square / (h * (degrees - 2)));
    h = decay * h + (1 - decay) * square;
  }
  return sum;
}

/**
 * Fits decay and degrees of freedom. The same returns give the same bits.
 *
 * @param returns log returns by bar, without gaps; at least 100. Their mean is taken as 0.
 * @param search settings of the search. @default NELDER_MEAD_V1
 * @throws {UsageError} too few returns, one that is not finite, or returns that are all 0.
 * @example
 * const { decay, converged } = fitEwma(harSeries(hours).returns.subarray(1));
 * [decay > 0.5 && decay < 1, converged]; // → [ true, true ]
 */
export function fitEwma(returns: Returns, search: NelderMeadConfig = NELDER_MEAD_V1): EwmaFit {
  const first = meanSquare(checkReturns(returns, 100));
  const at = ([decay, tail]: readonly number[]) => [logistic(decay!), 2 + Math.exp(tail!)] as const;
  const { point, value, converged } = minimize(
    (coordinates) => -likelihood(returns, ...at(coordinates), first),
    [logitOf(0.94), Math.log(3)],
    search,
  );
  const [decay, degrees] = at(point);
  return { decay, degrees, logLikelihood: -value, first, converged };
}

/**
 * Variance of the next `steps` bars together, after every bar.
 *
 * @param returns log returns by bar, without gaps; the fit may be of an earlier part of them.
 * @param steps bars ahead, at least 1.
 * @throws {UsageError} a return that is not finite, or steps below 1.
 * @example
 * ewmaVariance(Float64Array.of(0.02), { decay: 0.9, first: 0.0001 }, 24)[0]?.toFixed(5); // → '0.00312'
 */
export function ewmaVariance(
  returns: Returns,
  { decay, first }: Pick<EwmaFit, 'decay' | 'first'>,
  steps: number,
): Float64Array {
  integerAtLeast('steps', steps, 1);
  let h = first;
  return checkReturns(returns, 1).map((r) => {
    h = decay * h + (1 - decay) * r * r;
    return steps * h;
  });
}
