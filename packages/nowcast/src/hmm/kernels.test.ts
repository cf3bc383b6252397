/** The parts: exp and log, distances, factors, and the check of parameters. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cholesky, invertLower, outerLower } from './cholesky.ts';
import { BLOCK, diagonalDistances, distances, distances8, distancesAny } from './distances.ts';
import { expOfNegative, logAboveOne } from './exponential.ts';
import { createEmission, createEmissionBlock, emit } from './emission.ts';
import { logGamma, logGammaRatio } from './log-gamma.ts';
import { createHmm } from './hmm.ts';
import type { HmmParameters } from './parameters.ts';

describe('exp and log', () => {
  it('exp differs from the machine’s by a few 1e-16 of its value', () => {
    const at = Float64Array.from({ length: 50_000 }, (_, i) => -708 * (i / 50_000) ** 3);
    expect(at.map(expOfNegative)).toMatchOracle(at.map(Math.exp), { rel: 5e-16, abs: 0 });
  });

  it('exp is exactly 1 at 0, 0 where it would be subnormal, and NaN for NaN', () => {
    expect([0, -0, -708.1, -1e300, -Infinity, NaN].map(expOfNegative)).toEqual([1, 1, 0, 0, 0, NaN]);
  });

  it('log differs from the machine’s by a few 1e-16', () => {
    const at = Float64Array.from({ length: 50_000 }, (_, i) => Math.exp(709 * (i / 50_000) ** 6));
    at[0] = Number.MAX_VALUE;
    expect(at.map(logAboveOne)).toMatchOracle(at.map(Math.log), { rel: 3e-16, abs: 4e-16 });
    expect(logAboveOne(1)).toMatchOracle(0, { rel: 0, abs: 4e-16 });
    expect(logAboveOne(NaN)).toBeNaN();
  });
});

/** @source A. Erdélyi (ed.), Higher Transcendental Functions I, 1953: Γ(1/2) = √π, Γ(n) = (n − 1)!. */
describe('log Gamma', () => {
  it('has the values that are known', () => {
    expect(logGamma(0.5)).toMatchOracle(0.5 * Math.log(Math.PI), { rel: 1e-14, abs: 0 });
    expect(logGamma(1)).toMatchOracle(0, { rel: 0, abs: 1e-14 });
    expect(logGamma(10)).toMatchOracle(Math.log(362_880), { rel: 1e-15, abs: 0 });
    expect(logGamma(100)).toMatchOracle(359.1342053695754, { rel: 1e-15, abs: 0 });
  });

  it.each([1, 2, 3, 8])('the ratio over %s dimensions is the difference', (d) => {
    const ratio = logGamma((5 + d) / 2) - logGamma(2.5);
    expect(logGammaRatio(5, d)).toMatchOracle(ratio, { rel: 1e-13, abs: 1e-14 });
  });
});

describe('distances', () => {
  it('in eight dimensions, written out, are those of the loop to the bit', () => {
    const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    const list = (n: number) => fc.array(value, { minLength: n, maxLength: n }).map((v) => Float64Array.from(v));
    fc.assert(
      fc.property(list(64), list(8), list(24), (inverse, mean, features) => {
        const x = new Float64Array(8 * BLOCK);
        for (let i = 0; i < 8; i++) x.set(features.subarray(3 * i, 3 * i + 3), i * BLOCK);
        const [loop, written] = [new Float64Array(3), new Float64Array(3)];
        distancesAny(inverse, mean, x, 3, loop);
        distances8(inverse, mean, x, 3, written);
        expect(written).toStrictEqual(loop);
      }),
    );
  });
});

it('distances are written for the rows that there are, and no further', () => {
  for (const d of [3, 8]) {
    const inverse = Float64Array.from({ length: d * d }, (_, at) => Number(at % (d + 1) === 0));
    const x = Float64Array.from({ length: d * BLOCK }, (_, at) => (at % BLOCK) + 1 + Math.floor(at / BLOCK));
    const mean = Float64Array.from({ length: d }, (_, i) => 1 + i);
    for (const distancesOf of [distances, distancesAny, diagonalDistances]) {
      const out = new Float64Array(5).fill(-1);
      distancesOf(inverse, mean, x, 3, out);
      // Row t is at distance t from the mean in every feature.
      expect([...out]).toEqual([0, d, 4 * d, -1, -1]);
    }
  }
});

describe('diagonal scale matrices', () => {
  const value = fc.double({ min: -1e3, max: 1e3, noNaN: true });
  const list = (n: number, of: fc.Arbitrary<number>) =>
    fc.array(of, { minLength: n, maxLength: n }).map((values) => Float64Array.from(values));
  const diagonalOf = (of: Float64Array): number[] =>
    [...of].flatMap((entry, i) => [...of].map((_, j) => (i === j ? entry : 0)));

  it('have the distances of the loop over all products, to the bit', () => {
    const drawn = fc
      .constantFrom(1, 2, 7, 8, 8, 9)
      .chain((d) => fc.record({ weights: list(d, value), mean: list(d, value), features: list(3 * d, value) }));
    fc.assert(
      fc.property(drawn, ({ weights, mean, features }) => {
        const x = new Float64Array(mean.length * BLOCK);
        mean.forEach((_, i) => x.set(features.subarray(3 * i, 3 * i + 3), i * BLOCK));
        const inverse = Float64Array.from(diagonalOf(weights));
        const [loop, short] = [new Float64Array(3), new Float64Array(3).fill(7)];
        distancesAny(inverse, mean, x, 3, loop);
        diagonalDistances(inverse, mean, x, 3, short);
        expect(short).toStrictEqual(loop);
      }),
    );
  });

  it('are known by their factors, and weigh rows as full ones do to the bit, with and without all features', () => {
    const spread = fc.double({ min: 0.1, max: 3, noNaN: true });
    const feature = fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(NaN) });
    const drawn = fc.record({
      nu: fc.constantFrom(5, Infinity),
      means: list(16, value),
      spreads: list(16, spread),
      rows: list(24, feature),
    });
    fc.assert(
      fc.property(drawn, ({ nu, means, spreads, rows }) => {
        const lower = Float64Array.from([...diagonalOf(spreads.subarray(0, 8)), ...diagonalOf(spreads.subarray(8))]);
        const law = createEmission(means, lower, 8, nu, 0.2);
        expect(law.diagonal).toBe(true);
        const columns = Array.from({ length: 8 }, (_, i) => rows.subarray(3 * i, 3 * i + 3));
        const full = { ...law, diagonal: false, marginals: new Map() };
        const [short, long] = [createEmissionBlock(law), createEmissionBlock(law)];
        emit(law, columns, 0, 3, short);
        emit(full, columns, 0, 3, long);
        expect(short).toStrictEqual(long);
      }),
    );
  });

  it('are not taken for such when one of them has a product', () => {
    const lower = Float64Array.of(1, 0, 0, 1, 1, 0, 1e-9, 1);
    expect(createEmission(new Float64Array(4), lower, 2, 5, 1).diagonal).toBe(false);
  });
});

describe('Cholesky', () => {
  it('factor, inverse and product undo each other', () => {
    const lower = [2, 0, 0, 0.5, 1.5, 0, -1, 0.25, 0.75];
    const matrix = outerLower(lower, 3);
    expect(cholesky(matrix, 3)).toMatchOracle(lower, { rel: 1e-15, abs: 1e-16 });
    const inverse = invertLower(lower, 3);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += lower[i * 3 + k]! * inverse[k * 3 + j]!;
        expect(sum).toMatchOracle(i === j ? 1 : 0, { rel: 1e-15, abs: 1e-15 });
      }
    }
  });

  it.each([
    ['indefinite', [1, 2, 2, 1]],
    ['singular', [1, 1, 1, 1]],
    ['not a number', [NaN, 0, 0, 1]],
  ])('refuses a matrix that is %s', (_, matrix) => {
    expect(cholesky(matrix, 2)).toBeUndefined();
  });
});

/** Log density of one row under one state. */
function logDensity(nu: number, distance: number, d: number): number {
  const lower = new Float64Array(d * d);
  for (let i = 0; i < d; i++) lower[i * d + i] = 1;
  const law = createEmission(new Float64Array(d), lower, d, nu, 1);
  const block = createEmissionBlock(law);
  const row = Array.from({ length: d }, (_, i) => [i === 0 ? Math.sqrt(distance) : 0]);
  emit(law, row, 0, 1, block);
  return block.logs[0]!;
}

describe('the density', () => {
  it('has the values of SciPy and of the normal table', () => {
    expect(logDensity(5, 1.5, 2)).toMatchOracle(-2.756151992045565, { rel: 1e-14, abs: 0 });
    // in closed form, t(5) is 8 / (3π√5) · (1 + x²/5)⁻³
    const middle = 8 / (3 * Math.PI * Math.sqrt(5));
    expect(logDensity(5, 0, 1)).toMatchOracle(Math.log(middle), { rel: 1e-14, abs: 0 });
    expect(logDensity(5, 4, 1)).toMatchOracle(Math.log(middle / 1.8 ** 3), { rel: 1e-14, abs: 0 });
    expect(logDensity(Infinity, 0, 1)).toMatchOracle(-0.5 * Math.log(2 * Math.PI), { rel: 1e-15, abs: 0 });
  });
});

const GOOD: HmmParameters = {
  version: 'test/1',
  labels: ['a', 'b'],
  features: ['x', 'y'],
  nu: 5,
  beta: 0.2,
  states: [
    { label: 0, mean: [0, 0], scaleCholesky: [[1], [0, 1]] },
    { label: 1, mean: [1, 0], scaleCholesky: [[1], [0.5, 1]] },
  ],
  initial: [0.5, 0.5],
  transition: [
    [0.9, 0.1],
    [0.2, 0.8],
  ],
};

describe('parameters', () => {
  const state = GOOD.states[0]!;

  it.each<[string, Partial<HmmParameters>, RegExp]>([
    ['no label', { labels: [] }, /"labels" expected at least one, got none/],
    [
      'too many features',
      { features: Array.from({ length: 31 }, () => 'x') },
      /"features" expected at most 30, got 31/,
    ],
    ['nu of 0', { nu: 0 }, /"nu" expected a number > 0 or null, got 0/],
    ['nu infinite', { nu: Infinity }, /"nu" expected a finite number, got Infinity/],
    ['beta above 1', { beta: 1.1 }, /"beta" expected a number within 0…1, got 1.1/],
    ['an unknown label', { states: [{ ...state, label: 2 }, state] }, /"states\[0\].label" expected an id within 0…1/],
    ['a short mean', { states: [{ ...state, mean: [1] }, state] }, /"states\[0\].mean" expected 2 values, got 1/],
    [
      'a square factor',
      {
        states: [
          {
            ...state,
            scaleCholesky: [
              [1, 0],
              [0, 1],
            ],
          },
          state,
        ],
      },
      /"states\[0\].scaleCholesky\[0\]" expected 1 values, got 2/,
    ],
    [
      'a flat factor',
      { states: [{ ...state, scaleCholesky: [[1], [0, 0]] }, state] },
      /"states\[0\].scaleCholesky\[1\]\[1\]" expected a number > 0, got 0/,
    ],
    ['a prior that is too small', { initial: [0.5, 0.4] }, /"initial" expected a sum of 1, got 0.9/],
    ['a negative probability', { initial: [-0.5, 1.5] }, /"initial\[0\]" expected a number within 0…1, got -0.5/],
    ['a row too few', { transition: [[1, 0]] }, /"transition" expected 2 values, got 1/],
    [
      'a row that leaks',
      {
        transition: [
          [0.5, 0.4],
          [0, 1],
        ],
      },
      /"transition\[0\]" expected a sum of 1, got 0.9/,
    ],
  ])('refuses %s', (_, part, message) => {
    expect(() => createHmm({ ...GOOD, ...part })).toThrow(message);
  });

  it('are copied and frozen', () => {
    const mean = [0, 0];
    const hmm = createHmm({ ...GOOD, states: [{ ...state, mean }, state] });
    mean[0] = 5;
    expect(hmm.parameters.states[0]!.mean).toEqual([0, 0]);
    expect(Object.isFrozen(hmm.parameters.transition[0])).toBe(true);
  });
});
