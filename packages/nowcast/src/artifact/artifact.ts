/** The model file: everything that inference needs, frozen, and nothing that it could compute otherwise. */

import type { Knot } from '@barograph/core';
import type { CoinScopeConfig } from '../coin-scope.ts';
import type { HarConfig } from '../har/config.ts';
import type { HarFit } from '../har/fit.ts';
import type { FeaturesConfig } from '../features/config.ts';
import type { GapsConfig } from '../features/gaps.ts';
import type { Standardization } from '../features/standardize.ts';
import { HORIZONS, type Horizon, type HorizonHeads } from '../heads/horizon-heads.ts';
import type { HmmParameters } from '../hmm/parameters.ts';
import type { HysteresisConfig } from '../hysteresis/config.ts';
import type { MonteCarloConfig } from '../monte-carlo/config.ts';
import type { LogitMap } from '../monte-carlo/logit-map.ts';
import type { ResidualPools } from '../monte-carlo/pools.ts';
import type { RecalibrationFit } from '../recalibration/fit.ts';
import type { Conventions } from './conventions.ts';
import { aBoolean, aNumber, aText, listOf, mapOf, orMissing, orNull, recordOf, type Shape } from './shape.ts';

/**
 * Schemas that are read: the second has a HAR+, which feeds its heads and its simulation; the third is recalibrated by what came
 * of its forecasts, and has a map of the drawdown for coins.
 */
export const ARTIFACT_SCHEMAS = ['nowcast/1', 'nowcast/2', 'nowcast/3'] as const;

/** Version of the form of a model file. */
export type ArtifactSchema = (typeof ARTIFACT_SCHEMAS)[number];

/** Prefix of parameter versions whose labels were mapped onto free states: research only, in no model file. */
export const UNANCHORED = 'unanchored/';

/** Content of `models/nowcast/<version>/model.json`. Times are epoch ms. */
export interface NowcastArtifact {
  readonly schema: ArtifactSchema;
  readonly modelVersion: string;
  /** Version of the list of labels that ids refer to. */
  readonly catalogVersion: string;
  readonly family: string;
  readonly features: FeaturesConfig;
  /** Windows that go on over a gap; left out: none, as `gaps/1`. */
  readonly gaps?: GapsConfig;
  /** Numbers and orders that every reader of the file needs and no part of it has; left out in older files. */
  readonly conventions?: Conventions;
  readonly standardization: Standardization;
  readonly hmm: HmmParameters;
  readonly hysteresis: HysteresisConfig;
  readonly heads: Readonly<Record<Horizon, HorizonHeads>>;
  /** Calibrated confidence as a map of the raw one. */
  readonly confidence: readonly Knot[];
  /** Residuals that the simulation draws from. */
  readonly residuals: ResidualPools;
  /** Expected volatility by coin; left out by `nowcast/1`. */
  readonly har?: HarModel;
  /** The simulation that the residuals are for; left out by `nowcast/1`, whose simulation is `monte_carlo/1`. */
  readonly monteCarlo?: MonteCarloConfig['version'];
  /** Left out where the history was too short for one, and in files from before it was fitted in training. */
  readonly drawdown?: DrawdownCalibration;
  /** The same for coins, of the coins of a panel; left out before `nowcast/3`, and without a panel or with too short a history. */
  readonly coinDrawdown?: DrawdownCalibration;
  /** References of the online recalibration; left out before `nowcast/3`, and where the history was too short. */
  readonly recalibration?: RecalibrationFit;
  /** Dispersion of transitions between coins, estimated from a panel; left out without a panel. */
  readonly coinScope?: CoinScopeConfig;
  readonly training: TrainingRecord;
  readonly approval: Approval;
}

/** Fits of HAR+. */
export interface HarModel {
  readonly config: HarConfig;
  readonly training: string;
  /** Of the bars that the market is read from. */
  readonly market: HarFit;
  /** Of all series together: for coins without a fit of their own. */
  readonly pooled: HarFit;
  /** By coin. */
  readonly coins: Readonly<Record<string, HarFit>>;
}

/** Record of the training: enough to reproduce the model. */
export interface TrainingRecord {
  readonly version: string;
  readonly headsVersion: string;
  /** The file of the bars, by name and bytes; left out for bars of no file. */
  readonly bars?: { readonly file: string; readonly sha256: string };
  /** The coins that were learnt from beside the market; left out where there were none. */
  readonly panel?: PanelRecord;
  /** Funding and open interest that were learnt from; left out where there were none. */
  readonly derivatives?: DerivativesRecord;
  /** First hour that was learnt from, and the hour before which learning ended. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly logLikelihood: number;
  readonly objectives: readonly number[];
  readonly run: number;
  /** Values of β tried on later hours than it was fitted on; empty when β was given. */
  readonly betas: readonly BetaTrial[];
}

/** From the share of simulated paths with a drawdown to its probability, and how that was learnt. Times are epoch ms. */
export interface DrawdownCalibration {
  readonly version: `drawdown_map/${string}`;
  /** The scope, `market` or `coin`, and the simulation that it is for. */
  readonly scope: string;
  readonly monteCarlo: MonteCarloConfig['version'];
  readonly map: LogitMap;
  /** Hour before which the model that simulated had stopped learning. */
  readonly trainedTo: number;
  /** First and last origin, how many there were, and how many of them a drawdown followed. */
  readonly from: number;
  readonly to: number;
  readonly origins: number;
  readonly came: number;
  /** Brier scores over these origins. `mapped` is of the outcomes that the map was fitted on: no test of it. */
  readonly brier: { readonly raw: number; readonly mapped: number };
}

/** The panel of a training. */
export interface PanelRecord {
  /** Coins with enough rows, and their rows with features. */
  readonly coins: number;
  readonly rows: number;
  /** Total weight of the panel's rows, relative to the market's. */
  readonly weight: number;
  /** The files of the bars, by name and bytes; left out for bars of no file. */
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/** The derivatives of a training. */
export interface DerivativesRecord {
  /** Series, the market among them, whose hours have both; and these hours. */
  readonly series: readonly string[];
  readonly hours: number;
  /** The files, by name and bytes; left out for columns of no file. */
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/** One candidate for β. */
export interface BetaTrial {
  readonly beta: number;
  readonly flipsPerDay: number;
  /** Log loss of the model's own forecast less that of the chain of published labels; below 0 is skill. */
  readonly advantage4h: number;
  readonly advantage24h: number;
}

/** Whether the checks of the fit let it be published. */
export interface Approval {
  readonly accepted: boolean;
  readonly reason: string | null;
  /** States nearest to their own label. */
  readonly anchored: number;
  readonly recentOccupancy: readonly number[];
}

const numbers = listOf(aNumber);
const texts = listOf(aText);

const head = recordOf({
  classes: texts,
  inputs: texts,
  mean: numbers,
  scale: numbers,
  weights: listOf(numbers),
  intercepts: numbers,
  temperature: aNumber,
});

const horizonHeads = recordOf({
  nextRegime: head,
  direction: head,
  volatility: head,
  volatilityCuts: numbers,
  rows: aNumber,
  regimes: orMissing(
    recordOf({
      used: aBoolean,
      mean: aNumber,
      low: aNumber,
      high: aNumber,
      level: aNumber,
      blocks: aNumber,
      version: aText,
    }),
  ),
});

const harHorizon = recordOf({
  coefficients: numbers,
  intercept: aNumber,
  deviation: aNumber,
  returnScale: aNumber,
});

const harLines = { inputs: texts, h4: harHorizon, h24: harHorizon, rows: aNumber };

const harFit = recordOf({
  ...harLines,
  derivatives: orMissing(
    recordOf({
      ...harLines,
      config: recordOf({
        version: aText,
        day: aNumber,
        week: aNumber,
        leastHours: aNumber,
        leastSettlements: aNumber,
        latest: aNumber,
        clip: aNumber,
      }),
    }),
  ),
});

const logitMap = recordOf({ slope: aNumber, intercept: aNumber });

const drawdown = recordOf({
  version: aText,
  scope: aText,
  monteCarlo: aText,
  map: logitMap,
  trainedTo: aNumber,
  from: aNumber,
  to: aNumber,
  origins: aNumber,
  came: aNumber,
  brier: recordOf({ raw: aNumber, mapped: aNumber }),
});

/** The shape of {@link NowcastArtifact}; what its numbers must be is checked where they are used. */
export const artifactShape: Shape = recordOf({
  schema: aText,
  modelVersion: aText,
  catalogVersion: aText,
  family: aText,
  features: recordOf({
    version: aText,
    short: aNumber,
    long: aNumber,
    band: aNumber,
    shock: aNumber,
    halflives: recordOf({ day: aNumber, week: aNumber, month: aNumber }),
    month: aNumber,
    rank: aNumber,
    minBars: aNumber,
    epsilon: aNumber,
    trendBound: aNumber,
    rankClip: aNumber,
    variance: orMissing(aText),
  }),
  gaps: orMissing(recordOf({ version: aText, rankHours: aNumber, volumeHours: aNumber })),
  conventions: orMissing(recordOf({ version: aText })),
  standardization: recordOf({ median: numbers, scale: numbers }),
  hmm: recordOf({
    version: aText,
    labels: texts,
    features: texts,
    nu: orNull(aNumber),
    beta: aNumber,
    states: listOf(recordOf({ label: aNumber, mean: numbers, scaleCholesky: listOf(numbers) })),
    initial: numbers,
    transition: listOf(numbers),
  }),
  hysteresis: recordOf({
    version: aText,
    margin: aNumber,
    bars: aNumber,
    override: aNumber,
    incumbentFloor: aNumber,
    minDwellBars: aNumber,
    barMs: aNumber,
    maxGapBars: aNumber,
  }),
  heads: recordOf(Object.fromEntries(Object.keys(HORIZONS).map((horizon) => [horizon, horizonHeads]))),
  confidence: listOf(numbers),
  residuals: recordOf({ all: numbers, states: listOf(orNull(numbers)) }),
  har: orMissing(
    recordOf({
      config: recordOf({
        version: aText,
        windows: numbers,
        leastHours: aNumber,
        mostMissing: aNumber,
        epsilon: aNumber,
      }),
      training: aText,
      market: harFit,
      pooled: harFit,
      coins: mapOf(harFit),
    }),
  ),
  monteCarlo: orMissing(aText),
  drawdown: orMissing(drawdown),
  coinDrawdown: orMissing(drawdown),
  recalibration: orMissing(
    recordOf({
      version: aText,
      quantiles: listOf(recordOf({ share: aNumber, at: aNumber })),
      depth: aNumber,
      drawdown: recordOf({ market: logitMap, coin: logitMap }),
    }),
  ),
  coinScope: orMissing(recordOf({ version: aText, concentration: aNumber })),
  training: recordOf({
    version: aText,
    headsVersion: aText,
    panel: orMissing(
      recordOf({
        coins: aNumber,
        rows: aNumber,
        weight: aNumber,
        files: orMissing(listOf(recordOf({ file: aText, sha256: aText }))),
      }),
    ),
    derivatives: orMissing(
      recordOf({
        series: texts,
        hours: aNumber,
        files: orMissing(listOf(recordOf({ file: aText, sha256: aText }))),
      }),
    ),
    from: aNumber,
    to: aNumber,
    rows: aNumber,
    logLikelihood: aNumber,
    objectives: numbers,
    run: aNumber,
    betas: listOf(recordOf({ beta: aNumber, flipsPerDay: aNumber, advantage4h: aNumber, advantage24h: aNumber })),
  }),
  approval: recordOf({
    accepted: aBoolean,
    reason: orNull(aText),
    anchored: aNumber,
    recentOccupancy: numbers,
  }),
});

export function isArtifact(value: unknown): value is NowcastArtifact {
  return artifactShape(value, '') === undefined;
}

/**
 * The file's text: the same artifact gives the same bytes.
 *
 * @example
 * const again = openModel(artifactText(model.artifact));
 * again.artifact.modelVersion; // → '2026.12.0'
 */
export function artifactText(artifact: NowcastArtifact): string {
  return `${JSON.stringify(artifact)}\n`;
}
