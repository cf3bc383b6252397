/** Linear fits of log volatility, as in an artifact, and their forecast. */

import { finite, UsageError } from '@barograph/core';
import { checkLength, notNegative } from '../check.ts';
import { checkHarDerivatives, HAR_DERIVATIVE_INPUTS, type HarDerivativesConfig } from './derivatives.ts';
import { HAR_INPUTS } from './inputs.ts';

/**
 * Fit of one horizon. It forecasts the logarithm of the range volatility: `intercept` plus the coefficients times the
 * inputs.
 */
export interface HarHorizon {
  /** Coefficients, one per input of the fit, in their order. */
  readonly coefficients: readonly number[];
  readonly intercept: number;
  /** Standard deviation of the forecast error of the log, on the training hours. */
  readonly deviation: number;
  /** Root mean square of the hourly returns that followed, in units of the forecast range volatility. */
  readonly returnScale: number;
}

/** Fits of both horizons on the same inputs. */
export interface HarLines {
  readonly inputs: readonly string[];
  /** Fits for the next 4 and the next 24 hours. */
  readonly h4: HarHorizon;
  readonly h24: HarHorizon;
  /** Number of non-overlapping origins in the training, at the longer horizon. */
  readonly rows: number;
}

/** Fit of a series: the market's, a coin's, or that of all coins. */
export interface HarFit extends HarLines {
  /** Fit for hours with known funding and open interest: its inputs are followed by theirs. Absent when not trained. */
  readonly derivatives?: HarLines & { readonly config: HarDerivativesConfig };
}

/** Expected volatility per hour, as a standard deviation of log returns; NaN until defined. */
export interface HarPoint {
  readonly h4: number;
  readonly h24: number;
  /** Inputs in the order of the fit; empty while undefined. */
  readonly inputs: readonly number[];
  /** Whether funding and open interest are among the inputs; otherwise the forecast uses bars only. */
  readonly derivatives: boolean;
}

/**
 * Checks a fit and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 */
export function checkHarFit(name: string, fit: HarFit): HarFit {
  checkLines(name, fit, HAR_INPUTS);
  if (fit.derivatives !== undefined) {
    checkHarDerivatives(fit.derivatives.config);
    checkLines(`${name}.derivatives`, fit.derivatives, [...HAR_INPUTS, ...HAR_DERIVATIVE_INPUTS]);
  }
  return fit;
}

function checkLines(name: string, fit: HarLines, inputs: readonly string[]): void {
  if (fit.inputs.join() !== inputs.join()) {
    throw new UsageError(`"${name}.inputs" expected ${inputs.join(', ')}, got ${fit.inputs.join(', ')}`);
  }
  for (const horizon of ['h4', 'h24'] as const) {
    const { coefficients, intercept, deviation, returnScale } = fit[horizon];
    checkLength(`${name}.${horizon}.coefficients`, coefficients, fit.inputs.length);
    [...coefficients, intercept].forEach((value, i) => finite(`${name}.${horizon} number ${i}`, value));
    for (const [field, value] of Object.entries({ deviation, returnScale })) {
      notNegative(`${name}.${horizon}.${field}`, value);
    }
  }
}

/** Prepared fit: maps inputs to the log of the hourly range volatility over the horizon; NaN when an input is NaN. */
export type HarForecast = (inputs: ArrayLike<number>, at: number) => number;

/**
 * Prepares a fit: parameters of a parsed file are slow to read, one by one and boxed.
 * @example
 * const log = createForecast({ coefficients: [2, 3], intercept: 1 });
 * log([10, 100], 0); // → 321
 */
export function createForecast({
  coefficients,
  intercept,
}: Pick<HarHorizon, 'coefficients' | 'intercept'>): HarForecast {
  const weights = Float64Array.from(coefficients);
  return (inputs, at) => {
    let sum = intercept;
    for (let i = 0; i < weights.length; i++) sum += weights[i]! * inputs[at + i]!;
    return sum;
  };
}
