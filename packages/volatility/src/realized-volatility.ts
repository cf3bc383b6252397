/** Realised volatility of a few closes, such as those of the last day. */

import { annualise } from './annualise.ts';

/**
 * Realised volatility: the mean square of log returns, a year's worth of it, with no mean taken out.
 *
 * `100·√(periodsPerYear · Σ ln(c/c₋₁)² / n)` over the n returns of n + 1 closes. Over a day or less the drift is far below
 * what its own estimate errs by; {@link closeToClose} takes it out of longer windows.
 *
 * @param closes oldest first, one a period, any positive price scale; NaN for a period without a bar.
 * @param periodsPerYear 365 for days of a market that never closes, 8760 for its hours.
 * @returns percent a year; NaN where a close is NaN, and for fewer than two closes.
 * @source T. G. Andersen, T. Bollerslev, F. X. Diebold, P. Labys, Modeling and forecasting realized volatility,
 * Econometrica 71, 2003.
 * @example
 * realizedVolatility([100, 101, 100], 8760);
 */
export function realizedVolatility(closes: readonly number[], periodsPerYear: number): number {
  const returns = closes.length - 1;
  if (returns < 1) return NaN;
  let squares = 0;
  // Math.log and not logRatio: what was published by this formula stays the same to the bit
  for (let i = 1; i < closes.length; i++) squares += Math.log(closes[i]! / closes[i - 1]!) ** 2;
  return annualise(squares / returns, periodsPerYear);
}
