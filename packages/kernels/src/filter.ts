/** Forward filter of a hidden Markov model, several blocks of rows at a time. */

import type { ExponentialTables, FilterLaw, LoadedFilter } from '@barograph/core';
import { machine, type Machine } from './machine.ts';

/** Rows of a block. */
export const BLOCK = 256;
/** Rows that the filter takes per call: longer pieces copy faster. */
const STRETCH = 2_048;
/** @internal distance between features in memory, see `c/lanes.h`. */
export const STRIDE: number = STRETCH + 8;
/** Numbers of states that the recursion supports; memory suffices for 12. */
const STATES: ReadonlySet<number> = new Set([6, 12]);
const MOST_STATES = 12;
const FEATURES = 8;
/** Numbers per state of a model. */
const PARTS = 44;
/** Below this, `1 + distance/nu` could leave the range of the logarithm. */
const LEAST_NU = 1e-10;
/** Below this, log densities could be −0, on whose sign the two ways of taking a maximum disagree. */
const LEAST_BETA = 1e-100;

/** Loads a model; undefined without kernels, or for an unsupported shape. */
export function loadFilter(law: FilterLaw, tables: ExponentialTables): LoadedFilter | undefined {
  const { states, dimensions, nu, beta } = law;
  const known = STATES.has(states) && dimensions === FEATURES && nu >= LEAST_NU && beta >= LEAST_BETA;
  const to = known ? machine() : undefined;
  if (to === undefined) return undefined;
  loadTables(to, tables);
  loadLaw(law, to.view('LAW', MOST_STATES * PARTS * 2));
  to.view('PEAKS', MOST_STATES).set(law.peak);
  transitionView(to).set(law.transition);

  const loaded: Loaded = {
    to,
    law,
    power: nu === Infinity ? 0.5 * beta : 0.5 * beta * (nu + dimensions),
    features: featureView(to),
    filtered: probabilityView(to),
    likelihoods: to.view('LIKELIHOODS', STRETCH),
    current: to.view('ALPHA', MOST_STATES),
  };
  return {
    distances: to.view('DISTANCES', MOST_STATES * BLOCK),
    probabilities: loaded.filtered,
    most: STRETCH,
    filter: (columns, from, rows, started, alpha, probabilities, logLikelihood) =>
      filterRows(loaded, columns, from, rows, started, alpha, probabilities, logLikelihood),
  };
}

/** Model in the module, and the views of its inputs and outputs. */
interface Loaded {
  readonly to: Machine;
  readonly law: FilterLaw;
  readonly power: number;
  readonly features: Float64Array;
  readonly filtered: Float64Array;
  readonly likelihoods: Float64Array;
  readonly current: Float64Array;
}

/** `filter` of a {@link LoadedFilter}. A module function, because a closure would be compiled again for each model. */
function filterRows(
  { to, law, power, features, filtered, likelihoods, current }: Loaded,
  columns: readonly ArrayLike<number>[],
  from: number,
  rows: number,
  started: boolean,
  alpha: Float64Array,
  probabilities?: Float64Array,
  logLikelihood?: Float64Array,
): number {
  const { states, diagonal, nu } = law;
  const padded = Math.ceil(rows / 4) * 4;
  for (let i = 0; i < FEATURES; i++) fill(features, i * STRIDE, columns[i]!, from, rows, padded);
  current.set(alpha);
  const done = to.run.filterRows(rows, states, Number(diagonal), power, 1 / nu, Number(started));
  if (done === 0) return 0;
  probabilities?.set(filtered.subarray(0, done * states), from * states);
  logLikelihood?.set(likelihoods.subarray(0, done), from);
  alpha.set(current.subarray(0, states));
  return done;
}

/** @internal features of the last filtered rows, `STRIDE` numbers each; forecasts read them too. */
export function featureView(to: Machine): Float64Array {
  return to.view('FEATURE_ROWS', FEATURES * STRIDE);
}

/** @internal probabilities of the last filtered rows. */
export function probabilityView(to: Machine): Float64Array {
  return to.view('PROBABILITIES', STRETCH * MOST_STATES);
}

/** @internal the transition matrix, which the backward pass reads too. */
export function transitionView(to: Machine): Float64Array {
  return to.view('TRANSITION', MOST_STATES * MOST_STATES);
}

/** Stores means and factors in the order in which distances read them, each twice. */
function loadLaw({ states, diagonal, means, inverse }: FilterLaw, into: Float64Array): void {
  for (let k = 0; k < states; k++) {
    let at = k * PARTS * 2;
    if (diagonal) {
      for (let i = 0; i < FEATURES; i++) {
        at = put(into, at, means[k * FEATURES + i]!);
        at = put(into, at, inverse[(k * FEATURES + i) * FEATURES + i]!);
      }
      continue;
    }
    for (let half = 0; half < FEATURES; half += FEATURES / 2) {
      const end = half + FEATURES / 2;
      for (let j = half; j < end; j++) at = put(into, at, means[k * FEATURES + j]!);
      for (let i = half; i < FEATURES; i++) {
        for (let j = half; j <= i && j < end; j++) at = put(into, at, inverse[(k * FEATURES + i) * FEATURES + j]!);
      }
    }
  }
}

function put(into: Float64Array, at: number, value: number): number {
  into[at] = value;
  into[at + 1] = value;
  return at + 2;
}

function loadTables(to: Machine, { roots, inverses, logs }: ExponentialTables): void {
  to.view('ROOTS', roots.length).set(roots);
  to.view('INVERSES', inverses.length).set(inverses);
  to.view('LOGS', logs.length).set(logs);
}

/** @internal copies rows of a column, then repeats the last one up to `padded` rows. */
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
