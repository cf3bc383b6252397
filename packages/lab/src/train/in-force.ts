/** A model of a walk-forward: its fitted numbers as plain JSON, and its view of a history. */

import { scoreMap, type Knot } from '@barograph/core';
import {
  type HarFit,
  type Horizon,
  type HorizonHeads,
  HORIZONS,
  type Observations,
  type ResidualPools,
} from '@barograph/nowcast';
import { fitResidualPools } from '../monte-carlo/fit-pools.ts';
import type { Model } from './evaluate.ts';
import { fitConfidence, fitHeads } from './heads.ts';
import type { HarFits } from './fit-har.ts';
import { residualsOf } from './residuals.ts';
import { createHistory, type History } from './views.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';

/** All fitted numbers; JSON preserves them exactly. */
export interface FittedModel extends Model {
  /** Epoch ms: the first hour learnt from, and the hour before which learning ended. */
  readonly from: number;
  readonly to: number;
  readonly heads: Readonly<Record<Horizon, HorizonHeads>>;
  /** From raw to calibrated confidence. */
  readonly confidence: readonly Knot[];
  readonly residuals: ResidualPools;
  /** Fits of HAR+ of the market, and of the panel's coins in its order; left out by trainings without. */
  readonly marketHar?: HarFit;
  /** Absent like `marketHar`. */
  readonly coinsHar?: readonly HarFit[];
}

/** A fitted model, and its view of the whole history. */
export interface InForce extends FittedModel {
  readonly history: History;
  /** Maps a raw confidence 0…1 to a calibrated one. */
  readonly calibrate: (raw: number) => number;
  readonly fitted: FittedModel;
}

/** Fits heads and calibrations on a model's regimes. @param har fits used by its history. @throws {FitError} with too few hours, or without convergence. */
export function fitInForce(
  { parameters, standardization }: Model,
  history: History,
  span: { readonly from: number; readonly to: number },
  { heads: config, monteCarlo }: Pick<WalkForwardConfig, 'heads' | 'monteCarlo'>,
  har?: HarFits,
): InForce {
  const fitted: FittedModel = {
    ...span,
    parameters,
    standardization,
    heads: {
      h4: fitHeads(history, HORIZONS.h4, { ...span, config }),
      h24: fitHeads(history, HORIZONS.h24, { ...span, config }),
    },
    confidence: fitConfidence(history, { ...span, config }),
    residuals: fitResidualPools([residualsOf(history, span)], monteCarlo),
    ...(har === undefined ? {} : { marketHar: har.own[0]!, coinsHar: har.own.slice(1) }),
  };
  return atWork(fitted, history);
}

/**
 * Restores a stored model on the rows it was fitted on.
 *
 * @example
 * const { artifact } = model;
 * const span = { from: hours.time[200], to: hours.time[1_000] };
 * const fitted = { ...artifact, ...span, parameters: artifact.hmm };
 * const { history, calibrate } = openInForce(fitted, observe(hours, artifact.features));
 * [REGIMES[history.labels[1_400]], calibrate(0.9).toFixed(2)]; // → [ 'strong_trend_bear', '0.72' ]
 */
export function openInForce(fitted: FittedModel, observations: Observations): InForce {
  return atWork(fitted, createHistory(fitted, observations, fitted.marketHar));
}

function atWork(fitted: FittedModel, history: History): InForce {
  return { ...fitted, fitted, history, calibrate: scoreMap(fitted.confidence) };
}
