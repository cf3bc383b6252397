/** Filter, prediction, smoother and path against enumeration of all paths, a slow twin, and the laws they obey. */

import { existsSync, readFileSync } from 'node:fs';
import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceForward, createChain, createForwardState } from './chain.ts';
import { createBackward, createTransitionCounts, settle, stepBack } from './backward.ts';
import { createFilter, filter, type Filtered, type FilterSnapshot } from './filter.ts';
import { createHmm, withTransition } from './hmm.ts';
import type { HmmParameters } from './parameters.ts';
import { labelProbabilities, predict } from './predict.ts';
import { expectedTransitions, smooth, smoothedLabelProbabilities } from './smooth.ts';
import { likeliestPath, viterbi } from './viterbi.ts';
import { visitProbability } from './visit.ts';

const ROUNDING = { rel: 1e-12, abs: 1e-12 };

// ---------------------------------------------------------------------------------------------- what is drawn

const share = fc.integer({ min: 0, max: 1_000 }).map((k) => k / 1_000);
const number = fc.integer({ min: -3_000, max: 3_000 }).map((k) => k / 1_000);

const simplex = (n: number): fc.Arbitrary<number[]> =>
  fc.array(share, { minLength: n, maxLength: n }).map((weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return sum === 0 ? weights.map(() => 1 / n) : weights.map((weight) => weight / sum);
  });

const square = <T>(n: number, row: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(row, { minLength: n, maxLength: n });

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

const parametersOf = ({ states, d }: Size): fc.Arbitrary<HmmParameters> =>
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

const size = fc.record({ states: fc.integer({ min: 1, max: 3 }), d: fc.integer({ min: 1, max: 3 }) });

/** A model and rows for it; some features missing, some rows far away. */
const drawn = (most: number): fc.Arbitrary<{ readonly parameters: HmmParameters; readonly rows: number[][] }> =>
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

const columnsOf = (rows: readonly number[][], d: number): Float64Array[] =>
  Array.from({ length: d }, (_, i) => Float64Array.from(rows, (row) => row[i]!));

const table = (flat: Float64Array, width: number): number[][] =>
  Array.from({ length: flat.length / width }, (_, t) => [...flat.subarray(t * width, (t + 1) * width)]);

// ---------------------------------------------------------------------------------------------- the slow twin

/** ln Γ by Lanczos' formula, another one than ours. */
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

/** Solves by elimination with pivots; also the log determinant. */
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

/** log b_k(x)^beta from the density's formula, on the features that the row has. */
function logEmission({ states, nu, beta }: HmmParameters, k: number, row: number[]): number {
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

const logSum = (values: readonly number[]): number => {
  const top = Math.max(...values);
  return top === -Infinity ? top : top + Math.log(values.reduce((sum, value) => sum + Math.exp(value - top), 0));
};

/** All paths through `rows`, each with its log probability together with the rows. */
function paths(parameters: HmmParameters, rows: number[][]): { path: number[]; log: number }[] {
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

/** p(state at `at` = k | rows), by summing paths. */
function posterior(all: { path: number[]; log: number }[], at: number, states: number): number[] {
  const total = logSum(all.map(({ log }) => log));
  return Array.from({ length: states }, (_, k) =>
    Math.exp(logSum(all.filter(({ path }) => path[at] === k).map(({ log }) => log)) - total),
  );
}

/** Whether some row has no path at all: then the filter has nothing to condition on. */
const possible = (parameters: HmmParameters, rows: number[][]): boolean =>
  rows.every((_, t) => logSum(paths(parameters, rows.slice(0, t + 1)).map(({ log }) => log)) > -600);

describe('the filter against enumeration of all paths', () => {
  it('gives p(state | rows so far), the forecast and the likelihood of the rows', () => {
    fc.assert(
      fc.property(drawn(5), fc.integer({ min: 1, max: 2 }), ({ parameters, rows }, steps) => {
        fc.pre(possible(parameters, rows));
        const hmm = createHmm(parameters);
        const states = parameters.states.length;
        const filtered = filter(hmm, columnsOf(rows, parameters.features.length));
        const expected = rows.map((_, t) => posterior(paths(parameters, rows.slice(0, t + 1)), t, states));
        expect(table(filtered.probabilities, states)).toMatchOracle(expected, { rel: 1e-9, abs: 1e-12 });
        expect(filtered.rescued).toBe(0);

        const total = rows.length === 0 ? 0 : logSum(paths(parameters, rows).map(({ log }) => log));
        const sum = filtered.logLikelihood.reduce((all, value) => all + value, 0);
        expect(sum).toMatchOracle(total, { rel: 1e-10, abs: 1e-10 });

        const blind = Array.from({ length: steps }, () => parameters.features.map(() => NaN));
        const ahead = rows.map((_, t) => {
          const longer = [...rows.slice(0, t + 1), ...blind];
          return posterior(paths(parameters, longer), t + steps, states);
        });
        const predicted = predict(hmm, filtered, steps);
        expect(table(predicted.probabilities, states)).toMatchOracle(ahead, { rel: 1e-9, abs: 1e-12 });
      }),
      { numRuns: 60 },
    );
  });

  it('the smoother gives p(state | all rows), or of `lag` rows more', () => {
    fc.assert(
      fc.property(drawn(5), fc.integer({ min: 0, max: 3 }), ({ parameters, rows }, lag) => {
        fc.pre(possible(parameters, rows));
        const hmm = createHmm(parameters);
        const states = parameters.states.length;
        const filtered = filter(hmm, columnsOf(rows, parameters.features.length));
        const all = rows.map((_, t) => posterior(paths(parameters, rows), t, states));
        expect(table(smooth(hmm, filtered).probabilities, states)).toMatchOracle(all, { rel: 1e-8, abs: 1e-11 });
        const lagged = rows.map((_, t) => posterior(paths(parameters, rows.slice(0, t + lag + 1)), t, states));
        const given = smooth(hmm, filtered, lag);
        expect(table(given.probabilities, states)).toMatchOracle(lagged, { rel: 1e-8, abs: 1e-11 });
      }),
      { numRuns: 60 },
    );
  });

  it('the likeliest path is one of those that none exceeds', () => {
    fc.assert(
      fc.property(drawn(6), ({ parameters, rows }) => {
        fc.pre(rows.length > 0 && possible(parameters, rows));
        const found = viterbi(createHmm(parameters), columnsOf(rows, parameters.features.length));
        const all = paths(parameters, rows);
        const best = Math.max(...all.map(({ log }) => log));
        expect(found.logProbability).toMatchOracle(best, { rel: 1e-10, abs: 1e-10 });
        const same = all.find(({ path }) => path.join() === found.states.join())!;
        expect(same.log).toMatchOracle(best, { rel: 1e-10, abs: 1e-10 });
      }),
      { numRuns: 60 },
    );
  });
});

/** The filter in logs, row by row: no blocks, no shifts, no tables. */
function twin(parameters: HmmParameters, rows: number[][]): { probabilities: number[][]; logLikelihood: number[] } {
  const { initial, transition, states } = parameters;
  let before: number[] | undefined;
  const probabilities: number[][] = [];
  const logLikelihood: number[] = [];
  for (const row of rows) {
    const prior = states.map((_, k) =>
      before === undefined ? Math.log(initial[k]!) : logSum(before.map((log, i) => log + Math.log(transition[i]![k]!))),
    );
    const joint = prior.map((log, k) => log + logEmission(parameters, k, row));
    const total = logSum(joint);
    before = joint.map((log) => log - total);
    probabilities.push(before.map(Math.exp));
    logLikelihood.push(total);
  }
  return { probabilities, logLikelihood };
}

/** Eight features, twelve states, six labels: the size of the real thing. */
function large(nu: number | null, beta: number): { parameters: HmmParameters; rows: number[][] } {
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

describe('the filter at full size', () => {
  it.each([
    [5, 0.2],
    [null, 0.2],
    [5, 1],
    [null, 1],
  ] as const)('equals a slow twin in logs, nu %s, beta %s', (nu, beta) => {
    const { parameters, rows } = large(nu, beta);
    const hmm = createHmm(parameters);
    const filtered = filter(hmm, columnsOf(rows, 8));
    const expected = twin(parameters, rows);
    expect(table(filtered.probabilities, 12)).toMatchOracle(expected.probabilities, { rel: 1e-10, abs: 1e-12 });
    expect(filtered.logLikelihood).toMatchOracle(expected.logLikelihood, { rel: 1e-11, abs: 1e-11 });
  });

  it('a row without any feature is a pure forecast of likelihood 1', () => {
    const { parameters, rows } = large(5, 0.2);
    const hmm = createHmm(parameters);
    const filtered = filter(hmm, columnsOf(rows, 8));
    const ahead = predict(hmm, filter(hmm, columnsOf(rows.slice(0, 300), 8)), 1);
    expect(filtered.logLikelihood[300]).toBe(0);
    expect(table(filtered.probabilities, 12)[300]).toMatchOracle(table(ahead.probabilities, 12)[299], ROUNDING);
  });

  it('is the same to the bit on any prefix, whatever comes later', () => {
    const { parameters, rows } = large(5, 0.2);
    const hmm = createHmm(parameters);
    const whole = filter(hmm, columnsOf(rows, 8));
    for (const length of [0, 1, 255, 256, 257, 511, 599]) {
      const part = filter(hmm, columnsOf(rows.slice(0, length), 8));
      expect(part.probabilities).toStrictEqual(whole.probabilities.slice(0, length * 12));
      expect(part.logLikelihood).toStrictEqual(whole.logLikelihood.slice(0, length));
    }
  });
});

const rowOf = (d: number): fc.Arbitrary<readonly number[]> =>
  square(d, fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: fc.constant(NaN) }));

for (const nu of [5, null]) {
  const hmm = createHmm(large(nu, 0.2).parameters);
  streamContract<ArrayLike<number>, Filtered, FilterSnapshot>({
    name: `filter, nu ${nu}`,
    create: (resume?: FilterSnapshot) => createFilter(hmm, resume),
    batch: (rows) => {
      const all = filter(hmm, columnsOf(rows as number[][], 8));
      return rows.map((_, t) => ({
        probabilities: all.probabilities.slice(12 * t, 12 * t + 12),
        logLikelihood: all.logLikelihood.slice(t, t + 1),
      }));
    },
    inputs: fc.array(rowOf(8), { maxLength: 20 }),
    lookback: 0,
  });
}

describe('laws', () => {
  const model = size.chain((size) =>
    fc.record({ parameters: parametersOf(size), rows: fc.array(square(size.d, number), { maxLength: 12 }) }),
  );

  it('probabilities lie within 0…1 and sum to 1, filtered, forecast, smoothed and by label', () => {
    fc.assert(
      fc.property(drawn(40), fc.integer({ min: 1, max: 24 }), ({ parameters, rows }, steps) => {
        const hmm = createHmm(parameters);
        const filtered = filter(hmm, columnsOf(rows, parameters.features.length));
        const smoothed = smooth(hmm, filtered);
        const all: [Float64Array, number][] = [
          [filtered.probabilities, parameters.states.length],
          [smoothed.probabilities, parameters.states.length],
          [labelProbabilities(hmm, filtered), 2],
          [labelProbabilities(hmm, predict(hmm, filtered, steps)), 2],
          [smoothedLabelProbabilities(hmm, smoothed), 2],
        ];
        for (const [flat, width] of all) {
          for (const row of table(flat, width)) {
            expect(row.every((p) => p >= 0 && p <= 1 + 1e-12)).toBe(true);
            expect(row.reduce((sum, p) => sum + p, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the order of the latent states is a convention', () => {
    fc.assert(
      fc.property(model, fc.boolean(), ({ parameters, rows }, back) => {
        fc.pre(possible(parameters, rows.slice(0, 6)));
        const n = parameters.states.length;
        const order = Array.from({ length: n }, (_, k) => (back ? n - 1 - k : (k + 1) % n));
        const permuted = createHmm({
          ...parameters,
          states: order.map((k) => parameters.states[k]!),
          initial: order.map((k) => parameters.initial[k]!),
          transition: order.map((i) => order.map((j) => parameters.transition[i]![j]!)),
        });
        const hmm = createHmm(parameters);
        const columns = columnsOf(rows, parameters.features.length);
        const labels = labelProbabilities(hmm, filter(hmm, columns));
        const tolerance = { rel: 1e-9, abs: 1e-12 };
        expect(labelProbabilities(permuted, filter(permuted, columns))).toMatchOracle(labels, tolerance);
      }),
      { numRuns: 60 },
    );
  });

  it('the unit of a feature is a convention: the posterior does not know it', () => {
    fc.assert(
      fc.property(model, fc.constantFrom(-40, -3, 7, 60), ({ parameters, rows }, exponent) => {
        const unit = 2 ** exponent;
        const scaled = createHmm({
          ...parameters,
          states: parameters.states.map(({ label, mean, scaleCholesky }) => ({
            label,
            mean: mean.map((value) => value * unit),
            scaleCholesky: scaleCholesky.map((row) => row.map((value) => value * unit)),
          })),
        });
        const d = parameters.features.length;
        const base = filter(createHmm(parameters), columnsOf(rows, d));
        const other = filter(
          scaled,
          columnsOf(
            rows.map((row) => row.map((value) => value * unit)),
            d,
          ),
        );
        expect(other.probabilities).toMatchOracle(base.probabilities, { rel: 1e-9, abs: 1e-12 });
      }),
      { numRuns: 60 },
    );
  });

  it('beta 0 believes no row: the posterior is the prior, carried on', () => {
    const { parameters, rows } = large(5, 0);
    const hmm = createHmm(parameters);
    const believed = table(filter(hmm, columnsOf(rows, 8)).probabilities, 12);
    const blind = columnsOf(
      rows.map((row) => row.map(() => NaN)),
      8,
    );
    expect(believed).toMatchOracle(table(filter(hmm, blind).probabilities, 12), ROUNDING);
    expect(believed[400]).toMatchOracle(
      Array.from({ length: 12 }, () => 1 / 12),
      ROUNDING,
    );
  });

  it('the Gaussian is the limit of many degrees of freedom', () => {
    const rows = large(null, 1).rows.slice(0, 40);
    const limit = filter(createHmm(large(null, 0.2).parameters), columnsOf(rows, 8));
    const near = filter(createHmm(large(1e9, 0.2).parameters), columnsOf(rows, 8));
    expect(near.probabilities).toMatchOracle(limit.probabilities, { rel: 1e-5, abs: 1e-7 });
    expect(near.logLikelihood).toMatchOracle(limit.logLikelihood, { rel: 1e-5, abs: 1e-5 });
  });

  it('forecasts compose: 4 steps and 20 more are 24, and every row of a power sums to 1', () => {
    const hmm = createHmm(large(5, 0.2).parameters);
    const filtered = filter(hmm, columnsOf(large(5, 0.2).rows, 8));
    const four = predict(hmm, filtered, 4);
    const twice = predict(hmm, { ...filtered, probabilities: four.probabilities }, 20);
    expect(twice.probabilities).toMatchOracle(predict(hmm, filtered, 24).probabilities, ROUNDING);
  });

  it('a row that every possible state rules out is filtered without a past, and counted', () => {
    const hmm = createHmm({
      version: 'test/1',
      labels: ['low', 'high'],
      features: ['x'],
      nu: null,
      beta: 1,
      states: [0, 1_000].map((mean, label) => ({ label, mean: [mean], scaleCholesky: [[1]] })),
      initial: [1, 0],
      transition: [
        [1, 0],
        [0, 1],
      ],
    });
    const filtered = filter(hmm, [[0, 1_000, 0.5]]);
    expect(table(filtered.probabilities, 2)).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(filtered.rescued).toBe(2);
    expect(table(smooth(hmm, filtered).probabilities, 2)).toEqual(table(filtered.probabilities, 2));
  });
});

/** @source hmmlearn's own test `test_underflow_from_scaling`: its scaling mode throws on these rows. */
describe('one outlier of 10,000 among noise', () => {
  it.each([
    [null, 1],
    // far out a t law falls like scale^nu: the outlier says (0.3 / 0.2)⁵ to 1, and no more
    [5, 0.3 ** 5 / (0.3 ** 5 + 0.2 ** 5)],
  ])('does not underflow, nu %s', (nu, wide) => {
    let seed = 42;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const rows = [...Array.from({ length: 100 }, next), 10_000, ...Array.from({ length: 100 }, next)];
    const hmm = createHmm({
      version: 'test/1',
      labels: ['a', 'b'],
      features: ['x'],
      nu,
      beta: 1,
      states: [
        { label: 0, mean: [0.5], scaleCholesky: [[0.3]] },
        { label: 1, mean: [0.6], scaleCholesky: [[0.2]] },
      ],
      initial: [0.5, 0.5],
      transition: [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    });
    const { probabilities, logLikelihood, rescued } = filter(hmm, [rows]);
    expect(probabilities.every((p) => p >= 0 && p <= 1)).toBe(true);
    expect(logLikelihood.every(Number.isFinite)).toBe(true);
    expect(rescued).toBe(0);
    expect(probabilities[200]).toMatchOracle(wide, { rel: 1e-3, abs: 0 });
  });
});

const WIKIPEDIA = '../shared/data/vectors/hmm_wikipedia.json';

interface Wikipedia {
  readonly A: number[][];
  readonly pi: number[];
  readonly B: number[][];
  readonly loglik: number;
  readonly filtered: number[][];
  readonly predicted: number[][];
  readonly smoothed: number[][];
  readonly xi_sum: number[][];
  readonly viterbi: number[];
  readonly viterbi_logp: number;
}

describe.skipIf(!existsSync(WIKIPEDIA))('the umbrella example of Wikipedia (needs ../shared/data)', () => {
  it('filtered, predicted, smoothed, expected transitions, path and likelihood', () => {
    const vector = JSON.parse(readFileSync(WIKIPEDIA, 'utf8')) as Wikipedia;
    const chain = createChain(vector.pi, vector.A);
    const state = createForwardState(chain);
    const length = vector.B.length;
    const alpha = new Float64Array(length * 2);
    const logLikelihood = new Float64Array(length);
    const predicted: number[][] = [];
    vector.B.forEach((weights, t) => {
      const shift = new Float64Array(1);
      advanceForward(chain, state, Float64Array.from(weights), shift, 1, alpha, logLikelihood, t);
      predicted.push([...state.predicted.subarray(0, 2)]);
    });
    const digits = { rel: 1e-14, abs: 0 };
    expect(table(alpha, 2)).toMatchOracle(vector.filtered, digits);
    expect(predicted).toMatchOracle(vector.predicted, digits);
    expect(logLikelihood.reduce((sum, value) => sum + value, 0)).toMatchOracle(vector.loglik, digits);

    const gamma = alpha.slice();
    const counts = createTransitionCounts(chain);
    const backward = createBackward(chain);
    for (let t = length - 2; t >= 0; t--) stepBack(backward, alpha, 2 * t, gamma, 2 * t + 2, 2 * t, counts);
    settle(counts);
    expect(table(gamma, 2)).toMatchOracle(vector.smoothed, digits);
    const xi = vector.A.map((row, i) => row.map((a, j) => a * counts.sums[i * counts.stride + j]!));
    expect(xi).toMatchOracle(vector.xi_sum, digits);

    const path = likeliestPath(chain, Float64Array.from(vector.B.flat(), Math.log));
    expect([...path.states]).toEqual(vector.viterbi);
    expect(path.logProbability).toMatchOracle(vector.viterbi_logp, digits);
  });
});

describe('expected transitions', () => {
  const { parameters, rows } = large(5, 0.2);
  const hmm = createHmm(parameters);

  it('are counted once per pair of rows', () => {
    const counts = expectedTransitions(hmm, filter(hmm, columnsOf(rows, 8)));
    const total = counts.flat().reduce((sum, count) => sum + count, 0);
    expect(total).toMatchOracle(rows.length - 1, { rel: 1e-10, abs: 0 });
    expect(
      expectedTransitions(hmm, filter(hmm, columnsOf(rows.slice(0, 1), 8)))
        .flat()
        .every((n) => n === 0),
    ).toBe(true);
  });
});

describe('visits', () => {
  const A = [
    [0.9, 0.07, 0.03],
    [0.1, 0.85, 0.05],
    [0.2, 0.2, 0.6],
  ];
  const hmm = createHmm({
    version: 'test/1',
    labels: ['a', 'b', 'c'],
    features: ['x'],
    nu: null,
    beta: 1,
    states: [0, 1, 2].map((label) => ({ label, mean: [label], scaleCholesky: [[1]] })),
    initial: [0.6, 0.3, 0.1],
    transition: A,
  });
  const now = filter(hmm, [[NaN]]);

  it('the worked example: four steps ahead, and the third state within 24', () => {
    const four = predict(hmm, now, 4).probabilities;
    expect(four).toMatchOracle([0.56793165, 0.345413775, 0.086654575], { rel: 1e-12, abs: 0 });
    expect(visitProbability(hmm, now, 2, 24)[0]).toMatchOracle(0.6235899972861298, { rel: 1e-13, abs: 0 });
  });

  it('in one step are the forecast, and never less in more', () => {
    const one = predict(hmm, now, 1).probabilities;
    for (const label of [0, 1, 2]) {
      const chances = [1, 2, 3, 10, 100].map((steps) => visitProbability(hmm, now, label, steps)[0]!);
      expect(chances[0]).toMatchOracle(one[label], { rel: 1e-12, abs: 0 });
      expect([...chances].sort((a, b) => a - b)).toEqual(chances);
      expect(chances[4]).toBeLessThanOrEqual(1);
    }
  });

  it('need a label that there is', () => {
    expect(() => visitProbability(hmm, now, 3, 1)).toThrow(/"label" expected an id within 0…2, got 3/);
    expect(() => visitProbability(hmm, now, 0, 0)).toThrow(/"steps" expected an integer ≥ 1, got 0/);
  });
});

describe('misuse', () => {
  const { parameters, rows } = large(5, 0.2);
  const hmm = createHmm(parameters);

  it('names the column that is too short, and the number of columns', () => {
    const columns = columnsOf(rows, 8);
    expect(() => filter(hmm, columns.slice(1))).toThrow(/"columns" expected 8 features, got 7/);
    columns[3] = columns[3]!.subarray(1);
    expect(() => filter(hmm, columns)).toThrow(/"x3" expected 600 values like "x0", got 599/);
    expect(() => createFilter(hmm).next([1, 2])).toThrow(/"features" expected 8 numbers, got 2/);
  });

  it('refuses an infinite feature by its row', () => {
    const columns = columnsOf(rows, 8);
    columns[2]![259] = Infinity;
    expect(() => filter(hmm, columns)).toThrow(/row 260 expected features that are numbers of a usable size, or NaN/);
  });

  it('refuses a snapshot of another model', () => {
    const other = withTransition(hmm, 'large/2', parameters.transition);
    expect(() => createFilter(other, createFilter(hmm).snapshot())).toThrow(/snapshot of \{"model":"large\/2"\}/);
  });

  it('refuses bad horizons and lags', () => {
    const filtered = filter(hmm, columnsOf(rows, 8));
    expect(() => predict(hmm, filtered, 0)).toThrow(/"steps" expected an integer ≥ 1, got 0/);
    expect(() => smooth(hmm, filtered, -1)).toThrow(/"lag" expected an integer ≥ 0, got -1/);
  });
});
