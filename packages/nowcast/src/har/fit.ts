/** Linear fits of the log of volatility, as an artifact holds them, and their forecast. */

import { finite, UsageError } from '@barograph/core';
import { checkLength, notNegative } from '../check.ts';
import { checkHarDerivatives, HAR_DERIVATIVE_INPUTS, type HarDerivativesConfig } from './derivatives.ts';
import { HAR_INPUTS } from './inputs.ts';

/** The fit of one horizon. */
export interface HarHorizon {
  /** One per input of the fit, in their order. */
  readonly coefficients: readonly number[];
  readonly intercept: number;
  /** Standard deviation of what the forecast of the log missed by, on the hours learnt from. */
  readonly deviation: number;
  /** Root mean square of the hourly returns that followed, in units of the forecast range volatility. */
  readonly returnScale: number;
}

/** Fits of both horizons on the same inputs. */
export interface HarLines {
  readonly inputs: readonly string[];
  /** Of the next 4, and of the next 24 hours. */
  readonly h4: HarHorizon;
  readonly h24: HarHorizon;
  /** Origins of its own that were learnt from at the longer horizon. */
  readonly rows: number;
}

/** The fit of a series: the market's, a coin's, or that of all coins. */
export interface HarFit extends HarLines {
  /**
   * The fit of hours whose funding and open interest are known: its inputs go on with theirs. Left out where none was
   * learnt.
   */
  readonly derivatives?: HarLines & { readonly config: HarDerivativesConfig };
}

/** Volatility that is expected per hour, as a standard deviation of log returns; NaN until defined. */
export interface HarPoint {
  readonly h4: number;
  readonly h24: number;
  /** Inputs that it was made of, in the order of the fit's inputs; none while undefined. */
  readonly inputs: readonly number[];
  /** Whether funding and open interest are among the inputs; without them it is the forecast of bars alone. */
  readonly derivatives: boolean;
}

/** @throws {UsageError} naming the field, the expected and the actual value. */
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

/** Prepared fit: inputs to the log of the range volatility per hour of the horizon; NaN where an input is. */
export type HarForecast = (inputs: ArrayLike<number>, at: number) => number;

/** Numbers of a parsed file are slow to read, one by one and boxed. */
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
