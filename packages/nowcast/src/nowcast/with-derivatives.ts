/** Adds funding and open interest to the point of an hour: they change the expected volatility. */

import type { NowcastModel } from '../artifact/load-model.ts';
import { derivativeInputs, derivativesLookback } from '../har/derivatives.ts';
import { expectedOf } from '../har/har.ts';
import { HAR_INPUTS } from '../har/inputs.ts';
import type { OutlookInputs } from '../heads/outlooks.ts';
import type { NowcastPoint } from './point.ts';

/**
 * Computes the derivative inputs of the last hour from the columns of the outlooks.
 *
 * @returns the inputs; null when one is unknown or a column is shorter than the windows.
 * @example
 * const fundingRates = Float64Array.from({ length: 169 }, (_, t) => (t % 8 === 0 ? 0.00001 : NaN));
 * const openInterest = Float64Array.from({ length: 169 }, (_, t) => 1_000 + t);
 * derivativesOf({ fundingRates, openInterest })?.length; // → 5
 * derivativesOf({ fundingRates: null, openInterest: null }); // → null
 */
export function derivativesOf({
  fundingRates,
  openInterest,
}: Pick<OutlookInputs, 'fundingRates' | 'openInterest'>): readonly number[] | null {
  const hours = derivativesLookback();
  if (fundingRates === null || openInterest === null) return null;
  if (fundingRates.length < hours || openInterest.length < hours) return null;
  const last = (column: ArrayLike<number>): number[] => Array.from(column).slice(-hours);
  return derivativeInputs({ funding: last(fundingRates), openInterest: last(openInterest) }, hours - 1);
}

/**
 * Updates the point of an hour, computed by {@link createNowcast} from bars, with known funding and open interest: its
 * expected volatility then uses both. Nothing else changes: buckets and simulated day use bars only, because
 * derivatives added no measured skill to them (docs/chapters/nowcast.md).
 *
 * @param derivatives inputs of the hour, from {@link derivativesOf} or `derivativeInputs`; null leaves the point
 * unchanged.
 * @returns the updated point; the same point when the model has no fit for derivatives, or no expected volatility.
 * @example
 * const fundingRates = Float64Array.from({ length: 168 }, (_, t) => (t % 8 === 0 ? 0.00001 : NaN)); // of `hourlyFunding`
 * const openInterest = Float64Array.from({ length: 168 }, (_, t) => 1_000 + t); // of `hourlyLevels`
 * const both = withDerivatives(model, point!, derivativesOf({ fundingRates, openInterest }));
 * [point!.expectedVolatility!.derivatives, both.expectedVolatility!.derivatives]; // → [ false, true ]
 * withDerivatives(model, point!, null) === point; // → true
 */
export function withDerivatives(
  { har }: NowcastModel,
  point: NowcastPoint,
  derivatives: readonly number[] | null,
): NowcastPoint {
  const fit = har?.fit.derivatives;
  const { expectedVolatility: before } = point;
  if (fit === undefined || derivatives === null || before === undefined || before === null) return point;
  const inputs = [...before.inputs.slice(0, HAR_INPUTS.length), ...derivatives];
  const expected = expectedOf(fit);
  return {
    ...point,
    expectedVolatility: { h4: expected.h4(inputs, 0), h24: expected.h24(inputs, 0), inputs, derivatives: true },
  };
}
