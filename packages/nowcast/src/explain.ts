/** Explanation of a nowcast: all values between the features and the label, without new computation. */

import type { NowcastArtifact } from './artifact/artifact.ts';
import type { TransitionMixtureWeights } from './coin-scope.ts';
import { featureEvidence, type FeatureEvidence } from './feature-evidence.ts';
import { FEATURES, type Feature } from './features/features.ts';
import type { Horizon } from './heads/horizon-heads.ts';
import type { Scope } from './heads/direction-evidence.ts';
import { HEADS, headStatus, type HeadName, type HeadStatus } from './heads/head-status.ts';
import type { HeadProvenance, HeadsProvenance, SilentHead } from './heads/outlook.ts';
import type { Hmm } from './hmm/hmm.ts';
import type { FlipPath } from './hysteresis/hysteresis.ts';
import type { NowcastPoint } from './nowcast/point.ts';
import type { Recalibrated } from './recalibration/recalibration.ts';
import type { Regime } from './regimes.ts';

/** Values between the features of an hour and its label. Probabilities and confidences are 0…1. */
export interface Explain {
  /** Robust z-scores as the model uses them; null while undefined. */
  readonly featureZ: Readonly<Record<Feature, number | null>>;
  /** Evidence of each feature of the hour for the label; null while warming, absent when no `hmm` was given. */
  readonly evidence?: readonly FeatureEvidence[] | null;
  /** Filtered probabilities of the latent states, and of the labels; the latter null while warming. */
  readonly statePosteriors: readonly number[];
  readonly labelPosteriors: readonly number[] | null;
  /** State of the machine; null while warming, as are the confidences. */
  readonly hysteresisState: {
    readonly incumbent: Regime;
    /** Likeliest other label, and its lead, negative when it trails. */
    readonly challenger: Regime;
    readonly lead: number;
    /** Rule that changed the label in this hour, if any. */
    readonly path: FlipPath | 'none';
    readonly floorArmed: boolean;
    readonly pending: { readonly label: Regime; readonly count: number; readonly needed: number } | null;
  } | null;
  readonly rawConfidence: number | null;
  readonly calibratedConfidence: number | null;
  readonly headsProvenance: HeadsProvenance;
  /** Whether each head is served, and its measured skill; heads of the horizon. */
  readonly headsStatus: Readonly<Partial<Record<HeadName, HeadStatus>>>;
  /** Weights of a coin's own transitions; coins only. */
  readonly transitionMixtureWeights?: TransitionMixtureWeights;
  /** Steps of the online recalibration; absent for models without one. */
  readonly recalibration?: ExplainRecalibration;
  /** Tempered log likelihood of the hour; 0 without features. */
  readonly logLikelihoodStep: number;
}

/** Shifts of the next-day forecasts, learnt from earlier outcomes. */
export interface ExplainRecalibration extends Omit<Recalibrated, 'quantiles'> {
  readonly version: string;
  /** Factor of the log of each simulated quantile of the return. */
  readonly quantiles: readonly { readonly share: number; readonly factor: number }[];
}

/** Parts of an explanation. */
export interface ExplainOptions {
  readonly artifact: NowcastArtifact;
  /**
   * Model of the artifact, from which the evidence of features is computed.
   * Absent: no `evidence`.
   */
  readonly hmm?: Hmm;
  readonly scope: Scope;
  readonly horizon: Horizon;
  /**
   * Provenance of heads outside the model file: funding, liquidations and others.
   * @default none
   */
  readonly otherHeads?: HeadsProvenance;
  /** Weights of a coin's own transitions; coins only. */
  readonly transitionMixtureWeights?: TransitionMixtureWeights;
}

/**
 * Builds the explain block of a published hour.
 *
 * @example
 * const { hysteresisState, featureZ } = explain(point, { ...model, scope: 'market', horizon: 'h24' });
 * hysteresisState?.incumbent; // → 'squeeze'
 * featureZ.trend24?.toFixed(2); // → '1.20'
 */
export function explain(
  point: NowcastPoint,
  { artifact, hmm, scope, horizon, otherHeads, transitionMixtureWeights }: ExplainOptions,
): Explain {
  const { regime, now, explain: seen } = point;
  const headsProvenance = { ...provenanceOf(point, artifact, horizon), ...otherHeads };
  return {
    featureZ: named(seen.features),
    ...(hmm === undefined ? {} : { evidence: featureEvidence(hmm, point) }),
    statePosteriors: seen.states,
    labelPosteriors: now,
    hysteresisState: regime === null ? null : machineOf(regime),
    rawConfidence: regime?.rawConfidence ?? null,
    calibratedConfidence: regime?.confidence ?? null,
    headsProvenance,
    headsStatus: statusOf(point, { artifact, scope, horizon }, headsProvenance),
    ...(transitionMixtureWeights === undefined ? {} : { transitionMixtureWeights }),
    ...recalibrationOf(point, artifact),
    logLikelihoodStep: seen.logLikelihood,
  };
}

function recalibrationOf(
  { recalibration: steps }: NowcastPoint,
  { recalibration: fit }: NowcastArtifact,
): Pick<Explain, 'recalibration'> {
  if (steps === undefined || fit === undefined) return {};
  const quantiles = fit.quantiles.map(({ share }, k) => ({ share, factor: steps.quantiles[k]! }));
  return { recalibration: { ...steps, version: fit.version, quantiles } };
}

function named(features: readonly (number | null)[]): Explain['featureZ'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each name
  return Object.fromEntries(FEATURES.map((name, i) => [name, features[i] ?? null])) as Explain['featureZ'];
}

function machineOf(regime: NonNullable<NowcastPoint['regime']>): NonNullable<Explain['hysteresisState']> {
  const { label, challenger, lead, path, floorArmed, pending } = regime;
  return { incumbent: label, challenger, lead, path: path ?? 'none', floorArmed, pending };
}

function statusOf(
  { forecasts }: NowcastPoint,
  { artifact, scope, horizon }: Pick<ExplainOptions, 'artifact' | 'scope' | 'horizon'>,
  provenances: HeadsProvenance,
): Explain['headsStatus'] {
  const map = scope === 'market' ? artifact.drawdown : artifact.coinDrawdown;
  const learnt: HeadProvenance | SilentHead =
    map === undefined
      ? { source: null, reason: 'the model has no map for it' }
      : { source: 'direct', version: map.version, trainedTo: map.trainedTo, n: map.origins };
  const all: HeadsProvenance = {
    ...provenances,
    ...(horizon === 'h24' ? { drawdown: forecasts === null ? null : learnt } : {}),
  };
  const known = HEADS.flatMap((head) => {
    const provenance = all[head];
    return provenance === undefined ? [] : [[head, headStatus(head, scope, horizon, provenance)] as const];
  });
  return Object.fromEntries(known);
}

function provenanceOf(
  { forecasts }: NowcastPoint,
  { modelVersion, heads, training }: NowcastArtifact,
  horizon: Horizon,
): HeadsProvenance {
  if (forecasts === null) return { nextRegime: null, direction: null, volatility: null };
  const { nextRegimeSource, direction, volatility, withheld } = forecasts[horizon];
  const { headsVersion: version, to: trainedTo, rows: hmmRows } = training;
  const direct: HeadProvenance = { source: 'direct', version, trainedTo, n: heads[horizon].rows };
  // The chain is part of the regimes, and is trained on all of their rows.
  const chain: HeadProvenance = { source: 'chain', version: modelVersion, trainedTo, n: hmmRows };
  return {
    nextRegime: nextRegimeSource === 'direct' ? direct : chain,
    direction: withheld === undefined ? (direction === null ? null : direct) : { source: null, reason: withheld },
    volatility: volatility === null ? null : direct,
  };
}
