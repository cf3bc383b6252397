/** Models and rows for the tests of the HMM, and the results by enumeration of all paths. */

import * as fc from 'fast-check';
import type { HmmParameters } from '../src/hmm/parameters.ts';

// ---------------------------------------------------------------------------------------------- what is drawn

const share = fc.integer({ min: 0, max: 1_000 }).map((k) => k / 1_000);
/** A number of few digits, so that a failing case is readable. */
export const number = fc.integer({ min: -3_000, max: 3_000 }).map((k) => k / 1_000);

const simplex = (n: number): fc.Arbitrary<number[]> =>
  fc.array(share, { minLength: n, maxLength: n }).map((weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return sum === 0 ? weights.map(() => 1 / n) : weights.map((weight) => weight / sum);
  });

/** Draws `n` rows. */
export const square = <T>(n: number, row: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(row, { minLength: n, maxLength: n });

const latentState = (labels: number, d: number): fc.Arbitrary<HmmParameters['states'][number]> =>
  fc.record({
    label: fc.nat({ max: labels - 1 }),
    mean: square(d, number),
    scaleCholesky: square(d, square(d, number)).map((rows) =>
      rows.map((row, i) => row.slice(0, i + 1).map((value, j) => (i === j ? 0.3 + Math.abs(value) : value))),
    ),
  });

interface Size {
  readonly states: number;
  readonly d: number;
}

/** Draws a model of a size. */
export const parametersOf = ({ states, d }: Size): fc.Arbitrary<HmmParameters> =>
  fc.record({
    version: fc.constant('test/1'),
    labels: fc.constant(['up', 'down']),
    features: fc.constant(Array.from({ length: d }, (_, i) => `x${i}`)),
    nu: fc.constantFrom(null, 1, 5, 30),
    beta: fc.constantFrom(0.2, 1, 0.35),
    states: square(states, latentState(2, d)),
    initial: simplex(states),
    transition: square(states, simplex(states)),
  });

/** Sizes small enough to enumerate. */
export const size = fc.record({ states: fc.integer({ min: 1, max: 3 }), d: fc.integer({ min: 1, max: 3 }) });

/** A model and rows for it; some features are missing, some rows are outliers. */
export const drawn = (most: number): fc.Arbitrary<{ readonly parameters: HmmParameters; readonly rows: number[][] }> =>
  size.chain((size) =>
    fc.record({
      parameters: parametersOf(size),
      rows: fc.array(
        square(
          size.d,
          fc.oneof(
            { weight: 8, arbitrary: number },
            { weight: 2, arbitrary: fc.constant(NaN) },
            { weight: 1, arbitrary: fc.constantFrom(40, -1e6) },
          ),
        ),
        { maxLength: most },
      ),
    }),
  );

/** Converts rows to the columns that the filter takes. */
export const columnsOf = (rows: readonly number[][], d: number): Float64Array[] =>
  Array.from({ length: d }, (_, i) => Float64Array.from(rows, (row) => row[i]!));

/** Converts flat rows to rows. */
export const table = (flat: Float64Array, width: number): number[][] =>
  Array.from({ length: flat.length / width }, (_, t) => [...flat.subarray(t * width, (t + 1) * width)]);

// ---------------------------------------------------------------------------------------------- the slow twin

/** ln Γ by Lanczos' formula, different from the one in `src`. */
function lnGamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  const y = x - 1;
  const t = y + 7.5;
  const series = c.slice(1).reduce((sum, value, i) => sum + value / (y + i + 1), c[0]!);
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(series);
}

/** Solves by elimination with pivots; also returns the log determinant. */
function solve(matrix: number[][], right: number[]): { x: number[]; logDet: number } {
  const a = matrix.map((row, i) => [...row, right[i]!]);
  let logDet = 0;
  for (let i = 0; i < a.length; i++) {
    const pivot = a.slice(i).reduce((best, row, k) => (Math.abs(row[i]!) > Math.abs(a[best]![i]!) ? i + k : best), i);
    [a[i], a[pivot]] = [a[pivot]!, a[i]!];
    logDet += Math.log(Math.abs(a[i]![i]!));
    for (let k = i + 1; k < a.length; k++) {
      const factor = a[k]![i]! / a[i]![i]!;
      a[k] = a[k]!.map((value, j) => value - factor * a[i]![j]!);
    }
  }
  const x = right.map(() => 0);
  for (let i = a.length - 1; i >= 0; i--) {
    let rest = a[i]!.at(-1)!;
    for (let j = i + 1; j < a.length; j++) rest -= a[i]![j]! * x[j]!;
    x[i] = rest / a[i]![i]!;
  }
  return { x, logDet };
}

/** log b_k(x)^beta from the formula of the density, on the features present in the row. */
export function logEmission({ states, nu, beta }: HmmParameters, k: number, row: number[]): number {
  const seen = row.flatMap((value, i) => (Number.isNaN(value) ? [] : [i]));
  const d = seen.length;
  if (d === 0) return 0;
  const { mean, scaleCholesky: factor } = states[k]!;
  const scale = mean.map((_, i) =>
    mean.map((_, j) => factor.reduce((sum, _, m) => sum + (factor[i]![m] ?? 0) * (factor[j]![m] ?? 0), 0)),
  );
  const difference = seen.map((i) => row[i]! - mean[i]!);
  const { x, logDet } = solve(
    seen.map((i) => seen.map((j) => scale[i]![j]!)),
    difference,
  );
  const distance = difference.reduce((sum, value, i) => sum + value * x[i]!, 0);
  if (nu === null) return beta * (-0.5 * d * Math.log(2 * Math.PI) - 0.5 * logDet - 0.5 * distance);
  const constant = lnGamma((nu + d) / 2) - lnGamma(nu / 2) - 0.5 * d * Math.log(nu * Math.PI) - 0.5 * logDet;
  return beta * (constant - 0.5 * (nu + d) * Math.log1p(distance / nu));
}

/** Computes ln Σ exp. */
export const logSum = (values: readonly number[]): number => {
  const top = Math.max(...values);
  return top === -Infinity ? top : top + Math.log(values.reduce((sum, value) => sum + Math.exp(value - top), 0));
};

/** All paths through `rows`, each with the joint log probability of path and rows. */
export function paths(parameters: HmmParameters, rows: number[][]): { path: number[]; log: number }[] {
  const { initial, transition, states } = parameters;
  let open = [{ path: [] as number[], log: 0 }];
  for (const row of rows) {
    open = open.flatMap(({ path, log }) =>
      states.map((_, k) => {
        const before = path.at(-1);
        const step = before === undefined ? initial[k]! : transition[before]![k]!;
        return { path: [...path, k], log: log + Math.log(step) + logEmission(parameters, k, row) };
      }),
    );
  }
  return open;
}

/** Computes p(state at `at` = k | rows) by summing paths. */
export function posterior(all: { path: number[]; log: number }[], at: number, states: number): number[] {
  const total = logSum(all.map(({ log }) => log));
  return Array.from({ length: states }, (_, k) =>
    Math.exp(logSum(all.filter(({ path }) => path[at] === k).map(({ log }) => log)) - total),
  );
}

/** Whether every row has a possible path; otherwise the filter has nothing to condition on. */
export const possible = (parameters: HmmParameters, rows: number[][]): boolean =>
  rows.every((_, t) => logSum(paths(parameters, rows.slice(0, t + 1)).map(({ log }) => log)) > -600);

/** Eight features, twelve states, six labels: production size. */
export function large(nu: number | null, beta: number): { parameters: HmmParameters; rows: number[][] } {
  let seed = 7;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
  const parameters: HmmParameters = {
    version: 'large/1',
    labels: list(6, (l) => `label ${l}`),
    features: list(8, (i) => `x${i}`),
    nu,
    beta,
    states: list(12, (k) => ({
      label: k % 6,
      mean: list(8, () => 4 * next() - 2),
      scaleCholesky: list(8, (i) => list(i + 1, (j) => (i === j ? 0.4 + next() : 0.4 * next() - 0.2))),
    })),
    initial: list(12, () => 1 / 12),
    transition: list(12, (i) => list(12, (j) => (i === j ? 0.89 : 0.01))),
  };
  const rows = list(600, (t) => list(8, (i) => (t % 37 === 5 && i < 3 ? NaN : t === 300 ? NaN : 5 * next() - 2.5)));
  return { parameters, rows };
}
