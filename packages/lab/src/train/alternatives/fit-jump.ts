/**
 * Fits a jump model by coordinate descent, alternating the best state sequence and the best centres. Neither step can
 * raise the objective, which is checked. With penalty 0 and no prior it is k-means. The centres start at the label
 * prototypes and have the same prior as the means of the shipped model, so that the two models differ only in how they
 * treat time.
 */

import { deepFreeze, HOUR_MS } from '@barograph/core';
import { type Observations, type Standardization, standardize } from '@barograph/nowcast';
import { prototypeStates } from '../anchors.ts';
import type { TrainingConfig } from '../config.ts';
import { assertRise } from '../em.ts';
import { rowsOf, trainingColumns } from '../training-rows.ts';
import { jumpPath, jumpStates, type JumpModel } from './jump.ts';

export interface JumpConfig {
  /** Travels into the evidence. A changed number is a new version. */
  readonly version: `jump/${string}`;
  /** Candidates for λ; the fit chooses the one whose label changes per day are nearest to the target in the last training hours. */
  readonly penalties: readonly number[];
  readonly maxIterations: number;
  /**
   * The heads receive excess costs of 0 … λ as probabilities `∝ exp(−sharpness·excess/λ)`. They weight the logs, so this
   * number is little more than a unit.
   */
  readonly sharpness: number;
}

/** Version 1: penalties were written down once, by the size of a loss of eight features in robust units. */
export const JUMP_V1: JumpConfig = deepFreeze({
  version: 'jump/1',
  penalties: [2, 4, 8, 16, 32, 64],
  maxIterations: 100,
  sharpness: 6,
});

/** Gaussian prior of the centres: `½·strength·|θ − mean|²` is added to the objective. */
export interface CentrePrior {
  readonly means: readonly (readonly number[])[];
  /** Strength in rows; 0 disables the prior. */
  readonly strength: number;
}

export interface JumpFit {
  readonly centres: readonly (readonly number[])[];
  /** Cost of the best sequence after every iteration; non-increasing. */
  readonly objective: readonly number[];
  readonly converged: boolean;
}

/**
 * Coordinate descent from some centres.
 *
 * @param columns standardised features; a missing one has no part in a row's loss, nor in a centre.
 * @throws {FitError} the objective rose.
 */
export function descend(
  columns: readonly ArrayLike<number>[],
  from: readonly (readonly number[])[],
  { penalty, prior, maxIterations }: { penalty: number; prior: CentrePrior; maxIterations: number },
): JumpFit {
  let centres = from;
  const objective: number[] = [];
  let before: Int32Array | undefined;
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const { states, cost } = jumpPath({ centres, penalty }, columns);
    const now = cost + priorCost(centres, prior);
    // The check of EM, with the sign reversed.
    if (objective.length > 0) assertRise(-objective.at(-1)!, -now, iteration);
    objective.push(now);
    if (before !== undefined && states.every((state, t) => state === before![t])) {
      return { centres, objective, converged: true };
    }
    before = states;
    centres = centresOf(columns, states, centres, prior);
  }
  return { centres, objective, converged: false };
}

function priorCost(centres: readonly (readonly number[])[], { means, strength }: CentrePrior): number {
  if (strength === 0) return 0;
  const distance = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
  return (strength / 2) * centres.reduce((sum, centre, k) => sum + distance(centre, means[k]!), 0);
}

/** Centres as means of rows and prior; a centre with neither stays unchanged. */
function centresOf(
  columns: readonly ArrayLike<number>[],
  states: Int32Array,
  before: readonly (readonly number[])[],
  { means, strength }: CentrePrior,
): readonly (readonly number[])[] {
  const parts = columns.map((column, i) => {
    const sums = Float64Array.from(before, (_, k) => (strength === 0 ? 0 : strength * means[k]![i]!));
    const counts = new Float64Array(before.length).fill(strength);
    for (let t = 0; t < states.length; t++) {
      const [z, k] = [column[t]!, states[t]!];
      if (Number.isNaN(z)) continue;
      sums[k] = sums[k]! + z;
      counts[k] = counts[k]! + 1;
    }
    return { sums, counts };
  });
  return before.map((centre, k) =>
    centre.map((at, i) => (parts[i]!.counts[k]! > 0 ? parts[i]!.sums[k]! / parts[i]!.counts[k]! : at)),
  );
}

interface JumpOptions {
  /** Hours that are learnt from: `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Standardisation of the reference model. */
  readonly standardization: Standardization;
  /** Warm-up, prototypes and strength of their prior, validation hours, wanted changes a day. */
  readonly training: TrainingConfig;
  readonly config?: JumpConfig;
}

/** A penalty candidate, and its label changes. */
export interface PenaltyTrial {
  /** Cost of a label change, in squared robust units. */
  readonly penalty: number;
  readonly flipsPerDay: number;
}

/** A fit on all hours of a span, with the penalty that the hours before its last year chose. */
export interface ChosenJump {
  readonly model: JumpModel;
  readonly trials: readonly PenaltyTrial[];
  readonly iterations: number;
}

/** Chooses λ as β is chosen for the shipped model (by changes a day on the last year), then fits all of the span. */
export function fitJump(observations: Observations, options: JumpOptions): ChosenJump {
  const { from, to, standardization, training, config = JUMP_V1 } = options;
  const states = prototypeStates(training);
  const labels = states.map(({ label }) => label);
  const fitted = (until: number, penalty: number): JumpFit => {
    const raw = trainingColumns(observations, training, from, until);
    const means = states.map(({ mean }) => mean);
    const prior = { means, strength: training.meanStrengthShare * rowsOf(raw) };
    const { maxIterations } = config;
    return descend(standardize(raw, standardization), means, { penalty, prior, maxIterations });
  };
  const trainedTo = to - training.validationHours * HOUR_MS;
  const columns = standardize(observations.columns, standardization);
  const trials = config.penalties.map((penalty) => {
    const { centres } = fitted(trainedTo, penalty);
    const online = jumpStates({ centres, labels, penalty }, columns).states;
    const tested = { from: trainedTo + training.purgeHours * HOUR_MS, to };
    return { penalty, flipsPerDay: flipsPerDay(observations.time, online, labels, tested) };
  });
  const { penalty } = nearest(trials, training.flipsPerDay);
  const { centres, objective } = fitted(to, penalty);
  return { model: { centres, labels, penalty }, trials, iterations: objective.length };
}

function nearest(trials: readonly PenaltyTrial[], wanted: number): PenaltyTrial {
  const off = ({ flipsPerDay }: PenaltyTrial): number => Math.abs(flipsPerDay - wanted);
  return trials.reduce((best, trial) => (off(trial) < off(best) ? trial : best));
}

function flipsPerDay(
  time: Float64Array,
  states: Int32Array,
  labels: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let [hours, flips] = [0, 0];
  for (let t = 1; t < states.length; t++) {
    if (time[t]! < from || time[t]! >= to) continue;
    hours++;
    flips += Number(labels[states[t]!] !== labels[states[t - 1]!]);
  }
  return (24 * flips) / hours;
}
