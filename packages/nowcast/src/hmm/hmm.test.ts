/** The chain against a published example, expected transitions, and visits of a label. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { columnsOf, large, table } from '../../test/hmm-cases.ts';
import { createBackward, createTransitionCounts, settle, stepBack } from './backward.ts';
import { advanceForward, createChain, createForwardState } from './chain.ts';
import { filter } from './filter.ts';
import { createHmm } from './hmm.ts';
import { predict } from './predict.ts';
import { expectedTransitions } from './smooth.ts';
import { likeliestPath } from './viterbi.ts';
import { visitProbability } from './visit.ts';

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

    const path = likeliestPath(chain, Float64Array.from(vector.B.flat(), Math.log), new Int32Array(length));
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
