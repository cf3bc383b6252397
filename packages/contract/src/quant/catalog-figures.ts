/**
 * Figures of the market in each regime, as they were measured: labels of the shipped model over the hours of its walk-forward, which
 * it has learnt from. `benchmarks/nowcast-regimes.evidence.ts` prints all but the dwell, which is in the model's
 * `metrics.json`; a test reads both.
 */

import { deepFreeze } from '@barograph/core';
import type { Regime } from '@barograph/nowcast';

/** A mean with its 95 % interval, by a bootstrap of whole weeks. */
export type Figure = readonly [mean: number, low: number, high: number];

/** Figures of one regime. */
export interface CatalogFigures {
  /** Volatility of the next 24 hours over that of the month. */
  readonly volatility: Figure;
  /** Share of hours that a fall of more than 5 % follows within 24 hours. */
  readonly drawdown: Figure;
  /** Return of the next 24 hours in standard deviations of the month. */
  readonly drift: Figure;
  /** Hours that it lasts: a tenth of its spells, half and nine tenths are shorter. */
  readonly dwell: readonly [p10: number, p50: number, p90: number];
}

export const CATALOG_FIGURES: Readonly<Record<Regime, CatalogFigures>> = deepFreeze({
  strong_trend_bull: {
    volatility: [0.927, 0.879, 0.98],
    drawdown: [0.11, 0.085, 0.136],
    drift: [0.085, -0.003, 0.173],
    dwell: [10, 28, 66.4],
  },
  strong_trend_bear: {
    volatility: [1.003, 0.936, 1.075],
    drawdown: [0.169, 0.132, 0.208],
    drift: [-0.004, -0.1, 0.092],
    dwell: [9, 27, 64.7],
  },
  range_low_vol: {
    volatility: [0.753, 0.717, 0.79],
    drawdown: [0.059, 0.042, 0.08],
    drift: [0.048, -0.025, 0.124],
    dwell: [6, 24, 63],
  },
  choppy_high_vol: {
    volatility: [0.884, 0.838, 0.934],
    drawdown: [0.12, 0.09, 0.153],
    drift: [0.118, 0.03, 0.2],
    dwell: [7, 27, 70],
  },
  vol_spike: {
    volatility: [1.204, 1.095, 1.319],
    drawdown: [0.236, 0.17, 0.3],
    drift: [-0.027, -0.257, 0.195],
    dwell: [4, 21, 61.2],
  },
  squeeze: {
    volatility: [0.674, 0.638, 0.715],
    drawdown: [0.063, 0.042, 0.086],
    drift: [-0.016, -0.094, 0.059],
    dwell: [5.8, 49, 266.2],
  },
});
