/**
 * GARCH(1,1) and GJR-GARCH(1,1) with innovations of Student's law, fitted by maximum likelihood to log returns:
 *
 * `h_{t+1} = ω + (α + γ·[r_t < 0])·r_t² + β·h_t`
 *
 * With persistence `π = α + γ/2 + β < 1` and `v = ω/(1 − π)`, the variance of the next `n` bars together is
 * `n·v + (h_{t+1} − v)·(1 − πⁿ)/(1 − π)`.
 *
 * @source T. Bollerslev, A conditionally heteroskedastic time series model for speculative prices and rates of return,
 * Review of Economics and Statistics 69, 1987 (GARCH-t). L. R. Glosten, R. Jagannathan, D. E. Runkle, On the relation
 * between the expected value and the volatility of the nominal excess return on stocks, Journal of Finance 48, 1993.
 * R. T. Baillie, T. Bollerslev, Journal of Econometrics 52, 1992 (forecasts of several steps).
 */

import { integerAtLeast } from '@barograph/core';
import { studentLogDensity } from '../laws.ts';
import { minimize, NELDER_MEAD_V1, type NelderMeadConfig } from '../nelder-mead.ts';
import { checkReturns, logistic, logitOf, meanSquare, type Returns } from './returns.ts';

/** Parameters of a GARCH with Student's law; returns in log units per bar. */
export interface Garch {
  readonly omega: number;
  /** Weight of every squared return. */
  readonly alpha: number;
  /** Further weight of a squared fall; 0 in a GARCH without asymmetry. */
  readonly gamma: number;
  readonly beta: number;
  /** Degrees of freedom of the innovations, > 2. */
  readonly degrees: number;
}

/** A fit with its log likelihood. */
export interface GarchFit extends Garch {
  readonly logLikelihood: number;
  /** Variance of the first bar: the mean square of the returns that were fitted. */
  readonly first: number;
  readonly converged: boolean;
}

/** Persistence `α + γ/2 + β`: the share of a variance's distance from its mean that is left a bar later. */
const persistenceOf = ({ alpha, gamma, beta }: Garch): number => alpha + gamma / 2 + beta;

/**
 * Log likelihood of returns under a GARCH with Student's law.
 *
 * @param returns log returns by bar, without gaps; the mean is taken as 0.
 * @param first variance of the first bar. Default: the mean square of the returns.
 * @throws {UsageError} no returns, or one that is not finite.
 * @example
 * const model = { omega: 1e-6, alpha: 0.05, gamma: 0, beta: 0.93, degrees: 5 };
 * garchLogLikelihood(Float64Array.of(0.01, -0.02, 0.005), model).toFixed(3); // → '8.439'
 */
export function garchLogLikelihood(returns: Returns, model: Garch, first: number = meanSquare(returns)): number {
  return likelihood(checkReturns(returns, 1), model, first);
}

function likelihood(returns: Returns, { omega, alpha, gamma, beta, degrees }: Garch, first: number): number {
  const half = (degrees + 1) / 2;
  const peak = studentLogDensity(degrees)(0);
  let h = first;
  let sum = 0;
  for (let t = 0; t < returns.length; t++) {
    const r = returns[t]!;
    const square = r * r;
    sum -= 0.5 * Math.log(h) + half * Math.log1p(square / (h * (degrees - 2)));
    h = omega + (r < 0 ? alpha + gamma : alpha) * square + beta * h;
  }
  return returns.length * peak + sum;
}

/** Bound of a logit: beyond it a persistence is 1 to the last digits, and the likelihood flat. */
const FARTHEST = 20;
const bounded = (x: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, x));

/** Coordinates of the search: ln v / first, logit π, logit of the news' share of π, ln(ν − 2), logit of the asymmetry. */
function modelAt([level, persistence, news, tail, tilt]: readonly number[], first: number): Garch {
  const share = logistic(bounded(persistence!));
  const mean = share * logistic(bounded(news!));
  // With w the weight of a rise among both signs, α = 2·m·w and α + γ = 2·m·(1 − w), so that α + γ/2 = m.
  const rise = tilt === undefined ? 0.5 : logistic(bounded(tilt));
  return {
    omega: first * Math.exp(level!) * (1 - share),
    alpha: 2 * mean * rise,
    gamma: 2 * mean * (1 - 2 * rise),
    beta: share - mean,
    degrees: 2 + Math.exp(tail!),
  };
}

function coordinatesOf(model: Garch, first: number, isAsymmetric: boolean): readonly number[] {
  const share = persistenceOf(model);
  const mean = model.alpha + model.gamma / 2;
  const common = [
    Math.log(model.omega / (first * (1 - share))),
    bounded(logitOf(share)),
    bounded(logitOf(mean / share)),
    Math.log(model.degrees - 2),
  ];
  return isAsymmetric ? [...common, bounded(logitOf(model.alpha / (2 * mean)))] : common;
}

/** Settings of a fit. */
export interface GarchOptions {
  /** Whether falls have a further weight (GJR). Default: false. */
  readonly isAsymmetric?: boolean;
  /**
   * Model where the search begins, such as an earlier fit.
   * @default usual persistence at the mean square of the returns
   */
  readonly start?: Garch;
  /** Settings of the search. @default NELDER_MEAD_V1 */
  readonly search?: NelderMeadConfig;
}

const START: Garch = { omega: 0, alpha: 0.06, gamma: 0, beta: 0.92, degrees: 5 };

/**
 * Fits a GARCH(1,1) or GJR-GARCH(1,1) with Student's law. The same returns and start give the same bits.
 *
 * @param returns log returns by bar, without gaps; at least 100. Their mean is taken as 0.
 * @throws {UsageError} too few returns, one that is not finite, or returns that are all 0.
 * @example
 * const { alpha, beta, converged } = fitGarch(harSeries(hours).returns.subarray(1));
 * [alpha + beta < 1, converged]; // → [ true, true ]
 */
export function fitGarch(
  returns: Returns,
  { isAsymmetric = false, start, search = NELDER_MEAD_V1 }: GarchOptions = {},
): GarchFit {
  const first = meanSquare(checkReturns(returns, 100));
  const from = start ?? { ...START, omega: first * (1 - persistenceOf(START)) };
  const { point, value, converged } = minimize(
    (at) => -likelihood(returns, modelAt(at, first), first),
    coordinatesOf(from, first, isAsymmetric),
    search,
  );
  return { ...modelAt(point, first), logLikelihood: -value, first, converged };
}

/**
 * Variance of the next `steps` bars together, after every bar.
 *
 * @param returns log returns by bar, without gaps; the fit may be of an earlier part of them.
 * @param model fit of this or an earlier span; `first` is the variance of the first bar.
 * @param steps bars ahead, at least 1.
 * @returns one forecast per bar, for the bars after it.
 * @throws {UsageError} a return that is not finite, or steps below 1.
 * @example
 * const { returns } = harSeries(hours);
 * const forecasts = garchVariance(returns.subarray(1), fitGarch(returns.subarray(1)), 24);
 * forecasts.every((variance) => variance > 0); // → true
 */
export function garchVariance(returns: Returns, model: Garch & Pick<GarchFit, 'first'>, steps: number): Float64Array {
  integerAtLeast('steps', steps, 1);
  checkReturns(returns, 1);
  const { omega, alpha, gamma, beta, first } = model;
  const persistence = persistenceOf(model);
  const level = omega / (1 - persistence);
  // expm1 and log1p: a persistence near 1 leaves few digits in 1 − πⁿ.
  const decay = -Math.expm1(steps * Math.log(persistence)) / (1 - persistence);
  let h = first;
  return returns.map((r) => {
    h = omega + (r < 0 ? alpha + gamma : alpha) * r * r + beta * h;
    return steps * level + (h - level) * decay;
  });
}
