/** Realised volatility of a window of closes. */

import { annualise } from './annualise.ts';

/**
 * Realised volatility: root of the mean squared log return, annualised. The mean return is not subtracted, as is usual
 * within a day, where it is small against the spread and its estimate is noise.
 *
 * @param closes closes, oldest first, each above 0, one per period without gaps.
 * @param periodsPerYear periods in a year: 365 for days of a market that never closes, 8760 for its hours.
 * @returns percent a year; NaN for fewer than two closes.
 * @source T. G. Andersen, T. Bollerslev, Answering the skeptics: yes, standard volatility models do provide accurate
 * forecasts, International Economic Review 39, 1998.
 * @example
 * realizedVolatility([100, 101, 100], 8760);
 */
export function realizedVolatility(closes: readonly number[], periodsPerYear: number): number {
  let squares = 0;
  for (let i = 1; i < closes.length; i++) squares += Math.log(closes[i]! / closes[i - 1]!) ** 2;
  return closes.length < 2 ? NaN : annualise(squares / (closes.length - 1), periodsPerYear);
}
