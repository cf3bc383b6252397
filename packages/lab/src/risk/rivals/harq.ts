/**
 * HARQ: an autoregression of realised variance over a day, a week and a month, whose weight of the day is less when the day's
 * variance was measured poorly:
 *
 * `RV_{next} = b₀ + (b₁ + b_q·√RQ)·RV_day + b₂·RV_week + b₃·RV_month`
 *
 * Least squares. A forecast outside the outcomes that were fitted is replaced by their mean, as in the paper.
 *
 * @source T. Bollerslev, A. J. Patton, R. Quaedvlieg, Exploiting the errors: a simple approach for improved volatility
 * forecasting, Journal of Econometrics 192, 2016: the model, the centred quarticity and the insanity filter.
 */

import { integerAtLeast, UsageError } from '@barograph/core';
import { Matrix, QrDecomposition } from 'ml-matrix';
import { checkReturns, trailingSums, type Returns } from './returns.ts';

/** Fit of HARQ. Variances are in units of the mean outcome that was fitted. */
export interface HarqFit {
  /** Bars of a day. */
  readonly day: number;
  readonly weights: {
    readonly intercept: number;
    readonly day: number;
    readonly week: number;
    readonly month: number;
    /** Weight of the day's variance times the centred root of its quarticity. */
    readonly quarticity: number;
  };
  /** Mean of the root of the quarticity. */
  readonly centre: number;
  /** Unit of the variances: the mean outcome, per day. */
  readonly mean: number;
  /** Least and largest outcome that was fitted. */
  readonly low: number;
  readonly high: number;
  readonly rows: number;
}

/** Longer windows, days. */
const [WEEK, MONTH] = [7, 30];

/** Inputs at every bar: realised variance per day over a day, a week and a month, and the root of the day's quarticity. */
function inputsOf(returns: Returns, day: number) {
  const squares = (days: number): Float64Array =>
    trailingSums(returns, day * days, (r) => r * r).map((sum) => sum / days);
  const root = trailingSums(returns, day, (r) => r ** 4).map((sum) => Math.sqrt((day / 3) * sum));
  return { ofDay: squares(1), ofWeek: squares(WEEK), ofMonth: squares(MONTH), root };
}

/**
 * Fits HARQ to the realised variance of the next day, at every bar.
 *
 * @param returns log returns by bar, without gaps; at least 60 days.
 * @param day bars of a day, at least 2. Default: 24.
 * @throws {UsageError} too few returns, one that is not finite, or inputs that are linearly dependent.
 * @example
 * fitHarq(harSeries(hours).returns.subarray(1)).rows; // → 756
 */
export function fitHarq(returns: Returns, day: number = 24): HarqFit {
  integerAtLeast('day', day, 2);
  checkReturns(returns, 60 * day);
  const { ofDay, ofWeek, ofMonth, root } = inputsOf(returns, day);
  const first = MONTH * day - 1;
  const rows = returns.length - day - first;
  const meanOf = (at: (t: number) => number): number => {
    let sum = 0;
    for (let t = first; t < first + rows; t++) sum += at(t) / rows;
    return sum;
  };
  const mean = meanOf((t) => ofDay[t + day]!);
  const centre = meanOf((t) => root[t]!);
  const design = new Matrix(rows, 5);
  const outcomes = new Matrix(rows, 1);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < rows; i++) {
    const t = first + i;
    const outcome = ofDay[t + day]!;
    const tilt = (ofDay[t]! / mean) * ((root[t]! - centre) / mean);
    design.setRow(i, [1, ofDay[t]! / mean, ofWeek[t]! / mean, ofMonth[t]! / mean, tilt]);
    outcomes.set(i, 0, outcome / mean);
    low = Math.min(low, outcome);
    high = Math.max(high, outcome);
  }
  const decomposition = new QrDecomposition(design);
  const sizes = decomposition.upperTriangularMatrix.diagonal().map(Math.abs);
  // Rounding leaves about 1e-16 where a column depends on the others.
  if (!(Math.min(...sizes) > 1e-10 * Math.max(...sizes))) {
    throw new UsageError('"returns" expected independent inputs of HARQ, got dependent ones');
  }
  const solved = decomposition.solve(outcomes);
  const weights = {
    intercept: solved.get(0, 0),
    day: solved.get(1, 0),
    week: solved.get(2, 0),
    month: solved.get(3, 0),
    quarticity: solved.get(4, 0),
  };
  return { day, weights, centre, mean, low, high, rows };
}

/**
 * Variance of the next day after every bar.
 *
 * @param returns log returns by bar, without gaps; the fit may be of an earlier part of them.
 * @returns NaN for the first bars, until a month is known.
 * @throws {UsageError} a return that is not finite.
 * @example
 * const { returns } = harSeries(hours);
 * const forecasts = harqVariance(returns.subarray(1), fitHarq(returns.subarray(1)));
 * [forecasts[718], forecasts[719] > 0]; // → [ NaN, true ]
 */
export function harqVariance(returns: Returns, { day, weights, centre, mean, low, high }: HarqFit): Float64Array {
  const { ofDay, ofWeek, ofMonth, root } = inputsOf(checkReturns(returns, 1), day);
  return ofDay.map((variance, t) => {
    const ofOne = weights.day + weights.quarticity * ((root[t]! - centre) / mean);
    const forecast =
      mean * weights.intercept + ofOne * variance + weights.week * ofWeek[t]! + weights.month * ofMonth[t]!;
    return forecast < low || forecast > high ? mean : forecast;
  });
}
