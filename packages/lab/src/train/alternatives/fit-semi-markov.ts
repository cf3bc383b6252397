/**
 * EM for a hidden semi-Markov model. It learns dwell distributions and exit shares, and keeps the emissions of the
 * reference hidden Markov model, so that the two differ only in how they treat time. It starts at the reference model.
 * The objective never falls, which is checked at every step.
 *
 * The prior of exits has one spell to every other state, so that no exit becomes impossible.
 *
 * @source S.-Z. Yu, Hidden semi-Markov models, Artificial Intelligence 174, 2010. L. E. Baum et al., 1970 (see `em`).
 */

import { deepFreeze } from '@barograph/core';
import { type Observations, standardize } from '@barograph/nowcast';
import type { TrainingConfig } from '../config.ts';
import { assertRise } from '../em.ts';
import type { Model } from '../evaluate.ts';
import { trainingColumns } from '../training-rows.ts';
import { fitDwell, type AgeCounts } from './dwell.ts';
import {
  advanceAges,
  asSemiMarkov,
  createSemiMarkov,
  firstAges,
  weighAges,
  weightsOf,
  type SemiMarkov,
  type SemiMarkovParameters,
  type Weights,
} from './semi-markov.ts';

export interface SemiMarkovConfig {
  /** Travels into the evidence. A changed number is a new version. */
  readonly version: `semi_markov/${string}`;
  /** Ages with separate hazards, hours. */
  readonly longest: number;
  readonly maxIterations: number;
  /** Relative change of the objective that ends the search. */
  readonly tolerance: number;
}

/** Version 1: ages up to four days; nine out of ten regimes end within them. */
export const SEMI_MARKOV_V1: SemiMarkovConfig = deepFreeze({
  version: 'semi_markov/1',
  longest: 96,
  maxIterations: 6,
  tolerance: 1e-5,
});

export interface SemiMarkovFit {
  readonly parameters: SemiMarkovParameters;
  /** Before each M-step. */
  readonly objective: readonly number[];
  readonly converged: boolean;
}

/** Rows between checkpoints of the forward pass; rows in between are recomputed. */
const CHECKPOINT = 256;

/**
 * Fits dwell distributions and exit shares by EM.
 * @throws {FitError} the objective fell.
 */
export function fitSemiMarkov(
  model: Model,
  observations: Observations,
  span: { readonly from: number; readonly to: number },
  training: TrainingConfig,
  config: SemiMarkovConfig = SEMI_MARKOV_V1,
): SemiMarkovFit {
  const raw = trainingColumns(observations, training, span.from, span.to);
  const from = asSemiMarkov(model.parameters, config.longest);
  const open = {
    ...from,
    exits: from.exits.map((row, i) => row.map((share, j) => (i === j ? 0 : opened(share, row)))),
  };
  return learnDwells(open, standardize(raw, model.standardization), config);
}

/** Moves an exit share off 0, because EM cannot leave 0. */
const opened = (share: number, row: readonly number[]): number => 0.999 * share + 0.001 / (row.length - 1);

/** Runs EM on standardised rows. @param from start; every exit share must be above 0. */
export function learnDwells(
  from: SemiMarkovParameters,
  columns: readonly ArrayLike<number>[],
  { maxIterations, tolerance }: Pick<SemiMarkovConfig, 'maxIterations' | 'tolerance'>,
): SemiMarkovFit {
  const objective: number[] = [];
  let parameters = from;
  // Emissions do not change.
  const rows = weightsOf(createSemiMarkov(from), columns);
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const model = createSemiMarkov(parameters);
    const expected = expectation(model, rows);
    const now = expected.logLikelihood + exitPrior(parameters);
    const before = objective.at(-1);
    objective.push(now);
    if (before !== undefined) {
      assertRise(before, now, iteration);
      if (now - before < tolerance * Math.abs(before)) return { parameters, objective, converged: true };
    }
    parameters = maximization(parameters, expected);
  }
  return { parameters, objective, converged: false };
}

function exitPrior({ exits }: SemiMarkovParameters): number {
  return exits.flatMap((row, i) => row.filter((_, j) => i !== j)).reduce((sum, share) => sum + Math.log(share), 0);
}

/** Expected counts of one pass. */
interface Expected {
  readonly logLikelihood: number;
  readonly ages: readonly AgeCounts[];
  /** `moved[i·states + j]`: spells of state i that state j followed. */
  readonly moved: Float64Array;
}

function maximization({ dwells, exits, ...kept }: SemiMarkovParameters, { ages, moved }: Expected) {
  const states = dwells.length;
  return {
    ...kept,
    dwells: dwells.map((dwell, k) => fitDwell(ages[k]!, dwell)),
    exits: exits.map((row, i) => {
      const counts = row.map((_, j) => (i === j ? 0 : 1 + moved[i * states + j]!));
      const sum = counts.reduce((total, count) => total + count, 0);
      return counts.map((count) => count / sum);
    }),
  };
}

// oxlint-disable-next-line eslint/max-lines-per-function -- forward, backward and the counts share their memory
function expectation(model: SemiMarkov, { weights, shift }: Weights): Expected {
  const { states, ages, hazard, exits } = model;
  const cells = states * ages;
  const { length } = shift;
  const weightsAt = (t: number): Float64Array | undefined =>
    Number.isNaN(shift[t]!) ? undefined : weights.subarray(t * states, (t + 1) * states);

  const checkpoints: Float64Array[] = [];
  const sums = new Float64Array(length);
  let alpha: Float64Array = firstAges(model);
  let spare: Float64Array = new Float64Array(cells);
  let logLikelihood = 0;
  for (let t = 0; t < length; t++) {
    if (t > 0) {
      advanceAges(model, alpha, spare);
      [alpha, spare] = [spare, alpha];
    }
    sums[t] = weighAges(model, alpha, weightsAt(t));
    if (weightsAt(t) !== undefined) logLikelihood += Math.log(sums[t]!) + shift[t]!;
    if (t % CHECKPOINT === 0) checkpoints.push(alpha.slice());
  }

  const ended = new Float64Array(cells);
  const lasted = new Float64Array(cells);
  const moved = new Float64Array(states * states);
  // p(rows after t | state and age at t), each row divided by its sum.
  let beta = new Float64Array(cells).fill(1);
  let earlier = new Float64Array(cells);
  const enters = new Float64Array(states);
  const block = Array.from({ length: CHECKPOINT }, () => new Float64Array(cells));
  for (let chunk = checkpoints.length - 1; chunk >= 0; chunk--) {
    const first = chunk * CHECKPOINT;
    const last = Math.min(length, first + CHECKPOINT) - 1;
    block[0]!.set(checkpoints[chunk]!);
    for (let t = first + 1; t <= last; t++) {
      advanceAges(model, block[t - first - 1]!, block[t - first]!);
      weighAges(model, block[t - first]!, weightsAt(t));
    }
    for (let t = Math.min(last, length - 2); t >= first; t--) {
      const now = block[t - first]!;
      const next = weightsAt(t + 1);
      const by = 1 / sums[t + 1]!;
      for (let j = 0; j < states; j++) enters[j] = (next?.[j] ?? 1) * by * beta[j * ages]!;
      for (let k = 0; k < states; k++) {
        const weight = (next?.[k] ?? 1) * by;
        let left = 0;
        for (let j = 0; j < states; j++) left += exits[k * states + j]! * enters[j]!;
        let leaving = 0;
        for (let a = 0, at = k * ages; a < ages; a++, at++) {
          const older = a + 1 < ages ? at + 1 : at;
          const ends = hazard[at]! * left;
          const stays = (1 - hazard[at]!) * weight * beta[older]!;
          const p = now[at]!;
          ended[at] = ended[at]! + p * ends;
          lasted[at] = lasted[at]! + p * stays;
          leaving += p * hazard[at]!;
          earlier[at] = ends + stays;
        }
        for (let j = 0; j < states; j++) {
          moved[k * states + j] = moved[k * states + j]! + leaving * exits[k * states + j]! * enters[j]!;
        }
      }
      [beta, earlier] = [earlier, beta];
    }
  }
  return {
    logLikelihood,
    moved,
    ages: Array.from({ length: states }, (_, k) => ({
      ended: ended.subarray(k * ages, (k + 1) * ages),
      lasted: lasted.subarray(k * ages, (k + 1) * ages),
    })),
  };
}
