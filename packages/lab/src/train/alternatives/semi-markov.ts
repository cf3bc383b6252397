/**
 * Hidden semi-Markov model: each state has a dwell distribution. It is computed exactly, as a Markov chain over state and
 * age, with all ages ≥ `longest` merged. Compared with the hidden Markov model, whose emissions it shares; not shipped.
 *
 * ```
 * pred(j, 1)   = Σ_i E_ij · Σ_a α(i, a)·h_i(a)           h_i(a): chance to end at age a, see `hazards`
 * pred(j, a+1) = α(j, a)·(1 − h_j(a))
 * α(j, a)      ∝ pred(j, a)·b_j(z)^β
 * ```
 *
 * @source S.-Z. Yu, Hidden semi-Markov models, Artificial Intelligence 174, 2010 (explicit duration). J. D. Ferguson,
 * Variable duration models for speech, 1980.
 */

import { createHmm, type Hmm, type HmmParameters } from '@barograph/nowcast';
import { BLOCK, createEmissionBlock, emit } from '@barograph/nowcast/parts';
import { hazards, type Dwell } from './dwell.ts';

/** Parameters as plain JSON. */
export interface SemiMarkovParameters {
  /** Emissions, labels and the first row; its transitions have no part. */
  readonly hmm: HmmParameters;
  readonly dwells: readonly Dwell[];
  /** `exits[i][j]`: share of the spells of state i that state j follows; 0 on the diagonal, rows sum to 1. */
  readonly exits: readonly (readonly number[])[];
  /** Ages with separate hazards, rows. */
  readonly longest: number;
}

/** Prepared model of {@link createSemiMarkov}; read-only. */
export interface SemiMarkov {
  readonly hmm: Hmm;
  readonly states: number;
  readonly ages: number;
  /** State by state, age by age. */
  readonly hazard: Float64Array;
  /** Row by row. */
  readonly exits: Float64Array;
}

/** Converts a hidden Markov model to a semi-Markov model with geometric dwell times. */
export function asSemiMarkov(hmm: HmmParameters, longest: number): SemiMarkovParameters {
  return {
    hmm,
    longest,
    dwells: hmm.transition.map((row, i) => ({ shape: 1, stop: 1 - row[i]! })),
    exits: hmm.transition.map((row, i) => row.map((share, j) => (i === j ? 0 : share / (1 - row[i]!)))),
  };
}

/** Prepares a model for filtering. */
export function createSemiMarkov({ hmm, dwells, exits, longest }: SemiMarkovParameters): SemiMarkov {
  return {
    hmm: createHmm(hmm),
    states: dwells.length,
    ages: longest,
    hazard: Float64Array.from(dwells.flatMap((dwell) => [...hazards(dwell, longest)])),
    exits: Float64Array.from(exits.flat()),
  };
}

/** Probabilities of the first row: every state is of age 1. */
export function firstAges({ hmm, states, ages }: SemiMarkov): Float64Array {
  const predicted = new Float64Array(states * ages);
  hmm.parameters.initial.forEach((share, k) => (predicted[k * ages] = share));
  return predicted;
}

/** Prediction step over state and age, before the row's evidence. */
export function advanceAges({ states, ages, hazard, exits }: SemiMarkov, alpha: Float64Array, out: Float64Array): void {
  const ended = new Float64Array(states);
  for (let k = 0; k < states; k++) {
    const from = k * ages;
    let [sum, oldest] = [0, 0];
    for (let a = ages - 1; a >= 0; a--) {
      const leaves = alpha[from + a]! * hazard[from + a]!;
      const stays = alpha[from + a]! - leaves;
      sum += leaves;
      if (a === ages - 1) oldest = stays;
      else out[from + a + 1] = stays;
    }
    // The last age absorbs all higher ages.
    if (ages > 1) out[from + ages - 1] = out[from + ages - 1]! + oldest;
    else out[from] = oldest;
    ended[k] = sum;
  }
  for (let j = 0; j < states; j++) {
    let enters = 0;
    for (let i = 0; i < states; i++) enters += ended[i]! * exits[i * states + j]!;
    out[j * ages] = enters + (ages > 1 ? 0 : out[j * ages]!);
  }
}

/**
 * Update step with a row's evidence: predicted to filtered, in place.
 *
 * @param weights of the states; undefined for a row without any feature.
 * @returns the normalisation constant; 1 without evidence.
 */
export function weighAges(
  { states, ages }: SemiMarkov,
  alpha: Float64Array,
  weights: ArrayLike<number> | undefined,
): number {
  if (weights === undefined) return 1;
  let sum = 0;
  for (let k = 0; k < states; k++) {
    const weight = weights[k]!;
    for (let at = k * ages; at < (k + 1) * ages; at++) {
      alpha[at] = alpha[at]! * weight;
      sum += alpha[at]!;
    }
  }
  for (let at = 0; at < alpha.length; at++) alpha[at] = alpha[at]! / sum;
  return sum;
}

/** Evidence of all rows: state weights computed by `emit`, and the logs of their divisors. */
export interface Weights {
  readonly weights: Float64Array;
  /** NaN for a row without any feature. */
  readonly shift: Float64Array;
}

/**
 * Computes the evidence of all rows.
 * @param columns one per feature, standardised; NaN where a row lacks it.
 */
export function weightsOf({ hmm, states }: SemiMarkov, columns: readonly ArrayLike<number>[]): Weights {
  const { length } = columns[0]!;
  const weights = new Float64Array(length * states);
  const shift = new Float64Array(length);
  const block = createEmissionBlock(hmm.emission);
  for (let from = 0; from < length; from += BLOCK) {
    const rows = Math.min(BLOCK, length - from);
    emit(hmm.emission, columns, from, rows, block);
    weights.set(block.weights.subarray(0, rows * states), from * states);
    shift.set(block.shift.subarray(0, rows), from);
  }
  return { weights, shift };
}

/** Answer of the model to a row. */
export interface SemiMarkovRow {
  /** p(state | rows so far). */
  readonly probabilities: Float64Array;
  /** Tempered log p(row | rows before); 0 for a row without any feature. */
  readonly logLikelihood: number;
  /** Probabilities of the labels for each of the wanted horizons. */
  readonly ahead: readonly Float64Array[];
}

/** Creates a streaming filter. @param horizons rows ahead. */
export function createSemiMarkovFilter(
  model: SemiMarkov,
  horizons: readonly number[] = [],
): { readonly next: (weights: ArrayLike<number>, shift: number) => SemiMarkovRow } {
  const { states, ages } = model;
  const tables = horizons.map((steps) => labelsAhead(model, steps));
  let alpha: Float64Array | undefined;
  let spare: Float64Array = new Float64Array(states * ages);
  return {
    next: (weights, shift) => {
      if (alpha === undefined) alpha = firstAges(model);
      else {
        advanceAges(model, alpha, spare);
        [alpha, spare] = [spare, alpha];
      }
      const known = !Number.isNaN(shift);
      const sum = weighAges(model, alpha, known ? weights : undefined);
      const now = alpha;
      return {
        probabilities: Float64Array.from({ length: states }, (_, k) => total(now, k * ages, ages)),
        logLikelihood: known ? Math.log(sum) + shift : 0,
        ahead: tables.map((table) => mixed(now, table)),
      };
    },
  };
}

function total(values: Float64Array, from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += values[at]!;
  return sum;
}

/** `alpha · table`, row-major, one column a label. */
function mixed(alpha: Float64Array, table: Float64Array): Float64Array {
  const width = table.length / alpha.length;
  const result = new Float64Array(width);
  for (let at = 0; at < alpha.length; at++) {
    const p = alpha[at]!;
    if (p === 0) continue;
    for (let label = 0; label < width; label++) result[label] = result[label]! + p * table[at * width + label]!;
  }
  return result;
}

/** Probabilities of the labels some rows after every state and age. */
function labelsAhead({ hmm, states, ages, hazard, exits }: SemiMarkov, steps: number): Float64Array {
  const width = hmm.parameters.labels.length;
  let now = new Float64Array(states * ages * width);
  for (let at = 0; at < states * ages; at++) now[at * width + hmm.labelOf[Math.floor(at / ages)]!] = 1;
  for (let step = 0; step < steps; step++) {
    const next = new Float64Array(now.length);
    for (let label = 0; label < width; label++) {
      for (let k = 0; k < states; k++) {
        let left = 0;
        for (let j = 0; j < states; j++) left += exits[k * states + j]! * now[j * ages * width + label]!;
        for (let a = 0; a < ages; a++) {
          const at = k * ages + a;
          const older = k * ages + Math.min(a + 1, ages - 1);
          next[at * width + label] = hazard[at]! * left + (1 - hazard[at]!) * now[older * width + label]!;
        }
      }
    }
    now = next;
  }
  return now;
}

/** A whole history. */
export interface SemiMarkovHistory {
  /** Row by row, one number per state. */
  readonly probabilities: Float64Array;
  readonly logLikelihood: Float64Array;
  /** Label probabilities for each of the horizons, row by row. */
  readonly ahead: readonly Float64Array[];
}

/** Filters a whole history, equal to {@link createSemiMarkovFilter} to the bit. */
export function semiMarkovHistory(
  model: SemiMarkov,
  columns: readonly ArrayLike<number>[],
  horizons: readonly number[] = [],
): SemiMarkovHistory {
  const { states, hmm } = model;
  const { weights, shift } = weightsOf(model, columns);
  const width = hmm.parameters.labels.length;
  const stream = createSemiMarkovFilter(model, horizons);
  const probabilities = new Float64Array(weights.length);
  const logLikelihood = new Float64Array(shift.length);
  const ahead = horizons.map(() => new Float64Array(shift.length * width));
  shift.forEach((divisor, t) => {
    const row = stream.next(weights.subarray(t * states, (t + 1) * states), divisor);
    probabilities.set(row.probabilities, t * states);
    logLikelihood[t] = row.logLikelihood;
    row.ahead.forEach((labels, i) => ahead[i]!.set(labels, t * width));
  });
  return { probabilities, logLikelihood, ahead };
}
