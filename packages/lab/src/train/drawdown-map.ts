/** The numbers of the map of a drawdown's probability, and its fit to simulated days and what came of them. */

import { deepFreeze } from '@barograph/core';
import { type DrawdownCalibration, MONTE_CARLO_V1, MONTE_CARLO_V2, type MonteCarloConfig } from '@barograph/nowcast';
import { applyLogitMap } from '@barograph/nowcast/parts';
import { fitLogitMap } from '../monte-carlo/fit-logit-map.ts';
import { doubtOf } from './drawdown-forecasts.ts';
import type { HeldBackDays } from './held-back.ts';

/** Numbers of the map from raw to published chances of a drawdown. */
export interface DrawdownMapConfig {
  /** Travels into the artifact. A changed number is a new version. */
  readonly version: `drawdown_map/${string}`;
  /** Hours between two origins that are simulated: neighbours share most of their day. */
  readonly stride: number;
  /** The same of a coin, for the map of coins; there is none when left out. */
  readonly coinStride?: number;
  /** Origins below which there is no map: it would show chance more than the model. */
  readonly leastOrigins: number;
  readonly monteCarlo: MonteCarloConfig;
}

/** Version 1: the spacing, and the least number, of the walk-forward. */
export const DRAWDOWN_MAP_V1: DrawdownMapConfig = deepFreeze({
  version: 'drawdown_map/1',
  stride: 6,
  leastOrigins: 300,
  monteCarlo: MONTE_CARLO_V1,
});

/** Version 2: of the simulation that is re-scaled by HAR+. */
export const DRAWDOWN_MAP_V2: DrawdownMapConfig = deepFreeze({
  ...DRAWDOWN_MAP_V1,
  version: 'drawdown_map/2',
  monteCarlo: MONTE_CARLO_V2,
});

/** Version 3: a map for coins beside it, from an origin a day of every coin. That of the market is the one of version 2. */
export const DRAWDOWN_MAP_V3: DrawdownMapConfig = deepFreeze({
  ...DRAWDOWN_MAP_V2,
  version: 'drawdown_map/3',
  coinStride: 24,
});

/** The map that simulated days and what came of them give; undefined where there are too few. */
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
