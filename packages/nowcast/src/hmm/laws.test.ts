/** Laws that filter, prediction and smoother obey. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, drawn, large, number, parametersOf, possible, size, square, table } from '../../test/hmm-cases.ts';
import { filter } from './filter.ts';
import { createHmm } from './hmm.ts';
import { labelProbabilities, predict } from './predict.ts';
import { smooth, smoothedLabelProbabilities } from './smooth.ts';

const ROUNDING = { rel: 1e-12, abs: 1e-12 };

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
