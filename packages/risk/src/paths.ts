/** Hourly paths of a scenario: prices of all its coins relative to now. */

import { RISK_HORIZONS } from './config.ts';
import type { PanelCoin } from './panel.ts';
import type { Scenarios } from './scenarios.ts';

/** Largest step for which the series of the exponential is used: its error is below 3e-11. */
const SMALL = 0.05;

/** Bound of the rounding of a product of prices. */
const SLACK = 1e-9;

/**
 * Fills the prices after each of some log steps, and their bounds: the price after all steps down, and after all steps
 * up. Exact extremes would cost a mispredicted branch per step.
 */
function fillPrices(
  logs: Float32Array | Float64Array,
  from: number,
  scale: number,
  into: Float64Array,
  at: number,
  steps: number,
  bounds: Float64Array,
  coin: number,
): void {
  let price = 1;
  let log = 0;
  let moves = 0;
  for (let s = 0; s < steps; s++) {
    const x = logs[from + s]! * scale;
    log += x;
    moves += Math.abs(x);
    if (x > SMALL || x < -SMALL) price *= Math.exp(x);
    else {
      // Two short chains: the series takes half as long as `Math.exp`.
      const square = x * x;
      price *= 1 + x + square * (1 / 2 + x * (1 / 6) + square * (1 / 24 + x * (1 / 120)));
    }
    into[at + s] = price;
  }
  bounds[2 * coin] = Math.exp((log - moves) / 2) * (1 - SLACK);
  bounds[2 * coin + 1] = Math.exp((log + moves) / 2) * (1 + SLACK);
}

/**
 * Fills the paths of one scenario.
 *
 * @param into one row per coin, one price per hour, relative to the current price.
 * @param bounds lower and upper bound of each coin's path.
 */
export type FillPaths = (scenario: number, into: Float64Array, bounds: Float64Array) => void;

/** Prepares the paths of scenarios. */
export function pathsOf({ coins, horizon, origins, factor }: Scenarios): FillPaths {
  const steps = RISK_HORIZONS[horizon];
  const columns = coins.map(({ column }) => column.returns);
  const expected = coins.map(({ column }) => column.volatility[horizon]);
  const needsFactor = coins.some(({ donors }) => donors !== null);
  const date = new Float64Array(steps);
  const donor = new Float64Array(steps);
  const logs = new Float64Array(steps);
  return (scenario, into, bounds) => {
    const t = origins[scenario]!;
    if (needsFactor) fillFactor(factor, horizon, t, date);
    for (let c = 0; c < coins.length; c++) {
      const { donors, slope, volatility } = coins[c]!;
      const own = donors === null ? -1 : donors[scenario]!;
      const returns = columns[c]!;
      if (own < 0) {
        fillPrices(returns, t + 1, volatility / expected[c]![t]!, into, c * steps, steps, bounds, c);
        continue;
      }
      fillFactor(factor, horizon, own, donor);
      const sigma = expected[c]![own]!;
      for (let s = 0; s < steps; s++) logs[s] = slope * (date[s]! - donor[s]!) + returns[own + 1 + s]! / sigma;
      fillPrices(logs, 0, volatility, into, c * steps, steps, bounds, c);
    }
  };
}

/** Standardised hourly returns of the factor after a date: the mean of its coins with a complete window. */
function fillFactor(factor: readonly PanelCoin[], horizon: Scenarios['horizon'], t: number, into: Float64Array): void {
  const steps = into.length;
  into.fill(0);
  let count = 0;
  for (const { returns, volatility } of factor) {
    const sigma = volatility[horizon][t]!;
    let whole = sigma > 0;
    for (let s = 1; whole && s <= steps; s++) whole = !Number.isNaN(returns[t + s]!);
    if (!whole) continue;
    for (let s = 0; s < steps; s++) into[s]! += returns[t + 1 + s]! / sigma;
    count++;
  }
  for (let s = 0; s < steps; s++) into[s]! /= count;
}
