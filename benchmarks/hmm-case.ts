/** Hidden Markov models for benchmarks, the same in every run. */

import type { HmmParameters } from '@barograph/nowcast';

/** Features of a row. */
export const FEATURES = 8;

/** Creates a list of n items. */
export const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** Uniform numbers of a small generator. */
export function draws(): () => number {
  let seed = 12_345;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Columns of features. */
export function featureColumns(next: () => number, rows: number): Float64Array[] {
  return list(FEATURES, () => Float64Array.from({ length: rows }, () => 4 * next() - 2));
}

/** A model of full scale matrices. @param nu degrees of freedom; null is Gaussian. */
export function parametersOf(next: () => number, states: number, nu: number | null): HmmParameters {
  return {
    version: 'bench/1',
    labels: ['one'],
    features: list(FEATURES, (i) => `x${i}`),
    nu,
    beta: nu === null ? 1 : 0.16,
    states: list(states, () => ({
      label: 0,
      mean: list(FEATURES, () => 2 * next() - 1),
      scaleCholesky: list(FEATURES, (i) => list(i + 1, (j) => (i === j ? 0.5 + next() : 0.2 * (next() - 0.5)))),
    })),
    initial: list(states, () => 1 / states),
    transition: list(states, (i) => list(states, (j) => (i === j ? 0.95 : 0.05 / (states - 1)))),
  };
}

/** The start of EM at the model, with unit scale matrices. */
export function emStart({ states, initial, transition }: HmmParameters) {
  return {
    means: Float64Array.from(states.flatMap(({ mean }) => mean)),
    scales: Float64Array.from(
      list(states.length * FEATURES * FEATURES, (at) => Number((at % (FEATURES * FEATURES)) % (FEATURES + 1) === 0)),
    ),
    initial,
    transition,
  };
}
