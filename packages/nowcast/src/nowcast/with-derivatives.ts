/** Funding and open interest in the point of an hour: they change the volatility that is expected. */

import type { NowcastModel } from '../artifact/load-model.ts';
import { derivativeInputs, derivativesLookback } from '../har/derivatives.ts';
import { expectedOf } from '../har/har.ts';
import { HAR_INPUTS } from '../har/inputs.ts';
import type { OutlookInputs } from '../heads/outlooks.ts';
import type { NowcastPoint } from './point.ts';

/**
 * Inputs of the last hour of the columns that the outlooks are made of.
 *
 * @returns null where one is unknown, or a column is shorter than the windows.
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
 * The point of an hour whose funding and open interest are known, after {@link createNowcast} made it of bars alone: its
 * expected volatility is of both. Nothing else moves: buckets and simulated day are of bars alone, because derivatives were
 * not measured to add to them (decision 41).
 *
 * @param derivatives of the hour, by {@link derivativesOf} or `derivativeInputs`; null where one is unknown, and the point stays that of bars.
 * @returns the same point where the model has no fit for them, or expects nothing of the hour.
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
