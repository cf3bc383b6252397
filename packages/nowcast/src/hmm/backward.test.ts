/**
 * The backward recursion against its formula on lists of lists, for chains with and without padding, over many blocks.
 */

import { kernelsInUse, useKernels, type VectorKernels } from '@barograph/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBackward, createTransitionCounts, settle, smoothRows, stepBack } from './backward.ts';
import { createChain } from './chain.ts';

const CLOSE = { rel: 1e-11, abs: 1e-13 };

function uniforms(start: number): () => number {
  let seed = start;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const shares = (weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
};

/** `γ_t(i) = Σ_j ξ_t(i,j)`, `ξ_t(i,j) ∝ α_t(i)·A_ij·γ_{t+1}(j)/pred_{t+1}(j)`, and the sums of ξ over A. */
function formula(A: readonly number[][], alpha: readonly number[][], last: readonly number[]) {
  const states = A.length;
  const gamma = [...alpha.slice(0, -1), last].map((row) => [...row]);
  const counts = A.map((row) => row.map(() => 0));
  for (let t = alpha.length - 2; t >= 0; t--) {
    const predicted = list(states, (j) => alpha[t]!.reduce((sum, p, i) => sum + p * A[i]![j]!, 0));
    const joint = A.map((row, i) => row.map((a, j) => (alpha[t]![i]! * a * gamma[t + 1]![j]!) / predicted[j]!));
    const total = joint.flat().reduce((sum, value) => sum + value, 0);
    gamma[t] = joint.map((row) => row.reduce((sum, value) => sum + value, 0) / total);
    joint.forEach((row, i) => row.forEach((value, j) => (counts[i]![j]! += value / total)));
  }
  return { gamma, counts };
}

/** A chain of some states, filtered rows, and a last row known more exactly than by the filter. */
function example(states: number, length: number) {
  const next = uniforms(states);
  const A = list(states, (i) => shares(list(states, (j) => next() ** 2 + Number(i === j))));
  const alpha = list(length, () => shares(list(states, () => next() ** 3 + 1e-3)));
  const last = shares(list(states, () => next()));
  const chain = createChain(
    list(states, () => 1 / states),
    A,
  );
  const gamma = Float64Array.from([...alpha.slice(0, -1), last].flat());
  return { A, alpha, last, chain, rows: Float64Array.from(alpha.flat()), gamma };
}

describe('smoothing backwards', () => {
  it.each([
    [2, 600],
    [5, 257],
    [6, 513],
    [7, 300],
    [12, 600],
    [13, 2],
  ])('is its formula, with the expected transitions: %s states, %s rows', (states, length) => {
    const { A, alpha, last, chain, rows, gamma } = example(states, length);
    const expected = formula(A, alpha, last);
    const counts = createTransitionCounts(chain);
    smoothRows(createBackward(chain), rows, length, gamma, counts);
    expect(gamma).toMatchOracle(Float64Array.from(expected.gamma.flat()), CLOSE);
    // Padded entries of the sums are 0: no transition leads there.
    const { stride } = chain.transition;
    const sums = list(stride ** 2, (at) => {
      const [i, j] = [Math.floor(at / stride), at % stride];
      return i < states && j < states ? expected.counts[i]![j]! : 0;
    });
    const weighted = counts.sums.map((sum, at) => sum * (A[Math.floor(at / stride)]?.[at % stride] ?? 1));
    expect([...weighted]).toMatchOracle(sums, CLOSE);
  });

  it('is the same without counting, and of one row or none is what was there', () => {
    const { chain, rows, gamma } = example(7, 300);
    const alone = gamma.slice();
    smoothRows(createBackward(chain), rows, 300, gamma, createTransitionCounts(chain));
    smoothRows(createBackward(chain), rows, 300, alone);
    expect(alone).toStrictEqual(gamma);
    const one = Float64Array.of(...gamma.subarray(0, 7));
    smoothRows(createBackward(chain), rows, 1, one);
    expect(one).toStrictEqual(gamma.slice(0, 7));
  });
});

describe('one step back', () => {
  const A = [
    [0.7, 0.3, 0],
    [0.2, 0.8, 0],
    [0, 0, 1],
  ];
  const alpha = [0.6, 0.4, 0];
  const step = (gamma: readonly number[], chain = createChain([1, 0, 0], A)) => {
    const memory = Float64Array.from([9, 9, 9, 9, ...gamma, 9, 9, 9]);
    const counts = createTransitionCounts(chain);
    stepBack(createBackward(chain), Float64Array.of(8, ...alpha, 8), 1, memory, 4, 4, counts);
    const waiting = counts.rows;
    settle(counts);
    const { stride } = counts;
    const table = A.map((row, i) => row.map((a, j) => a * counts.sums[i * stride + j]!));
    return {
      gamma: [...memory.subarray(4, 7)],
      others: [...memory.subarray(0, 4), ...memory.subarray(7)],
      waiting,
      table,
    };
  };

  it('hears nothing of a state that was impossible: the others share what is left, and the step is counted once', () => {
    const heard = step([0.2, 0.3, 0.5]);
    const { gamma, counts } = formula(
      [
        [0.7, 0.3],
        [0.2, 0.8],
      ],
      [
        [0.6, 0.4],
        [0.6, 0.4],
      ],
      [0.4, 0.6],
    );
    expect(heard.gamma).toMatchOracle([...gamma[0]!, 0], CLOSE);
    expect(heard.table).toMatchOracle(
      [
        [...counts[0]!, 0],
        [...counts[1]!, 0],
        [0, 0, 0],
      ],
      CLOSE,
    );
    expect(heard.waiting).toBe(1);
    expect(heard.others).toEqual([9, 9, 9, 9, 9, 9, 9]);
  });

  it('from a row to which nothing leads keeps the filtered row, counts nothing, and writes nothing else', () => {
    const { gamma, others, waiting, table } = step([0, 0, 1]);
    expect(gamma).toEqual(alpha);
    expect(others).toEqual([9, 9, 9, 9, 9, 9, 9]);
    expect(waiting).toBe(0);
    expect(table.flat()).toEqual(list(9, () => 0));
  });
});

describe('a kernel', () => {
  const install = (smoothBackward: VectorKernels['smoothBackward']): void => {
    const before = kernelsInUse();
    onTestFinished(() => void useKernels(before));
    useKernels({
      fillRanks: () => false,
      pushRanks: () => false,
      fillEstimators: () => false,
      loadFilter: () => undefined,
      fillAdx: () => false,
      fillBands: () => false,
      fillLogs: () => false,
      loadForecasts: () => undefined,
      addMomentSums: () => false,
      smoothBackward,
    });
  };

  it('is given both matrices without filling, and what it says is not said again', () => {
    const { A, chain, rows, gamma } = example(7, 3);
    const before = gamma.slice();
    const asked: unknown[][] = [];
    install((...all) => asked.push(all) > 0);
    const counts = createTransitionCounts(chain);
    smoothRows(createBackward(chain), rows, 3, gamma, counts);
    smoothRows(createBackward(chain), rows, 3, gamma);
    const transposed = list(7, (i) => list(7, (j) => A[j]![i]!));
    const given = [7, Float64Array.from(A.flat()), Float64Array.from(transposed.flat()), rows, 3, gamma];
    expect(asked).toEqual([
      [...given, counts.sums],
      [...given, undefined],
    ]);
    expect(gamma).toStrictEqual(before);
  });

  it('that hands back leaves the work as if it had not been there', () => {
    const { chain, rows, gamma } = example(7, 40);
    const handed = gamma.slice();
    smoothRows(createBackward(chain), rows, 40, gamma);
    install(() => false);
    smoothRows(createBackward(chain), rows, 40, handed);
    expect(handed).toStrictEqual(gamma);
  });
});
