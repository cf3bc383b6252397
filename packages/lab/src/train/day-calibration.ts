/**
 * Corrections of the simulated day, shipped with a model. They are fitted on the validation hours of β, by a model fitted
 * on the hours before: the shipped model has seen every outcome and would look too accurate.
 */

import { HOUR_MS } from '@barograph/core';
import {
  createMonteCarlo,
  type LogitMap,
  type NowcastArtifact,
  type Observations,
  type RecalibrationFit,
} from '@barograph/nowcast';
import { fallOf } from '@barograph/nowcast/parts';
import { fitLogitMap } from '../monte-carlo/fit-logit-map.ts';
import { fitResidualPools } from '../monte-carlo/fit-pools.ts';
import type { TrainingConfig } from './config.ts';
import { volatilityOdds } from './drawdown-forecasts.ts';
import { DRAWDOWN_MAP_V1, drawdownMapOf, type DrawdownMapConfig } from './drawdown-map.ts';
import { fitRegimes, type FitProgress } from './fit.ts';
import { harOf } from './har-fits.ts';
import { type HeldBackDays, noDays, simulateDays } from './held-back.ts';
import { origins } from './heads.ts';
import { residualsOf } from './residuals.ts';
import { createHistory } from './views.ts';

/** Settings of the fit of a day's calibration. */
export interface DayCalibrationOptions {
  /** Name of the model fitted for the calibration; part of the seeds. */
  readonly version: string;
  readonly training: TrainingConfig;
  /** Parameters. @default DRAWDOWN_MAP_V1 */
  readonly config?: DrawdownMapConfig;
  /** The hours of training, `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Panel coins for the fit, as for the shipped model. @default [] */
  readonly panel?: readonly Observations[];
  readonly onProgress?: (progress: FitProgress) => void;
}

/** Drawdown maps and references of the online recalibration; parts that need a longer history are absent. */
export type DayCalibration = Pick<NowcastArtifact, 'drawdown' | 'coinDrawdown' | 'recalibration'>;

/**
 * Fits maps and references on the last `validationHours` of training, after the purge. The same rows give the same bits.
 *
 * @returns empty when too few hours precede them for a fit; without maps when there are too few origins.
 * @throws {FitError} as `fitRegimes`.
 * @example
 * const { training } = small;
 * const [from, to] = [months.time[training.warmUpBars], months.time[months.length - 1]];
 * fitDayCalibration(rows, { version: 'mine-1', training, config: DRAWDOWN_MAP_V2, from, to }); // → {}
 * // five months have fewer than 300 origins: it takes two years and more, of which the last one is fitted on
 */
export function fitDayCalibration(
  observations: Observations,
  { version, training, config = DRAWDOWN_MAP_V1, from, to, panel = [], onProgress }: DayCalibrationOptions,
): DayCalibration {
  const { monteCarlo, stride, coinStride } = config;
  const trainedTo = to - training.validationHours * HOUR_MS;
  if (trainedTo - from < training.occupancyRows * HOUR_MS) return {};
  const model = fitRegimes(observations, {
    version,
    config: { ...training, restarts: 1 },
    from,
    to: trainedTo,
    ...(panel.length === 0 ? {} : { panel }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const expects = harOf([observations, ...panel], training, { from, to: trainedTo })?.own;
  const history = createHistory(model, observations, expects?.[0]);
  const pools = fitResidualPools([residualsOf(history, { from, to: trainedTo })], monteCarlo);
  const simulation = createMonteCarlo(history.hmm, pools, monteCarlo);

  const purged = trainedTo + training.purgeHours * HOUR_MS;
  const add = (past: typeof history, every: number, days: HeldBackDays): void => {
    const at = origins(past, purged, to, monteCarlo.steps).filter((t) => t % every === 0);
    simulateDays(past, at, simulation, monteCarlo, days);
  };
  const [market, coins] = [noDays(), noDays()];
  add(history, stride, market);
  if (coinStride !== undefined) {
    panel.forEach((coin, i) => add(createHistory(model, coin, expects?.[i + 1]), coinStride, coins));
  }
  const drawdown = drawdownMapOf(market, 'market', trainedTo, config);
  const coinDrawdown = drawdownMapOf(coins, 'coin', trainedTo, config);
  return {
    ...(drawdown === undefined ? {} : { drawdown }),
    ...(coinDrawdown === undefined ? {} : { coinDrawdown }),
    ...(training.recalibration === undefined || drawdown === undefined
      ? {}
      : { recalibration: referencesOf(market, coinDrawdown === undefined ? market : coins, training, config) }),
  };
}

/** References of the recalibration: mean quantiles of all days, and lines of the drawdown on the log of the volatility. */
function referencesOf(
  market: HeldBackDays,
  coins: HeldBackDays,
  { recalibration }: TrainingConfig,
  { monteCarlo: { shares, drawdown: depth } }: DrawdownMapConfig,
): RecalibrationFit {
  const all = coins === market ? [market] : [market, coins];
  const rows = all.reduce((sum, { unit }) => sum + unit.length, 0);
  const mean = (k: number): number =>
    all.reduce(
      (sum, { unit, quantiles }) => sum + unit.reduce((own, u, i) => own + quantiles[i * shares.length + k]! / u, 0),
      0,
    ) / rows;
  const fall = fallOf(depth);
  const line = ({ unit, came }: HeldBackDays): LogitMap =>
    fitLogitMap(
      unit.map((u) => volatilityOdds(u / fall)),
      came,
      Number.EPSILON,
    );
  return {
    version: recalibration!.version,
    quantiles: shares.map((share, k) => ({ share, at: mean(k) })),
    depth,
    drawdown: { market: line(market), coin: line(coins) },
  };
}
