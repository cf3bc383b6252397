/**
 * Measured figures of the market in each regime, from labels of the shipped model over its walk-forward hours, which it was
 * trained on. `packages/lab/studies/nowcast-regimes.evidence.ts` prints all but the dwell, which is in the model's
 * `metrics.json`; a test reads both.
 */

import { deepFreeze } from '@barograph/core';
import type { Regime } from '@barograph/nowcast';

/** Mean with its 95 % interval, from a bootstrap of whole weeks. */
export type Figure = readonly [mean: number, low: number, high: number];

/** Figures of one regime. */
export interface CatalogFigures {
  /** Volatility of the next 24 hours relative to that of the month. */
  readonly volatility: Figure;
  /** Share of hours followed by a fall of more than 5 % within 24 hours. */
  readonly drawdown: Figure;
  /** Return of the next 24 hours, in standard deviations of the month. */
  readonly drift: Figure;
  /** Duration of spells in hours: 10th, 50th and 90th percentile. */
  readonly dwell: readonly [p10: number, p50: number, p90: number];
}

export const CATALOG_FIGURES: Readonly<Record<Regime, CatalogFigures>> = deepFreeze({
  strong_trend_bull: {
    volatility: [0.925, 0.88, 0.976],
    drawdown: [0.107, 0.083, 0.133],
    drift: [0.087, -0.005, 0.176],
    dwell: [11.4, 30, 67.6],
  },
  strong_trend_bear: {
    volatility: [1, 0.931, 1.072],
    drawdown: [0.168, 0.129, 0.21],
    drift: [0, -0.093, 0.093],
    dwell: [9, 26, 65.8],
  },
  range_low_vol: {
    volatility: [0.745, 0.711, 0.784],
    drawdown: [0.062, 0.043, 0.083],
    drift: [0.046, -0.028, 0.119],
    dwell: [5, 24, 60],
  },
  choppy_high_vol: {
    volatility: [0.883, 0.838, 0.926],
    drawdown: [0.117, 0.086, 0.149],
    drift: [0.121, 0.042, 0.206],
    dwell: [8, 29, 95.5],
  },
  vol_spike: {
    volatility: [1.206, 1.095, 1.329],
    drawdown: [0.234, 0.164, 0.3],
    drift: [-0.023, -0.241, 0.197],
    dwell: [6, 22, 56.3],
  },
  squeeze: {
    volatility: [0.675, 0.637, 0.715],
    drawdown: [0.064, 0.043, 0.086],
    drift: [-0.026, -0.105, 0.049],
    dwell: [8, 38.5, 172.5],
  },
});
