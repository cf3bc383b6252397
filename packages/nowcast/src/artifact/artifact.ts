/** Model file: everything that inference needs and cannot compute itself, frozen. */

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
 * Supported schemas. The second has a HAR+, which feeds its heads and its simulation; the third is recalibrated by the
 * outcomes of its forecasts, and has a drawdown map for coins.
 */
export const ARTIFACT_SCHEMAS = ['nowcast/1', 'nowcast/2', 'nowcast/3'] as const;

/** Schema version of a model file. */
export type ArtifactSchema = (typeof ARTIFACT_SCHEMAS)[number];

/** Prefix of parameter versions whose labels were mapped onto free states: research only, never in a model file. */
export const UNANCHORED = 'unanchored/';

/** Content of `models/nowcast/<version>/model.json`. Times are epoch ms. */
export interface NowcastArtifact {
  readonly schema: ArtifactSchema;
  readonly modelVersion: string;
  /** Version of the catalog of labels that ids refer to. */
  readonly catalogVersion: string;
  readonly family: string;
  readonly features: FeaturesConfig;
  /** Windows that continue over a gap. @default `gaps/1`: none */
  readonly gaps?: GapsConfig;
  /** Numbers and orders that every reader of the file needs and no other part contains; absent from older files. */
  readonly conventions?: Conventions;
  readonly standardization: Standardization;
  readonly hmm: HmmParameters;
  readonly hysteresis: HysteresisConfig;
  readonly heads: Readonly<Record<Horizon, HorizonHeads>>;
  /** Map from raw to calibrated confidence. */
  readonly confidence: readonly Knot[];
  /** Residuals that the simulation draws. */
  readonly residuals: ResidualPools;
  /** Expected volatility by coin; absent from `nowcast/1`. */
  readonly har?: HarModel;
  /** Simulation that the residuals belong to; absent from `nowcast/1`, which uses `monte_carlo/1`. */
  readonly monteCarlo?: MonteCarloConfig['version'];
  /** Calibration of drawdowns; absent when the history was too short, and from files that predate its training. */
  readonly drawdown?: DrawdownCalibration;
  /**
   * Calibration of drawdowns for coins, from the coins of a panel; absent before `nowcast/3`, without a panel, and when
   * the history was too short.
   */
  readonly coinDrawdown?: DrawdownCalibration;
  /** References of the online recalibration; absent before `nowcast/3`, and when the history was too short. */
  readonly recalibration?: RecalibrationFit;
  /** Dispersion of transitions between coins, estimated from a panel; absent without one. */
  readonly coinScope?: CoinScopeConfig;
  readonly training: TrainingRecord;
  readonly approval: Approval;
}

/** Fits of HAR+. */
export interface HarModel {
  readonly config: HarConfig;
  readonly training: string;
  /** Fit of the market's bars. */
  readonly market: HarFit;
  /** Joint fit of all series, for coins without a fit of their own. */
  readonly pooled: HarFit;
  /** Fits by coin. */
  readonly coins: Readonly<Record<string, HarFit>>;
}

/** Record of the training, sufficient to reproduce the model. */
export interface TrainingRecord {
  readonly version: string;
  readonly headsVersion: string;
  /** File of the bars, by name and hash; absent when the bars had no file. */
  readonly bars?: { readonly file: string; readonly sha256: string };
  /** Coins in the training besides the market; absent without a panel. */
  readonly panel?: PanelRecord;
  /** Funding and open interest in the training; absent when unused. */
  readonly derivatives?: DerivativesRecord;
  /** First hour of the training, and the hour before which training ended. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly logLikelihood: number;
  /** Objective of each start of the fit, in order. */
  readonly objectives: readonly number[];
  /** Number of the winning start, counted from 1. */
  readonly run: number;
  /** Values of β, tested on later hours than the fit; empty when β was given. */
  readonly betas: readonly BetaTrial[];
}

/**
 * Maps the share of simulated paths with a drawdown to its probability, with a record of its training. Times are epoch
 * ms.
 */
export interface DrawdownCalibration {
  readonly version: `drawdown_map/${string}`;
  /** Scope, `market` or `coin`, and the simulation that the map belongs to. */
  readonly scope: string;
  readonly monteCarlo: MonteCarloConfig['version'];
  readonly map: LogitMap;
  /** Hour before which the training of the simulating model ended. */
  readonly trainedTo: number;
  /** First and last origin, number of origins, and number of them that a drawdown followed. */
  readonly from: number;
  readonly to: number;
  readonly origins: number;
  readonly came: number;
  /** Brier scores over these origins. `mapped` uses the outcomes that the map was fitted on, so it is not a test. */
  readonly brier: { readonly raw: number; readonly mapped: number };
}

/** Panel of a training. */
export interface PanelRecord {
  /** Number of coins with enough rows, and of their rows with features. */
  readonly coins: number;
  readonly rows: number;
  /** Total weight of the panel's rows, relative to the market's. */
  readonly weight: number;
  /** Files of the bars, by name and hash; absent when the bars had no file. */
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/** Derivatives data of a training. */
export interface DerivativesRecord {
  /** Series, including the market, with hours that have both columns; and the number of these hours. */
  readonly series: readonly string[];
  readonly hours: number;
  /** Files, by name and hash; absent when the columns had no file. */
  readonly files?: readonly { readonly file: string; readonly sha256: string }[];
}

/** Candidate for β. `beta` is the exponent that tempers the evidence; `flipsPerDay` counts changes of the label. */
export interface BetaTrial {
  readonly beta: number;
  readonly flipsPerDay: number;
  /** Log loss of the model's own forecast minus that of the chain of published labels; skill is below 0. */
  readonly advantage4h: number;
  readonly advantage24h: number;
}

/** Result of the checks that decide whether a fit may be published. */
export interface Approval {
  readonly accepted: boolean;
  readonly reason: string | null;
  /** Number of states nearest to their own label. */
  readonly anchored: number;
  /** Share of the recent hours in each state. */
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

/** Shape of {@link NowcastArtifact}; values are checked where they are used. */
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

/** Returns whether parsed JSON has the shape of an artifact. */
export function isArtifact(value: unknown): value is NowcastArtifact {
  return artifactShape(value, '') === undefined;
}

/**
 * Serialises an artifact: equal artifacts give equal bytes.
 * @returns JSON, with a newline at the end.
 *
 * @example
 * const again = openModel(artifactText(model.artifact));
 * again.artifact.modelVersion; // → '2026.12.0'
 */
export function artifactText(artifact: NowcastArtifact): string {
  return `${JSON.stringify(artifact)}\n`;
}
