import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COIN_SCOPE_V1, mixTransitions } from './coin-scope.ts';
import { filter } from './hmm/filter.ts';
import { createHmm, withTransition, type Hmm } from './hmm/hmm.ts';
import { expectedTransitions } from './hmm/smooth.ts';

const A = [
  [0.9, 0.07, 0.03],
  [0.1, 0.85, 0.05],
  [0.2, 0.2, 0.6],
];

function hmmOf(transition: readonly (readonly number[])[], width = 1): Hmm {
  return createHmm({
    version: 'pooled/1',
    labels: ['a', 'b', 'c'],
    features: ['x'],
    nu: null,
    beta: 1,
    states: [0, 1, 2].map((label) => ({ label, mean: [label], scaleCholesky: [[width]] })),
    initial: [0.6, 0.3, 0.1],
    transition,
  });
}
const pooled = hmmOf(A);

const counts = fc.array(
  fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5_000, noNaN: true })), { minLength: 3, maxLength: 3 }),
  { minLength: 3, maxLength: 3 },
);
const total = (row: readonly number[]): number => row.reduce((sum, value) => sum + value, 0);

describe('the mixture', () => {
  it('is the mean of the Dirichlet posterior around the pooled row', () => {
    fc.assert(
      fc.property(counts, (counts) => {
        const { transition, weights } = mixTransitions(pooled, counts);
        const kappa = COIN_SCOPE_V1.concentration;
        counts.forEach((row, i) => {
          const mean = row.map((count, j) => (count + kappa * A[i]![j]!) / (total(row) + kappa));
          expect(transition[i]).toMatchOracle(mean, { rel: 1e-12, abs: 1e-300 });
          expect(weights.rows[i]).toBe(total(row) / (total(row) + kappa));
        });
        expect(withTransition(pooled, 'coin/1', transition).parameters.transition).toEqual(transition);
      }),
    );
  });

  it('weights are within 0…1 and sum to 1; the coin’s lies between its rows’', () => {
    fc.assert(
      fc.property(counts, (counts) => {
        const { coin, pooled: rest, rows } = mixTransitions(pooled, counts).weights;
        expect(coin + rest).toBe(1);
        expect(coin).toBeGreaterThanOrEqual(Math.min(...rows) - 1e-12);
        expect(coin).toBeLessThanOrEqual(Math.max(...rows) + 1e-12);
      }),
    );
  });

  it('of a coin without a say is the pooled model itself', () => {
    const nothing = { transition: A, weights: { coin: 0, pooled: 1, rows: [0, 0, 0] } };
    expect(mixTransitions(pooled, null)).toEqual(nothing);
    expect(
      mixTransitions(
        pooled,
        A.map((row) => row.map(() => 0)),
      ),
    ).toEqual(nothing);
  });

  it('150 transitions weigh as much as the pooled row', () => {
    const { weights, transition } = mixTransitions(pooled, [
      [0, 150, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(weights.rows).toEqual([0.5, 0, 0]);
    expect(transition[0]).toMatchOracle([0.45, 0.535, 0.015], { rel: 1e-14, abs: 0 });
    expect(transition[1]).toEqual(A[1]);
  });

  it('grows with the history, and ends at the coin’s own', () => {
    const own = [
      [8, 1, 1],
      [2, 8, 0],
      [0, 5, 5],
    ];
    const shares = [0, 1, 10, 1_000, 1e9].map(
      (times) =>
        mixTransitions(
          pooled,
          own.map((row) => row.map((count) => count * times)),
        ).weights.coin,
    );
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    expect(shares.at(-1)).toBeCloseTo(1, 6);
  });

  it('the long run is where A leaves it: πA = π', () => {
    // Two states that differ only in weight: the share of the first is the coin's weight.
    const share = (i: number): number => {
      const counts = A.map((row, k) => row.map((p) => (k === i ? p * 1e15 : 0)));
      return mixTransitions(pooled, counts).weights.coin;
    };
    const stay = [share(0), share(1), share(2)];
    expect(total(stay)).toBeCloseTo(1, 10);
    const next = [0, 1, 2].map((j) => total(stay.map((p, i) => p * A[i]![j]!)));
    expect(next).toMatchOracle(stay, { rel: 1e-9, abs: 0 });
  });

  it('the long run of a chain that never settles, or never leaves, is its share of time', () => {
    const swap = [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ];
    // States 0 and 1 alternate, 2 stays: from .6, .3 and .1 the time is shared .45, .45 and .1.
    const counts = swap.map((row, i) => row.map((p) => (i === 0 ? p * 150 : 0)));
    expect(mixTransitions(hmmOf(swap), counts).weights.coin).toBeCloseTo(0.45 / 2, 12);
  });

  it('wants counts of the model’s shape', () => {
    expect(() => mixTransitions(pooled, [[1, 2, 3]])).toThrow('"counts" expected 3 rows, got 1');
    expect(() => mixTransitions(pooled, [[1], [1], [1]])).toThrow('"counts[0]" expected 3 values, got 1');
    const bad = (value: number) => [
      [0, 0, 0],
      [0, 0, value],
      [0, 0, 0],
    ];
    expect(() => mixTransitions(pooled, bad(-1))).toThrow('"counts[1][2]" expected a number ≥ 0, got -1');
    expect(() => mixTransitions(pooled, bad(NaN))).toThrow('"counts[1][2]" expected a finite number, got NaN');
    expect(() => mixTransitions(pooled, null, { ...COIN_SCOPE_V1, concentration: 0 })).toThrow(
      '"concentration" expected a number > 0, got 0',
    );
  });
});

describe('expected transitions', () => {
  it('are the plain counts where the states are certain', () => {
    const path = [0, 0, 1, 2, 2, 2, 0, 1, 1, 0];
    const certain = hmmOf(A, 0.01);
    expect(expectedTransitions(certain, filter(certain, [path]))).toMatchOracle(
      [
        [1, 2, 0],
        [1, 1, 1],
        [1, 0, 2],
      ],
      { rel: 1e-9, abs: 1e-9 },
    );
  });

  it('are those of all paths, each by its probability', () => {
    const rows = [0.2, NaN, 1.7, 0.9];
    const all = rows.reduce<number[][]>((paths) => paths.flatMap((path) => [0, 1, 2].map((k) => [...path, k])), [[]]);
    const expected = A.map((row) => row.map(() => 0));
    let sum = 0;
    for (const path of all) {
      let p = pooled.parameters.initial[path[0]!]!;
      path.forEach((k, t) => {
        if (t > 0) p *= A[path[t - 1]!]![k]!;
        if (!Number.isNaN(rows[t]!)) p *= Math.exp(-0.5 * (rows[t]! - k) ** 2);
      });
      sum += p;
      for (let t = 1; t < path.length; t++) expected[path[t - 1]!]![path[t]!]! += p;
    }
    const counts = expectedTransitions(pooled, filter(pooled, [rows]));
    expect(counts).toMatchOracle(
      expected.map((row) => row.map((value) => value / sum)),
      { rel: 1e-12, abs: 0 },
    );
    expect(total(counts.flat())).toBeCloseTo(rows.length - 1, 12);
  });

  it('of one row, or of none, are none', () => {
    const none = A.map((row) => row.map(() => 0));
    expect(expectedTransitions(pooled, filter(pooled, [[1]]))).toEqual(none);
    expect(expectedTransitions(pooled, filter(pooled, [[]]))).toEqual(none);
  });
});
