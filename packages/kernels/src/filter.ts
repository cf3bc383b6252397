/** The forward filter of a hidden Markov model, a block of rows at a time. */

import type { ExponentialTables, FilterLaw, LoadedFilter } from '@barograph/core';
import { machine, type Machine } from './machine.ts';

/** Rows of a block. */
export const BLOCK = 256;
/** States that the recursion is written for; 12 is what there is memory for. */
const STATES: ReadonlySet<number> = new Set([6, 12]);
const MOST_STATES = 12;
const FEATURES = 8;
/** Numbers of a state's law. */
const PARTS = 44;
/** Above it `1 + distance/nu` could leave the numbers that the logarithm is written for. */
const LEAST_NU = 1e-10;
/** Below it log densities could be −0, whose sign the two ways of taking a maximum do not agree on. */
const LEAST_BETA = 1e-100;

/** Loads a law; undefined without kernels, or of a shape that they are not written for. */
export function loadFilter(law: FilterLaw, tables: ExponentialTables): LoadedFilter | undefined {
  const { states, dimensions, nu, beta } = law;
  const known = STATES.has(states) && dimensions === FEATURES && nu >= LEAST_NU && beta >= LEAST_BETA;
  const to = known ? machine() : undefined;
  if (to === undefined) return undefined;
  loadTables(to, tables);
  loadLaw(law, to.view('LAW', MOST_STATES * PARTS * 2));
  to.view('PEAKS', MOST_STATES).set(law.peak);
  transitionView(to).set(law.transition);

  const features = to.view('FEATURE_ROWS', FEATURES * BLOCK);
  const filtered = to.view('PROBABILITIES', BLOCK * MOST_STATES);
  const likelihoods = to.view('LIKELIHOODS', BLOCK);
  const current = to.view('ALPHA', MOST_STATES);
  const power = nu === Infinity ? 0.5 * beta : 0.5 * beta * (nu + dimensions);
  return {
    distances: to.view('DISTANCES', MOST_STATES * BLOCK),
    probabilities: filtered,
    block(columns, from, rows, started, alpha, probabilities, logLikelihood) {
      const padded = Math.ceil(rows / 4) * 4;
      for (let i = 0; i < FEATURES; i++) fill(features, i * BLOCK, columns[i]!, from, rows, padded);
      current.set(alpha);
      const { filterBlock } = to.run;
      if (filterBlock(rows, padded, states, Number(law.diagonal), power, 1 / nu, Number(started)) !== 0) return false;
      probabilities?.set(filtered.subarray(0, rows * states), from * states);
      logLikelihood?.set(rows === BLOCK ? likelihoods : likelihoods.subarray(0, rows), from);
      alpha.set(current.subarray(0, states));
      return true;
    },
  };
}

/** @internal the transition matrix, which the backward pass reads too. */
export function transitionView(to: Machine): Float64Array {
  return to.view('TRANSITION', MOST_STATES * MOST_STATES);
}

/** Means and factors in the order in which distances read them, each twice. */
function loadLaw({ states, diagonal, means, inverse }: FilterLaw, into: Float64Array): void {
  for (let k = 0; k < states; k++) {
    let at = k * PARTS * 2;
    const put = (value: number): void => {
      into[at++] = value;
      into[at++] = value;
    };
    const factor = (i: number, j: number): void => put(inverse[(k * FEATURES + i) * FEATURES + j]!);
    const mean = (j: number): void => put(means[k * FEATURES + j]!);
    if (diagonal) {
      for (let i = 0; i < FEATURES; i++) {
        mean(i);
        factor(i, i);
      }
    } else {
      for (let half = 0; half < FEATURES; half += FEATURES / 2) {
        const end = half + FEATURES / 2;
        for (let j = half; j < end; j++) mean(j);
        for (let i = half; i < FEATURES; i++) for (let j = half; j <= i && j < end; j++) factor(i, j);
      }
    }
  }
}

function loadTables(to: Machine, { roots, inverses, logs }: ExponentialTables): void {
  to.view('ROOTS', roots.length).set(roots);
  to.view('INVERSES', inverses.length).set(inverses);
  to.view('LOGS', logs.length).set(logs);
}

/** @internal copies rows of a column, and its last one until `padded` rows are there. */
export function fill(
  to: Float64Array,
  at: number,
  column: ArrayLike<number>,
  from: number,
  rows: number,
  padded: number,
): void {
  if (column instanceof Float64Array) to.set(column.subarray(from, from + rows), at);
  else for (let t = 0; t < rows; t++) to[at + t] = column[from + t]!;
  if (padded > rows) to.fill(to[at + rows - 1]!, at + rows, at + padded);
}
