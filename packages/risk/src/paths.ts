/** Hourly paths of a scenario: prices of all its coins relative to now. */

import { RISK_HORIZONS } from './config.ts';
import type { PanelCoin } from './panel.ts';
import type { ScenarioCoin, Scenarios } from './scenarios.ts';

/** Largest step that the series of the exponential is used for: its error is below 1e-10. */
const SMALL = 0.08;

/** `exp`, four times as fast for the steps of an hour. */
function growth(x: number): number {
  return Math.abs(x) > SMALL
    ? Math.exp(x)
    : 1 + x * (1 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720))))));
}

/**
 * Fills the paths of one scenario.
 *
 * @param into one row a coin, one price an hour: the price after that hour over the price of now.
 */
export type FillPaths = (scenario: number, into: Float64Array) => void;

/** Makes the paths of scenarios ready. */
export function pathsOf({ coins, horizon, origins, factor }: Scenarios): FillPaths {
  const steps = RISK_HORIZONS[horizon];
  const needsFactor = coins.some(({ donors }) => donors !== null);
  const date = new Float64Array(steps);
  const donor = new Float64Array(steps);
  const fillOwn = ({ column, volatility }: ScenarioCoin, t: number, into: Float64Array, at: number): void => {
    const scale = volatility / column.volatility[horizon][t]!;
    const { returns } = column;
    let price = 1;
    for (let s = 0; s < steps; s++) {
      price *= growth(returns[t + 1 + s]! * scale);
      into[at + s] = price;
    }
  };
  const fillWithFactor = (
    { column, volatility, slope }: ScenarioCoin,
    t: number,
    into: Float64Array,
    at: number,
  ): void => {
    fillFactor(factor, horizon, t, donor);
    const expected = column.volatility[horizon][t]!;
    let price = 1;
    for (let s = 0; s < steps; s++) {
      price *= growth(volatility * (slope * (date[s]! - donor[s]!) + column.returns[t + 1 + s]! / expected));
      into[at + s] = price;
    }
  };
  return (scenario, into) => {
    const t = origins[scenario]!;
    if (needsFactor) fillFactor(factor, horizon, t, date);
    for (let c = 0; c < coins.length; c++) {
      const coin = coins[c]!;
      const own = coin.donors === null ? -1 : coin.donors[scenario]!;
      if (own < 0) fillOwn(coin, t, into, c * steps);
      else fillWithFactor(coin, own, into, c * steps);
    }
  };
}

/** Standardised hourly returns of the factor after a date: the mean of its coins with a whole window. */
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
