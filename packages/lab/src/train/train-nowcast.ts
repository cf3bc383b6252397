/** From hourly rows to a model file: β, regimes, heads, calibrations. */

import {
  type ArtifactSchema,
  CATALOG_VERSION,
  CONVENTIONS_V1,
  type DerivativesRecord,
  HAR_DERIVATIVE_INPUTS,
  type HarModel,
  type HorizonHeads,
  HORIZONS,
  HYSTERESIS_V1,
  type NowcastArtifact,
  type Observations,
  type PanelRecord,
} from '@barograph/nowcast';
import { fitResidualPools } from '../monte-carlo/fit-pools.ts';
import { TRAINING_V4, type TrainingConfig } from './config.ts';
import { fitDayCalibration } from './day-calibration.ts';
import { DRAWDOWN_MAP_V1, DRAWDOWN_MAP_V2, DRAWDOWN_MAP_V3, type DrawdownMapConfig } from './drawdown-map.ts';
import { fitRegimes, type Fit, type FitProgress } from './fit.ts';
import type { HarFits } from './fit-har.ts';
import type { HarTrainingConfig } from './har-config.ts';
import { harOf } from './har-fits.ts';
import { trainingSpan } from './training-rows.ts';
import { fitConfidence, fitHeads } from './heads.ts';
import { HEADS_V2, HEADS_V3, type HeadsConfig } from './heads-config.ts';
import { fitCoinScope, type Panel } from './panel.ts';
import { residualsOf } from './residuals.ts';
import { nearestBeta, tryBetas } from './select-beta.ts';
import { createHistory } from './views.ts';

/** Settings of training, and the name of the model. */
export interface TrainNowcastOptions {
  readonly modelVersion: string;
  /** Training span `[from, to)`, epoch ms. @default all hours */
  readonly from?: number;
  /** End of the span, epoch ms. @default all rows */
  readonly to?: number;
  /** Source of the rows, for the record. Absent when the bars had no file. */
  readonly bars?: { readonly file: string; readonly sha256: string };
  /** Further training coins. Heads and calibrations are fitted on the market only. */
  readonly panel?: Panel;
  /** Files of funding and open interest, for the record. @default unused */
  readonly derivatives?: DerivativesRecord['files'];
  /** Parameters. @default TRAINING_V4 */
  readonly config?: TrainingConfig;
  /** Parameters of the heads. @default HEADS_V3 with a HAR+, else HEADS_V2 */
  readonly heads?: HeadsConfig;
  /** Parameters of the drawdown map. @default the version for the simulation of `config` */
  readonly drawdown?: DrawdownMapConfig;
  readonly onProgress?: (stage: TrainingStage) => void;
}

/** Progress stages of a training; `horizon` is in hours. */
export type TrainingStage =
  | ({ readonly stage: 'beta' | 'regimes' | 'drawdown' } & FitProgress)
  | { readonly stage: 'heads'; readonly horizon: number }
  | { readonly stage: 'confidence' };

/**
 * Trains a model. The same rows and options give the same bytes on one Node version.
 *
 * A fit that fails its checks is also returned, with `approval.accepted` false and the reason; the caller decides whether
 * to publish it.
 *
 * @throws {FitError} when there are too few rows, the objective falls, or a fit does not converge.
 * @example
 * const artifact = trainNowcast(rows, { modelVersion: 'mine-1', config: small.training }); // some years: TRAINING_V4
 * artifact.approval.accepted; // → true
 * const text = artifactText(artifact); // of model.json, which `openModel` opens
 * openModel(text).artifact.modelVersion; // → 'mine-1'
 */
export function trainNowcast(observations: Observations, options: TrainNowcastOptions): NowcastArtifact {
  const { modelVersion, config: given = TRAINING_V4, onProgress } = options;
  const expects = given.har !== undefined;
  const { heads: headsConfig = expects ? HEADS_V3 : HEADS_V2 } = options;
  const { drawdown: drawdownConfig = drawdownMapFor(given) } = options;
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
  const har = harOf([observations, ...(options.panel?.coins ?? [])], config, span);
  const history = createHistory({ parameters, standardization }, observations, har?.own[0]);
  const headsOf = (horizon: number): HorizonHeads => {
    onProgress?.({ stage: 'heads', horizon });
    return fitHeads(history, horizon, { ...span, config: headsConfig });
  };
  const heads = { h4: headsOf(HORIZONS.h4), h24: headsOf(HORIZONS.h24) };
  onProgress?.({ stage: 'confidence' });
  const confidence = fitConfidence(history, { ...span, config: headsConfig });
  const day = fitDayCalibration(observations, {
    version: `${modelVersion}/held-back`,
    training: config,
    config: drawdownConfig,
    ...span,
    ...panel,
    onProgress: report('drawdown'),
  });
  return {
    schema: schemaOf(config),
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
    residuals: fitResidualPools([residualsOf(history, span)], drawdownConfig.monteCarlo),
    ...(har === undefined
      ? {}
      : { har: harRecord(har, config.har!, options.panel), monteCarlo: drawdownConfig.monteCarlo.version }),
    ...day,
    ...(options.panel === undefined ? {} : { coinScope: fitCoinScope(fit, options.panel, span.to) }),
    training: {
      version: config.version,
      headsVersion: headsConfig.version,
      ...(options.bars === undefined ? {} : { bars: options.bars }),
      ...(options.panel === undefined ? {} : { panel: panelRecord(options.panel, fit, config) }),
      ...derivativesRecord([observations, ...(options.panel?.coins ?? [])], options),
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

function drawdownMapFor({ har, recalibration }: TrainingConfig): DrawdownMapConfig {
  if (har === undefined) return DRAWDOWN_MAP_V1;
  return recalibration === undefined ? DRAWDOWN_MAP_V2 : DRAWDOWN_MAP_V3;
}

function schemaOf({ har, recalibration }: TrainingConfig): ArtifactSchema {
  if (har === undefined) return 'nowcast/1';
  return recalibration === undefined ? 'nowcast/2' : 'nowcast/3';
}

/** Coins without a name, and those with too few rows, have the pooled fit. */
function harRecord({ pooled, own }: HarFits, { version, har, leastRows }: HarTrainingConfig, panel?: Panel): HarModel {
  const names = panel?.names ?? [];
  const fits = names.map((name, i) => [name, own[i + 1]!] as const);
  return {
    config: har,
    training: version,
    market: own[0]!,
    pooled,
    coins: Object.fromEntries(fits.filter(([, { rows }]) => rows >= leastRows)),
  };
}

function panelRecord({ files }: Panel, { panel }: Fit, config: TrainingConfig): PanelRecord {
  return { ...panel, weight: config.panel.weight, ...(files === undefined ? {} : { files }) };
}

/** The series whose hours have funding and open interest; nothing where none has. */
function derivativesRecord(
  series: readonly Observations[],
  { panel, derivatives: files }: Pick<TrainNowcastOptions, 'panel' | 'derivatives'>,
): { readonly derivatives?: DerivativesRecord } {
  const names = ['market', ...(panel?.names ?? [])];
  const hours = series.map(({ har }) => knownHours(har?.derivatives));
  const known = hours.flatMap((count, i) => (count === 0 ? [] : [names[i] ?? `series ${i}`]));
  if (known.length === 0) return {};
  const record = { series: known, hours: hours.reduce((sum, count) => sum + count, 0) };
  return { derivatives: { ...record, ...(files === undefined ? {} : { files }) } };
}

function knownHours(rows: Float64Array = new Float64Array(0)): number {
  let count = 0;
  for (let at = 0; at < rows.length; at += HAR_DERIVATIVE_INPUTS.length) count += Number(!Number.isNaN(rows[at]!));
  return count;
}
