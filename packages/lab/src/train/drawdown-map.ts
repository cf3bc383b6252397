/** Config of the drawdown probability map, and its fit to simulated days and their outcomes. */

import { deepFreeze } from '@barograph/core';
import { type DrawdownCalibration, MONTE_CARLO_V1, MONTE_CARLO_V2, type MonteCarloConfig } from '@barograph/nowcast';
import { applyLogitMap } from '@barograph/nowcast/parts';
import { fitLogitMap } from '../monte-carlo/fit-logit-map.ts';
import { doubtOf } from './drawdown-forecasts.ts';
import type { HeldBackDays } from './held-back.ts';

/** Config of the map from raw to published drawdown probabilities. */
export interface DrawdownMapConfig {
  /** Travels into the artifact. A changed number is a new version. */
  readonly version: `drawdown_map/${string}`;
  /** Hours between simulated origins: neighbours share most of their day. */
  readonly stride: number;
  /** Hours between simulated origins of a coin; absent disables the map of coins. */
  readonly coinStride?: number;
  /** Minimum origins for a map; fewer would fit noise. */
  readonly leastOrigins: number;
  readonly monteCarlo: MonteCarloConfig;
}

/** Version 1: stride and minimum as in the walk-forward. */
export const DRAWDOWN_MAP_V1: DrawdownMapConfig = deepFreeze({
  version: 'drawdown_map/1',
  stride: 6,
  leastOrigins: 300,
  monteCarlo: MONTE_CARLO_V1,
});

/** Version 2: for the simulation rescaled by HAR+. */
export const DRAWDOWN_MAP_V2: DrawdownMapConfig = deepFreeze({
  ...DRAWDOWN_MAP_V1,
  version: 'drawdown_map/2',
  monteCarlo: MONTE_CARLO_V2,
});

/** Version 3: adds a map for coins, from one origin per day and coin. The market's map is that of version 2. */
export const DRAWDOWN_MAP_V3: DrawdownMapConfig = deepFreeze({
  ...DRAWDOWN_MAP_V2,
  version: 'drawdown_map/3',
  coinStride: 24,
});

/** Fits a map to simulated days and their outcomes; undefined with too few days. */
export function drawdownMapOf(
  { time, raw, came }: HeldBackDays,
  scope: 'market' | 'coin',
  trainedTo: number,
  { version, leastOrigins, monteCarlo }: DrawdownMapConfig,
): DrawdownCalibration | undefined {
  if (raw.length < leastOrigins) return undefined;
  const doubt = doubtOf(monteCarlo);
  const map = fitLogitMap(raw, came, doubt);
  const brier = (probability: (p: number) => number): number =>
    raw.reduce((sum, p, i) => sum + (probability(p) - came[i]!) ** 2, 0) / raw.length;
  return {
    version,
    scope,
    monteCarlo: monteCarlo.version,
    map,
    trainedTo,
    from: time.reduce((a, b) => Math.min(a, b)),
    to: time.reduce((a, b) => Math.max(a, b)),
    origins: raw.length,
    came: came.reduce((sum, outcome) => sum + outcome, 0),
    brier: { raw: brier((p) => p), mapped: brier((p) => applyLogitMap(map, p, doubt)) },
  };
}
