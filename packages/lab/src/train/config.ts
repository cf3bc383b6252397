/** Training configs, by version. */

import { deepFreeze } from '@barograph/core';
import {
  type Feature,
  FEATURES_V1,
  FEATURES_V2,
  type FeaturesConfig,
  GAPS_V2,
  type GapsConfig,
  RECALIBRATION_V1,
  type RecalibrationConfig,
  type Regime,
} from '@barograph/nowcast';
import { HAR_TRAINING_V1, type HarTrainingConfig } from './har-config.ts';
import type { Covariance } from './moments.ts';

/** Meaning of a label in robust units of the features: the start of its states, and how far they may drift. */
export interface Prototype {
  readonly at: Readonly<Record<Feature, number>>;
  /** One latent state per scale: the prototype times it is the state's prior mean. Mild first. */
  readonly scales: readonly number[];
  /** Weight of each feature in the distance of a fitted state to the label. */
  readonly weights: Readonly<Record<Feature, number>>;
}

/**
 * Accepts a fit by label support over all training rows: a quiet season empties a label without changing its meaning.
 * `leastAnchored` checks the meaning separately, against fixed prototypes, with at least one state per label.
 */
export interface AcceptanceRule {
  /** Share of all rows that every label must have. */
  readonly leastSupport: number;
}

/** Numbers of training. */
export interface TrainingConfig {
  /** Travels into the artifact. A changed number is a new version. */
  readonly version: `training/${string}`;
  readonly features: FeaturesConfig;
  /** Expected volatility, an input of heads and simulation; absent disables it. */
  readonly har?: HarTrainingConfig;
  /** Online recalibration, with a drawdown map for coins; absent disables it. */
  readonly recalibration?: RecalibrationConfig;
  /** Initial bars excluded from training, because their feature windows are incomplete. */
  readonly warmUpBars: number;
  /** Degrees of freedom; null is the Gaussian. */
  readonly nu: number | null;
  /** Scale matrices of the latent states. */
  readonly covariance: Covariance;
  /** β when it is not chosen. */
  readonly beta: number;
  /** Candidates for β. Of those that beat the label chain, the one with flips nearest to `flipsPerDay` wins. */
  readonly betas: readonly number[];
  readonly flipsPerDay: number;
  /** Final training hours that validate candidates fitted on the hours before. */
  readonly validationHours: number;
  /** Hours between fit and validation. */
  readonly purgeHours: number;
  /** κ_0 as a share of the rows. */
  readonly meanStrengthShare: number;
  readonly scaleStrength: number;
  readonly scale: number;
  readonly stickiness: number;
  readonly initialCount: number;
  /** Start of EM: scale matrices of this times the identity, and this probability of staying. */
  readonly startScale: number;
  readonly startStay: number;
  /** Weights of a panel's coins relative to the market; unused without a panel. */
  readonly panel: {
    /**
     * Total weight of all panel coins relative to the market's rows; 1 equals the market, for any number of coins. Coins
     * move together, so their rows carry less information than their count suggests.
     */
    readonly weight: number;
    /** Minimum rows with full windows, for a coin to be used. */
    readonly leastRows: number;
  };
  readonly maxIterations: number;
  readonly tolerance: number;
  /**
   * Runs, the first of them from the prototypes themselves. Jittered runs win the objective and lose out of sample
   * (BTC, 2017 … 2025), so one is the default.
   */
  readonly restarts: number;
  /** Standard deviation of what the other runs add to every coordinate of a prototype. */
  readonly jitter: number;
  /** States, of all, that must be nearest to their own label. */
  readonly leastAnchored: number;
  /** Share of the last `occupancyRows` rows that every label must have. */
  readonly leastOccupancy: number;
  readonly occupancyRows: number;
  /** Replaces the occupancy rule of the last rows; absent keeps it, as in `training/2`. */
  readonly acceptance?: AcceptanceRule;
  /** Feature windows that continue over gaps; absent disables them. Read by the caller that computes rows. */
  readonly gaps?: GapsConfig;
  readonly prototypes: Readonly<Record<Regime, Prototype>>;
}

/** Features in their order, as a record. */
function by(...values: readonly [number, number, number, number, number, number, number, number]) {
  const [trend24, trend72, volatilityRatio, volatilityRank, efficiency24, bandwidth48, shock6, volume] = values;
  return { trend24, trend72, volatilityRatio, volatilityRank, efficiency24, bandwidth48, shock6, volume };
}

const TREND_WEIGHTS = by(1, 1, 0.5, 0.25, 0.5, 0.25, 0.25, 0.25);
const USUAL_SCALES = [0.6, 1.25];

/**
 * Version 2: as version 1, which models up to 2025.07.0 name, where there is no panel. β of 0.2 is what makes the
 * hysteresis act: at 1 the posterior is above .95 four hours out of five.
 */
export const TRAINING_V2: TrainingConfig = deepFreeze({
  version: 'training/2',
  features: FEATURES_V1,
  warmUpBars: 2_160,
  nu: 5,
  covariance: 'full',
  beta: 0.2,
  betas: [0.12, 0.16, 0.2, 0.25, 0.3],
  flipsPerDay: 0.6,
  validationHours: 365 * 24,
  purgeHours: 96,
  meanStrengthShare: 0.05,
  scaleStrength: 400,
  scale: 0.45,
  stickiness: 200,
  initialCount: 1,
  startScale: 0.45,
  startStay: 0.97,
  panel: { weight: 0.5, leastRows: 30 * 24 },
  maxIterations: 60,
  tolerance: 1e-6,
  restarts: 1,
  jitter: 0.15,
  leastAnchored: 10,
  leastOccupancy: 0.01,
  occupancyRows: 90 * 24,
  prototypes: {
    strong_trend_bull: { at: by(1.2, 1, 0.1, 0, 0.9, 0.6, 0.2, 0.3), scales: USUAL_SCALES, weights: TREND_WEIGHTS },
    strong_trend_bear: {
      at: by(-1.3, -1.2, 0.5, 0.3, 0.8, 0.8, 0.5, 0.5),
      scales: USUAL_SCALES,
      weights: TREND_WEIGHTS,
    },
    range_low_vol: {
      at: by(0, 0, -0.35, -0.4, -0.3, -0.5, -0.3, -0.5),
      scales: USUAL_SCALES,
      weights: by(1, 1, 1, 0.5, 0.5, 0.75, 0.5, 0.5),
    },
    choppy_high_vol: {
      at: by(0, 0, 0.6, 0.6, -0.3, 0.1, 0.1, 0.3),
      scales: USUAL_SCALES,
      weights: by(1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5),
    },
    vol_spike: {
      at: by(0, 0, 1.9, 0.9, 0.1, 1.2, 1.4, 1.9),
      scales: [0.8, 1.4],
      weights: by(0.1, 0.1, 1, 0.5, 0.1, 0.75, 1, 1),
    },
    squeeze: {
      at: by(0, 0, -1, -1, -0.2, -1.2, -0.5, -0.8),
      scales: USUAL_SCALES,
      weights: by(0.5, 0.5, 1, 0.5, 0.25, 1, 0.5, 0.5),
    },
  },
});

/**
 * Version 3: as version 2, but for the acceptance of a fit (support over the whole training window in place of the
 * last 90 days), the windows over gaps, the shared variance of a bar, and a HAR+.
 */
export const TRAINING_V3: TrainingConfig = deepFreeze({
  ...TRAINING_V2,
  version: 'training/3',
  acceptance: { leastSupport: 0.01 },
  gaps: GAPS_V2,
  features: FEATURES_V2,
  har: HAR_TRAINING_V1,
});

/** Version 4: as version 3, with an online recalibration. Regimes and heads are those of version 3 to the bit. */
export const TRAINING_V4: TrainingConfig = deepFreeze({
  ...TRAINING_V3,
  version: 'training/4',
  recalibration: RECALIBRATION_V1,
});
