/**
 * Standardised windows of coins: the return of the hours after each date in units of the volatility expected at the
 * date.
 */

import { RISK_HORIZONS, type RiskHorizon } from './config.ts';
import type { PanelCoin } from './panel.ts';

/** Range of dates: origins `from ≤ t < to`, each followed by a complete window. */
export interface DateRange {
  readonly from: number;
  readonly to: number;
}

/** Dates whose window has ended at a row. */
export function datesBefore(row: number, horizon: RiskHorizon, lookback: number): DateRange {
  const to = Math.max(0, row - RISK_HORIZONS[horizon] + 1);
  return { from: Math.max(0, to - lookback), to };
}

/**
 * Sum of the log returns of each window over the volatility expected at its origin; NaN when an hour is missing.
 *
 * @returns one value per date of the range.
 */
export function standardizedWindows(
  { returns, volatility }: PanelCoin,
  horizon: RiskHorizon,
  { from, to }: DateRange,
  minVolatility: number,
): Float64Array {
  const steps = RISK_HORIZONS[horizon];
  const expected = volatility[horizon];
  const sums = new Float64Array(to - from).fill(NaN);
  // Sum and missing hours of the window after `t`.
  let sum = 0;
  let missing = 0;
  for (let s = 1; s < steps; s++) {
    const value = returns[from + s]!;
    if (!Number.isNaN(value)) sum += value;
    else missing++;
  }
  for (let t = from; t < to; t++) {
    const entering = returns[t + steps]!;
    const leaving = returns[t + 1]!;
    if (!Number.isNaN(entering)) sum += entering;
    else missing++;
    const sigma = expected[t]!;
    if (missing === 0 && sigma >= minVolatility) sums[t - from] = sum / sigma;
    if (!Number.isNaN(leaving)) sum -= leaving;
    else missing--;
  }
  return sums;
}

/** Mean of the coins' standardised windows; NaN on dates without any. */
export function factorWindows(windows: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(windows[0]!.length);
  for (let t = 0; t < mean.length; t++) {
    let sum = 0;
    let count = 0;
    for (const column of windows) {
      const value = column[t]!;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    mean[t] = sum / count;
  }
  return mean;
}

/** Least-squares slope through the origin of a coin's windows on the factor's; 0 without a common date that moves. */
export function factorSlope(own: Float64Array, factor: Float64Array): number {
  let both = 0;
  let square = 0;
  for (let t = 0; t < own.length; t++) {
    const product = own[t]! * factor[t]!;
    if (Number.isNaN(product)) continue;
    both += product;
    // V8 rounds `x ** 2` differently before and after compilation.
    square += factor[t]! * factor[t]!;
  }
  return square === 0 ? 0 : both / square;
}
