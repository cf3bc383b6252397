/**
 * Realised GARCH, log-linear, of days that begin at every bar. With `r` the return of a day, `x` its realised measure, `h` the
 * variance and `z = r/√h`:
 *
 * `ln h_next = ω + β·ln h + γ·ln x`, `ln x = ξ + φ·ln h + τ₁·z + τ₂·(z² − 1) + u`
 *
 * Both innovations are normal. The path of `h` depends on ω, β and γ alone, so the measurement equation is solved by least
 * squares within each evaluation of the likelihood. A series of bars holds as many series of days as a day has bars; the
 * likelihood is the sum over all of them.
 *
 * @source P. R. Hansen, Z. Huang, H. H. Shek, Realized GARCH: a joint model for returns and realized measures of volatility,
 * Journal of Applied Econometrics 27, 2012. C. Varin, N. Reid, D. Firth, An overview of composite likelihood methods,
 * Statistica Sinica 21, 2011 (the sum over overlapping series).
 */

import { integerAtLeast, UsageError } from '@barograph/core';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { minimize, NELDER_MEAD_V1, type NelderMeadConfig } from '../nelder-mead.ts';
import { checkReturns, logistic, logitOf, meanSquare, trailingSums, type Returns } from './returns.ts';

/** Parameters of the variance equation, and the measurement equation that goes with them. */
export interface RealizedGarchFit {
  /** Bars of a day. */
  readonly day: number;
  /** Constant of the log variance equation, and below its weights of the log variance before and of the log measure. */
  readonly omega: number;
  readonly beta: number;
  readonly gamma: number;
  /** ξ, φ, τ₁ and τ₂. */
  readonly measurement: readonly number[];
  /** Variance of u. */
  readonly noise: number;
  /** Composite log likelihood of returns and measures. */
  readonly logLikelihood: number;
  /** Variance of the days before the first. */
  readonly first: number;
  readonly converged: boolean;
}

/** Days that begin at every bar. */
interface Days {
  readonly day: number;
  /** Return and log measure of the day that ends with each bar; NaN before there is one. */
  readonly returns: Float64Array;
  readonly logs: Float64Array;
  readonly first: number;
}

/** @param measures realised measure of each bar, such as its range variance; a day's is their sum. */
function daysOf(returns: Returns, measures: Float64Array, day: number): Days {
  if (measures.length !== returns.length) {
    throw new UsageError(`"measures" expected ${returns.length} numbers, got ${measures.length}`);
  }
  const wrong = measures.findIndex((measure) => !(measure >= 0 && measure < Infinity));
  if (wrong >= 0) throw new UsageError(`"measures[${wrong}]" expected a finite number ≥ 0, got ${measures[wrong]}`);
  const sums = trailingSums(returns, day, (r) => r);
  const logs = trailingSums(measures, day, (x) => x).map(Math.log);
  const still = logs.indexOf(-Infinity);
  if (still >= 0) throw new UsageError(`"measures" expected a day above 0 until bar ${still}, got 0`);
  return { day, returns: sums, logs, first: meanSquare(sums.subarray(day - 1)) };
}

/** Log variance of the day after each bar; the days before the first bars have variance `first`. */
function logVariances({ day, logs, first }: Days, omega: number, beta: number, gamma: number): Float64Array {
  const next = new Float64Array(logs.length).fill(NaN);
  const start = Math.log(first);
  for (let t = day - 1; t < logs.length; t++) {
    const before = t >= 2 * day - 1 ? next[t - day]! : start;
    next[t] = omega + beta * before + gamma * logs[t]!;
  }
  return next;
}

interface Measured {
  readonly measurement: readonly number[];
  readonly noise: number;
  readonly logLikelihood: number;
}

/** Least squares of the measurement equation, and the likelihood with it; null where the moments are singular. */
function measured(days: Days, next: Float64Array): Measured | null {
  const { day, returns, logs } = days;
  const [xx, xy, x] = [new Float64Array(16), new Float64Array(4), new Float64Array(4)];
  let [yy, rows, fromReturns] = [0, 0, 0];
  for (let t = 2 * day - 1; t < logs.length; t++) {
    const log = next[t - day]!;
    const square = returns[t]! ** 2 / Math.exp(log);
    fromReturns -= 0.5 * (log + square);
    x[0] = 1;
    x[1] = log;
    x[2] = returns[t]! / Math.exp(log / 2);
    x[3] = square - 1;
    const y = logs[t]!;
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j <= i; j++) xx[4 * i + j] = xx[4 * i + j]! + x[i]! * x[j]!;
      xy[i] = xy[i]! + x[i]! * y;
    }
    yy += y * y;
    rows++;
  }
  for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) xx[4 * i + j] = xx[4 * j + i]!;
  const decomposition = new CholeskyDecomposition(Matrix.from1DArray(4, 4, Array.from(xx)));
  if (!decomposition.isPositiveDefinite()) return null;
  const measurement = decomposition.solve(Matrix.columnVector(Array.from(xy))).to1DArray();
  const noise = (yy - measurement.reduce((sum, weight, i) => sum + weight * xy[i]!, 0)) / rows;
  if (!(noise > 0)) return null;
  const logLikelihood = fromReturns - 0.5 * rows * (2 * Math.log(2 * Math.PI) + Math.log(noise) + 1);
  return { measurement, noise, logLikelihood };
}

/**
 * Fits a realised GARCH. The same returns and measures give the same bits.
 *
 * @param returns log returns by bar, without gaps; at least 60 days.
 * @param measures realised measure of every bar, ≥ 0, such as its range variance.
 * @param day bars of a day, at least 1. Default: 24.
 * @param search settings of the search. @default NELDER_MEAD_V1
 * @throws {UsageError} too few returns, a number that is not finite, a negative measure, or a day whose measure is 0.
 * @example
 * const { returns, variance } = harSeries(hours);
 * const fit = fitRealizedGarch(returns.subarray(1), variance.subarray(1));
 * fit.beta + fit.gamma * fit.measurement[1]! < 1; // → true
 */
export function fitRealizedGarch(
  returns: Returns,
  measures: Float64Array,
  day: number = 24,
  search: NelderMeadConfig = NELDER_MEAD_V1,
): RealizedGarchFit {
  integerAtLeast('day', day, 1);
  const days = daysOf(checkReturns(returns, 60 * day), measures, day);
  const middle = Math.log(days.first);
  // Around the middle of the logs, so that a step of one weight leaves the level where it is.
  const at = ([level, memory, news]: readonly number[]) => {
    const [beta, gamma] = [logistic(memory!), Math.exp(news!)];
    return [level! + middle * (1 - beta - gamma), beta, gamma] as const;
  };
  const objective = (point: readonly number[]): number =>
    -(measured(days, logVariances(days, ...at(point)))?.logLikelihood ?? -Infinity);
  const { point, converged } = minimize(objective, [0, logitOf(0.6), Math.log(0.35)], search);
  const [omega, beta, gamma] = at(point);
  const found = measured(days, logVariances(days, omega, beta, gamma))!;
  return { day, omega, beta, gamma, ...found, first: days.first, converged };
}

/**
 * Variance of the next day after every bar.
 *
 * @param returns log returns by bar, without gaps; the fit may be of an earlier part of them.
 * @param measures realised measure of every bar, as in the fit.
 * @returns NaN for the first bars, until a day is known.
 * @throws {UsageError} as {@link fitRealizedGarch}, for any number of returns.
 * @example
 * const { returns, variance } = harSeries(hours);
 * const fit = fitRealizedGarch(returns.subarray(1), variance.subarray(1));
 * const forecasts = realizedGarchVariance(returns.subarray(1), variance.subarray(1), fit);
 * [forecasts[22], forecasts[23] > 0]; // → [ NaN, true ]
 */
export function realizedGarchVariance(returns: Returns, measures: Float64Array, fit: RealizedGarchFit): Float64Array {
  const days = daysOf(checkReturns(returns, fit.day), measures, fit.day);
  return logVariances({ ...days, first: fit.first }, fit.omega, fit.beta, fit.gamma).map(Math.exp);
}
