/** Common interface of the alternative regime models: fit, and labels over a history. */

import { type FlipPath, HORIZONS, type Observations, REGIMES, standardize } from '@barograph/nowcast';
import { sumByLabel } from '@barograph/nowcast/parts';
import { publishLabels, type Model } from '../evaluate.ts';
import { harOf } from '../har-fits.ts';
import type { FittedModel } from '../in-force.ts';
import { createHistory, type ForecastHistory } from '../views.ts';
import type { WalkForwardConfig } from '../walk-forward-config.ts';
import { fitJump, JUMP_V1, type ChosenJump, type JumpConfig } from './fit-jump.ts';
import { fitSemiMarkov, SEMI_MARKOV_V1, type SemiMarkovConfig, type SemiMarkovFit } from './fit-semi-markov.ts';
import { jumpStates } from './jump.ts';
import { createSemiMarkov, semiMarkovHistory } from './semi-markov.ts';

/** Names of the alternative models. */
export const ALTERNATIVES = ['jump', 'semiMarkov'] as const;

/** Name of an alternative model. */
export type Alternative = (typeof ALTERNATIVES)[number];

/** Configs of both alternatives. */
export interface AlternativesConfig {
  readonly jump: JumpConfig;
  readonly semiMarkov: SemiMarkovConfig;
}

export const ALTERNATIVES_V1: AlternativesConfig = Object.freeze({ jump: JUMP_V1, semiMarkov: SEMI_MARKOV_V1 });

/** A fitted alternative. Plain JSON. */
export type FittedAlternative =
  | { readonly kind: 'jump'; readonly fit: ChosenJump; readonly config: JumpConfig }
  | { readonly kind: 'semiMarkov'; readonly fit: SemiMarkovFit };

/** Reference model of an alternative: it provides features, standardisation and hours. */
type Beside = Model & Pick<FittedModel, 'from' | 'to'>;

/**
 * Fits an alternative on the reference model's training hours of the market.
 *
 * @param config parameters. @default ALTERNATIVES_V1
 * @throws {FitError} when the objective gets worse.
 * @example
 * const { inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * fitAlternative('jump', inForce, rows, small).kind; // → 'jump'
 */
export function fitAlternative(
  kind: Alternative,
  beside: Beside,
  observations: Observations,
  { training }: Pick<WalkForwardConfig, 'training'>,
  config: AlternativesConfig = ALTERNATIVES_V1,
): FittedAlternative {
  if (kind === 'semiMarkov') {
    return { kind, fit: fitSemiMarkov(beside, observations, beside, training, config.semiMarkov) };
  }
  const { standardization, from, to } = beside;
  return {
    kind,
    config: config.jump,
    fit: fitJump(observations, { from, to, standardization, training, config: config.jump }),
  };
}

/** Hourly labels and probabilities of an alternative. */
interface Regimes {
  readonly labels: Int32Array;
  /** Row by row, one number per label. */
  readonly posterior: Float64Array;
  readonly paths: readonly (FlipPath | null)[];
  /** Label probabilities `steps` hours ahead, without heads. */
  readonly ahead: (steps: number) => Float64Array;
}

/** History of an alternative's regimes, with outcomes, features and volatilities of the reference model. */
export function alternativeHistory(
  alternative: FittedAlternative,
  beside: Beside,
  observations: Observations,
  { training }: Pick<WalkForwardConfig, 'training'>,
): ForecastHistory {
  const { from, to } = beside;
  const base = createHistory(beside, observations, harOf([observations], training, { from, to })?.own[0]);
  const columns = standardize(observations.columns, beside.standardization);
  const regimes =
    alternative.kind === 'jump'
      ? jumpRegimes(alternative, columns, observations.time, beside)
      : semiMarkovRegimes(alternative, columns, observations.time);
  const { labels, posterior, paths, ahead } = regimes;
  const width = REGIMES.length;
  const row = (table: Float64Array, t: number): Float64Array => table.subarray(t * width, (t + 1) * width);
  return {
    ...base,
    labels,
    ready: (t) => labels[t]! >= 0 && base.ready(t),
    view: (t, steps) => ({
      ...base.view(t, steps),
      posterior: row(posterior, t),
      ahead: row(ahead(steps), t),
      label: labels[t]!,
    }),
    rawConfidence: (t) => posterior[t * width + labels[t]!]!,
    path: (t) => paths[t]!,
  };
}

/** Labels of the online state. The penalty already prevents flicker, so there is no hysteresis. */
function jumpRegimes(
  { fit: { model }, config }: Extract<FittedAlternative, { kind: 'jump' }>,
  columns: readonly Float64Array[],
  time: Float64Array,
  span: Pick<FittedModel, 'from' | 'to'>,
): Regimes {
  const { states, excess } = jumpStates(model, columns);
  const begun = time.findIndex((_, t) => columns.every((column) => !Number.isNaN(column[t]!)));
  const labels = states.map((state, t) => (t < begun ? -1 : model.labels[state]!));
  const width = REGIMES.length;
  const posterior = new Float64Array(time.length * width);
  const { length } = model.centres;
  for (let t = 0; t < time.length; t++) {
    let sum = 0;
    for (let k = 0; k < length; k++) {
      const p = Math.exp((-config.sharpness * excess[t * length + k]!) / model.penalty);
      const at = t * width + model.labels[k]!;
      posterior[at] = posterior[at]! + p;
      sum += p;
    }
    for (let at = t * width; at < (t + 1) * width; at++) posterior[at] = posterior[at]! / sum;
  }
  const chain = chainOf(labels, time, span);
  const tables = new Map<number, Float64Array>();
  return {
    labels,
    posterior,
    paths: Array.from(labels, (label, t) => (t > begun && label !== labels[t - 1] ? 'margin' : null)),
    ahead: (steps) => {
      const known = tables.get(steps) ?? steppedOn(posterior, chain, steps);
      tables.set(steps, known);
      return known;
    },
  };
}

/** Label transition counts in the training hours; every count starts at 1. */
function chainOf(
  labels: Int32Array,
  time: Float64Array,
  { from, to }: Pick<FittedModel, 'from' | 'to'>,
): readonly (readonly number[])[] {
  const counts = REGIMES.map(() => REGIMES.map(() => 1));
  for (let t = 1; t < labels.length; t++) {
    if (time[t]! >= from && time[t]! < to && labels[t - 1]! >= 0) counts[labels[t - 1]!]![labels[t]!]!++;
  }
  return counts.map((row) => {
    const sum = row.reduce((total, count) => total + count, 0);
    return row.map((count) => count / sum);
  });
}

function steppedOn(posterior: Float64Array, chain: readonly (readonly number[])[], steps: number): Float64Array {
  let power = chain;
  for (let step = 1; step < steps; step++) {
    power = power.map((row) => chain.map((_, j) => row.reduce((sum, p, i) => sum + p * chain[i]![j]!, 0)));
  }
  const width = chain.length;
  return posterior.map((_, at) => {
    const [row, j] = [at - (at % width), at % width];
    let sum = 0;
    for (let i = 0; i < width; i++) sum += posterior[row + i]! * power[i]![j]!;
    return sum;
  });
}

/** Label and confidence with the hysteresis of the shipped model. */
function semiMarkovRegimes(
  { fit: { parameters } }: Extract<FittedAlternative, { kind: 'semiMarkov' }>,
  columns: readonly Float64Array[],
  time: Float64Array,
): Regimes {
  const model = createSemiMarkov(parameters);
  const horizons: readonly number[] = [HORIZONS.h4, HORIZONS.h24];
  const { probabilities, ahead } = semiMarkovHistory(model, columns, horizons);
  const posterior = sumByLabel(model.hmm, probabilities);
  return {
    posterior,
    ...publishLabels(posterior, columns, time),
    ahead: (steps) => ahead[horizons.indexOf(steps)]!,
  };
}

/**
 * Counts the hours of a block labelled by an alternative and its reference model, and those with equal labels.
 *
 * @example
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const jump = fitAlternative('jump', inForce, rows, small);
 * agreementWith(jump, inForce, rows, block, small); // → { hours: 696, same: 471 }
 */
export function agreementWith(
  alternative: FittedAlternative,
  beside: Beside,
  observations: Observations,
  { from, to }: Pick<FittedModel, 'from' | 'to'>,
  walk: Pick<WalkForwardConfig, 'training'>,
): { readonly hours: number; readonly same: number } {
  const own = alternativeHistory(alternative, beside, observations, walk).labels;
  const shipped = createHistory(beside, observations).labels;
  let [hours, same] = [0, 0];
  observations.time.forEach((time, t) => {
    if (time < from || time >= to || own[t]! < 0 || shipped[t]! < 0) return;
    hours++;
    same += Number(own[t] === shipped[t]);
  });
  return { hours, same };
}
