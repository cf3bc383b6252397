/** The filter at production size: a slow twin, prefixes, the stream, an outlier, and misuse. */

import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, large, logEmission, logSum, number, square, table } from '../../test/hmm-cases.ts';
import { createFilter, filter, type Filtered, type FilterSnapshot } from './filter.ts';
import { createHmm, withTransition } from './hmm.ts';
import type { HmmParameters } from './parameters.ts';
import { predict } from './predict.ts';
import { smooth } from './smooth.ts';

const ROUNDING = { rel: 1e-12, abs: 1e-12 };

/** The filter in logs, row by row, without blocks, shifts and tables. */
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

/** @source hmmlearn's own test `test_underflow_from_scaling`: its scaling mode throws on these rows. */
describe('one outlier of 10,000 among noise', () => {
  it.each([
    [null, 1],
    // Far out a t density falls like scale^nu: the outlier's odds are (0.3 / 0.2)⁵ to 1 at most.
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
