/**
 * Rivals of the study of portfolio risk: covariances of the coins' simple returns over the next bar. Bars have the length of the horizon.
 * Each rival learns from bars that end before the test, and is then run forward without a refit.
 */

import { HOUR_MS } from '@barograph/core';
import { RISK_HORIZONS, type RiskHorizon, type RiskPanel } from '@barograph/risk';
import { dccCorrelations, fitDcc, fitGarch, garchVariance, minimize, studentLogDensity } from '../src/index.ts';

const DAY = 24;

/** Bars of a horizon: bar `k` holds the hours after row `origins[k]` of the panel. */
export interface Bars {
  readonly horizon: RiskHorizon;
  readonly steps: number;
  /** Rows of the last known hours: the hours that end at midnight, and those a whole number of horizons apart. */
  readonly origins: Int32Array;
  /** Simple returns, one column per coin; NaN before the second hour of a coin. */
  readonly returns: readonly Float64Array[];
  /** Hours without a return after the first one of their coin, which count as 0. */
  readonly filled: number;
}

/** Log returns of the hours of a coin from its first one on, gaps as 0. */
function hourlyReturns({ returns }: RiskPanel['coins'][number]): {
  begin: number;
  hourly: Float64Array;
  filled: number;
} {
  const begin = returns.findIndex((value) => !Number.isNaN(value));
  let filled = 0;
  const hourly = Float64Array.from(returns.subarray(begin), (value) => {
    if (!Number.isNaN(value)) return value;
    filled++;
    return 0;
  });
  return { begin, hourly, filled };
}

/** Bars of a panel. */
export function barsOf(panel: RiskPanel, horizon: RiskHorizon): Bars {
  const steps = RISK_HORIZONS[horizon];
  const origins: number[] = [];
  for (let row = 0; row + steps < panel.hours; row++) {
    if ((panel.first / HOUR_MS + row + 1) % steps === 0) origins.push(row);
  }
  let missing = 0;
  const returns = panel.coins.map((coin) => {
    const { begin, hourly, filled } = hourlyReturns(coin);
    missing += filled;
    return Float64Array.from(origins, (row) => {
      if (row + 1 < begin) return NaN;
      let sum = 0;
      for (let s = 1; s <= steps; s++) sum += hourly[row + s - begin]!;
      return Math.expm1(sum);
    });
  });
  return { horizon, steps, origins: Int32Array.from(origins), returns, filled: missing };
}

/** Covariances before each bar of `[first, origins.length)`, row by row; NaN where a coin is not known. */
export type Covariances = readonly Float64Array[];

/** Exponentially weighted covariance with the decay of RiskMetrics for days, 0.94, spread over the bars of a day. */
export function ewmaCovariances({ returns, steps, origins }: Bars, first: number): Covariances {
  const decay = 0.94 ** (steps / DAY);
  const n = returns.length;
  const [sums, weights] = [new Float64Array(n * n), new Float64Array(n * n)];
  const covariances: Float64Array[] = [];
  for (let k = 0; k < origins.length; k++) {
    if (k >= first) covariances.push(sums.map((sum, at) => sum / weights[at]!));
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const product = returns[i]![k]! * returns[j]![k]!;
        if (Number.isNaN(product)) continue;
        sums[n * i + j] = decay * sums[n * i + j]! + product;
        weights[n * i + j] = decay * weights[n * i + j]! + 1;
      }
    }
  }
  return covariances;
}

/** Deviation of each coin's return over each bar, by GARCH(1,1)-t of the bars, or of the hours and summed. */
function deviationsOf(panel: RiskPanel, bars: Bars, learnt: number, isHourly: boolean): readonly Float64Array[] {
  const { returns, origins, steps } = bars;
  return returns.map((column, i) => {
    if (!isHourly) {
      const begin = column.findIndex((value) => !Number.isNaN(value));
      const own = column.subarray(begin);
      const variance = garchVariance(own, fitGarch(own.subarray(0, learnt - begin)), 1);
      return column.map((_, k) => (k <= begin ? NaN : Math.sqrt(variance[k - 1 - begin]!)));
    }
    const { begin, hourly } = hourlyReturns(panel.coins[i]!);
    const variance = garchVariance(hourly, fitGarch(hourly.subarray(0, origins[learnt]! + 1 - begin)), steps);
    return Float64Array.from(origins, (row) => (row <= begin ? NaN : Math.sqrt(variance[row - begin]!)));
  });
}

/** Constant and dynamic conditional correlation with GARCH-t deviations. */
export interface Garches {
  readonly constant: Covariances;
  readonly dynamic: Covariances;
  /** Weights of the dynamic correlation. */
  readonly a: number;
  readonly b: number;
}

/**
 * @param learnt bars that are learnt.
 * @param first first bar whose covariances are kept.
 */
export function garchCovariances(
  panel: RiskPanel,
  bars: Bars,
  learnt: number,
  first: number,
  isHourly: boolean,
): Garches {
  const deviations = deviationsOf(panel, bars, learnt, isHourly);
  const standardized = bars.returns.map((column, i) => column.map((value, k) => value / deviations[i]![k]!));
  const fit = fitDcc(standardized, learnt);
  const scaled = (correlations: Float64Array, bar: number): Float64Array => {
    const n = deviations.length;
    return correlations.map((r, at) => r * deviations[Math.floor(at / n)]![bar]! * deviations[at % n]![bar]!);
  };
  const run = (weights: { readonly a: number; readonly b: number }): Covariances => {
    const covariances: Float64Array[] = [];
    dccCorrelations(standardized, { ...weights, target: fit.target }, (bar, correlations) => {
      if (bar >= first) covariances.push(scaled(correlations, bar));
    });
    return covariances;
  };
  return { constant: run({ a: 0, b: 0 }), dynamic: run(fit), a: fit.a, b: fit.b };
}

/** Deviation of a book's return before each bar. */
export function bookDeviations(covariances: Covariances, weights: Float64Array): Float64Array {
  const n = weights.length;
  const places = Array.from(weights.keys()).filter((i) => weights[i] !== 0);
  return Float64Array.from(covariances, (covariance) => {
    let variance = 0;
    for (const i of places) for (const j of places) variance += weights[i]! * weights[j]! * covariance[n * i + j]!;
    return Math.sqrt(variance);
  });
}

/** Degrees of freedom of standardised returns of variance 1, by maximum likelihood; NaN values are left out. */
export function fitDegrees(standardized: readonly Float64Array[]): number {
  const { point } = minimize(
    ([tail]) => {
      const density = studentLogDensity(2 + Math.exp(tail!));
      return -standardized.reduce(
        (sum, column) => sum + column.reduce((part, z) => (Number.isNaN(z) ? part : part + density(z)), 0),
        0,
      );
    },
    [Math.log(3)],
  );
  return 2 + Math.exp(point[0]!);
}
