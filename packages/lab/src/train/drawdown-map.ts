/**
 * The map of a drawdown's probability that a model is shipped with. It is fitted on the hours that β is chosen on, by a
 * model that was fitted on what is before them: the shipped model knew every outcome, and would learn to trust itself.
 */

import { deepFreeze, HOUR_MS } from '@barograph/core';
import {
  createMonteCarlo,
  type DrawdownCalibration,
  MONTE_CARLO_V1,
  MONTE_CARLO_V2,
  type MonteCarloConfig,
  type Observations,
} from '@barograph/nowcast';
import { applyLogitMap, drawdownShare, fallOf } from '@barograph/nowcast/parts';
import { fitLogitMap } from '../monte-carlo/fit-logit-map.ts';
import { fitResidualPools } from '../monte-carlo/fit-pools.ts';
import type { TrainingConfig } from './config.ts';
import { doubtOf, inputAt } from './drawdown-forecasts.ts';
import { fitRegimes, type FitProgress } from './fit.ts';
import { harOf } from './har-fits.ts';
import { origins } from './heads.ts';
import { residualsOf } from './residuals.ts';
import { createHistory } from './views.ts';

/** Numbers of the map from raw to published chances of a drawdown. */
export interface DrawdownMapConfig {
  /** Travels into the artifact. A changed number is a new version. */
  readonly version: `drawdown_map/${string}`;
  /** Hours between two origins that are simulated: neighbours share most of their day. */
  readonly stride: number;
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

/** Settings of the fit of the map of drawdowns. */
export interface DrawdownMapOptions {
  /** Name of the model that is fitted for it: part of the seeds. */
  readonly version: string;
  readonly training: TrainingConfig;
  readonly config?: DrawdownMapConfig;
  /** The hours of training, `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Coins that the model of the map learns from too, as the shipped model does. */
  readonly panel?: readonly Observations[];
  readonly onProgress?: (progress: FitProgress) => void;
}

/**
 * Fits a map on the last `validationHours` of training, the purge left out. The same rows give the same bits.
 *
 * @returns undefined where the hours before them are too few for a fit, or the origins among them for a map.
 * @throws {FitError} as `fitRegimes`.
 * @example
 * const { training } = small;
 * const [from, to] = [months.time[training.warmUpBars], months.time[months.length - 1]];
 * const map = fitDrawdownMap(rows, { version: 'mine-1', training, config: DRAWDOWN_MAP_V2, from, to });
 * map?.brier; // → undefined
 * // five months have fewer than 300 origins: it takes two years and more, of which the last one is fitted on
 */
export function fitDrawdownMap(
  observations: Observations,
  { version, training, config = DRAWDOWN_MAP_V1, from, to, panel, onProgress }: DrawdownMapOptions,
): DrawdownCalibration | undefined {
  const { monteCarlo } = config;
  const trainedTo = to - training.validationHours * HOUR_MS;
  if (trainedTo - from < training.occupancyRows * HOUR_MS) return undefined;
  const { parameters, standardization } = fitRegimes(observations, {
    version,
    config: { ...training, restarts: 1 },
    from,
    to: trainedTo,
    ...(panel === undefined ? {} : { panel }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const expects = harOf([observations, ...(panel ?? [])], training, { from, to: trainedTo })?.own[0];
  const history = createHistory({ parameters, standardization }, observations, expects);
  const pools = fitResidualPools([residualsOf(history, { from, to: trainedTo })], monteCarlo);
  const simulation = createMonteCarlo(history.hmm, pools, monteCarlo);

  const purged = trainedTo + training.purgeHours * HOUR_MS;
  const at = origins(history, purged, to, monteCarlo.steps).filter((t) => t % config.stride === 0);
  if (at.length < config.leastOrigins) return undefined;
  const [raw, came]: [number[], number[]] = [[], []];
  for (const t of at) {
    // An hour that is ready has volatilities; one of a sparse week may have none that is expected.
    const paths = simulation.paths(inputAt(history, t, monteCarlo));
    if (paths === null) continue;
    raw.push(drawdownShare(paths, monteCarlo.drawdown));
    came.push(Number(history.fall(t, monteCarlo.steps) > fallOf(monteCarlo.drawdown)));
  }
  if (raw.length < config.leastOrigins) return undefined;
  const map = fitLogitMap(raw, came, doubtOf(monteCarlo));
  const brier = (probability: (p: number) => number): number =>
    raw.reduce((sum, p, i) => sum + (probability(p) - came[i]!) ** 2, 0) / raw.length;
  return {
    version: config.version,
    scope: 'market',
    monteCarlo: monteCarlo.version,
    map,
    trainedTo,
    from: history.time[at[0]!]!,
    to: history.time[at.at(-1)!]!,
    origins: raw.length,
    came: came.reduce((sum, outcome) => sum + outcome, 0),
    brier: { raw: brier((p) => p), mapped: brier((p) => applyLogitMap(map, p, doubtOf(monteCarlo))) },
  };
}
