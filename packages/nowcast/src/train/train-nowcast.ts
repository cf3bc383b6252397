/** From hourly rows to a model file: β, regimes, heads, calibrations. */

import { ARTIFACT_SCHEMA, type NowcastArtifact, type PanelRecord } from '../artifact/artifact.ts';
import { CONVENTIONS_V1 } from '../artifact/conventions.ts';
import type { Observations } from '../features/observe.ts';
import { HORIZONS, type HorizonHeads } from '../heads/horizon-heads.ts';
import { HYSTERESIS_V1 } from '../hysteresis/config.ts';
import { fitResidualPools } from '../monte-carlo/fit-pools.ts';
import { CATALOG_VERSION } from '../regimes.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { DRAWDOWN_MAP_V1, fitDrawdownMap, type DrawdownMapConfig } from './drawdown-map.ts';
import { fitRegimes, type Fit, type FitProgress } from './fit.ts';
import { trainingSpan } from './training-rows.ts';
import { fitConfidence, fitHeads, HEADS_V2, type HeadsConfig } from './heads.ts';
import { fitCoinScope, type Panel } from './panel.ts';
import { residualsOf } from './residuals.ts';
import { nearestBeta, tryBetas } from './select-beta.ts';
import { createHistory } from './views.ts';

export interface TrainNowcastOptions {
  readonly modelVersion: string;
  /** Only hours of `[from, to)` are learnt from, epoch ms; all of them when left out. */
  readonly from?: number;
  readonly to?: number;
  /** Source of the rows, for the record. */
  readonly bars?: { readonly file: string; readonly sha256: string };
  /** Coins that are learnt from too. Heads and calibrations are fitted on the market alone. */
  readonly panel?: Panel;
  readonly config?: TrainingConfig;
  readonly heads?: HeadsConfig;
  readonly drawdown?: DrawdownMapConfig;
  readonly onProgress?: (stage: TrainingStage) => void;
}

/** Progress stages of a training. */
export type TrainingStage =
  | ({ readonly stage: 'beta' | 'regimes' | 'drawdown' } & FitProgress)
  | { readonly stage: 'heads'; readonly horizon: number }
  | { readonly stage: 'confidence' };

/**
 * Trains a model. The same rows and options give the same bytes on one Node version.
 *
 * A fit that fails its checks is returned too, with `approval.accepted` false and the reason: publishing it is not for
 * this function to decide.
 *
 * @throws {FitError} too few rows, an objective that fell, a fit without convergence.
 */
export function trainNowcast(observations: Observations, options: TrainNowcastOptions): NowcastArtifact {
  const { modelVersion, config: given = TRAINING_V2, heads: headsConfig = HEADS_V2, onProgress } = options;
  const span = trainingSpan(observations, given, options.from ?? -Infinity, options.to ?? Infinity);

  const report = (stage: 'beta' | 'regimes' | 'drawdown') => (progress: FitProgress) =>
    onProgress?.({ stage, ...progress });
  const choose = given.betas.length > 0;
  const panel = options.panel === undefined ? {} : { panel: options.panel.coins };
  const betas = choose ? tryBetas(observations, given, { ...span, onProgress: report('beta') }) : [];
  const config = choose ? { ...given, beta: nearestBeta(betas, given.flipsPerDay) } : given;

  const fit = fitRegimes(observations, {
    version: modelVersion,
    config,
    ...span,
    ...panel,
    onProgress: report('regimes'),
  });
  const { parameters, standardization, checks } = fit;
  const history = createHistory({ parameters, standardization }, observations);
  const headsOf = (horizon: number): HorizonHeads => {
    onProgress?.({ stage: 'heads', horizon });
    return fitHeads(history, horizon, { ...span, config: headsConfig });
  };
  const heads = { h4: headsOf(HORIZONS.h4), h24: headsOf(HORIZONS.h24) };
  onProgress?.({ stage: 'confidence' });
  const confidence = fitConfidence(history, { ...span, config: headsConfig });
  const drawdown = fitDrawdownMap(observations, {
    version: `${modelVersion}/held-back`,
    training: config,
    config: options.drawdown ?? DRAWDOWN_MAP_V1,
    ...span,
    ...panel,
    onProgress: report('drawdown'),
  });
  return {
    schema: ARTIFACT_SCHEMA,
    modelVersion,
    catalogVersion: CATALOG_VERSION,
    family: config.nu === null ? 'tempered sticky Gaussian HMM' : 'tempered sticky Student-t HMM',
    features: config.features,
    ...(config.gaps === undefined ? {} : { gaps: config.gaps }),
    conventions: CONVENTIONS_V1,
    standardization,
    hmm: parameters,
    hysteresis: HYSTERESIS_V1,
    heads,
    confidence,
    residuals: fitResidualPools([residualsOf(history, span)]),
    ...(drawdown === undefined ? {} : { drawdown }),
    ...(options.panel === undefined ? {} : { coinScope: fitCoinScope(fit, options.panel, span.to) }),
    training: {
      version: config.version,
      headsVersion: headsConfig.version,
      ...(options.bars === undefined ? {} : { bars: options.bars }),
      ...(options.panel === undefined ? {} : { panel: panelRecord(options.panel, fit, config) }),
      ...span,
      rows: fit.rows,
      logLikelihood: fit.logLikelihood,
      objectives: fit.objectives,
      run: fit.run,
      betas,
    },
    approval: {
      accepted: checks.accepted,
      reason: checks.reason,
      anchored: checks.anchored,
      recentOccupancy: checks.recentOccupancy,
    },
  };
}

function panelRecord({ files }: Panel, { panel }: Fit, config: TrainingConfig): PanelRecord {
  return { ...panel, weight: config.panel.weight, ...(files === undefined ? {} : { files }) };
}
