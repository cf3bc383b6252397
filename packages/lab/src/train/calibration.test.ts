import { scoreMap } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLogistic } from '@barograph/nowcast';
import { fitIsotonic, poolAdjacentViolators } from './isotonic.ts';
import { fitLogistic } from './logistic.ts';
import { fitTemperature } from './temperature.ts';

const TIGHT = { rel: 1e-12, abs: 1e-15 };

/** Least squares over non-decreasing lists by the max-min formula, which pools nothing. */
function maxMin(values: readonly number[]): number[] {
  const mean = (from: number, to: number) =>
    values.slice(from, to + 1).reduce((sum, value) => sum + value, 0) / (to - from + 1);
  return values.map((_, i) => {
    let top = -Infinity;
    for (let from = 0; from <= i; from++) {
      let low = Infinity;
      for (let to = i; to < values.length; to++) low = Math.min(low, mean(from, to));
      top = Math.max(top, low);
    }
    return top;
  });
}

describe('isotonic regression', () => {
  it('pools the worked example', () => {
    expect(poolAdjacentViolators([0.1, 0.4, 0.3, 0.2, 0.6])).toMatchOracle([0.1, 0.3, 0.3, 0.3, 0.6], TIGHT);
  });

  it('is the least squares solution, whatever the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 12 }), (values) => {
        expect(poolAdjacentViolators(values)).toMatchOracle(maxMin(values), { rel: 1e-12, abs: 1e-12 });
      }),
    );
  });

  it('gives knots that ascend, with equal x taken together', () => {
    expect(fitIsotonic([3, 1, 1, 2], [1, 0, 1, 0])).toEqual([
      [4 / 3, 1 / 3],
      [3, 1],
    ]);
    const map = scoreMap(fitIsotonic([1, 1, 1, 1], [0, 1, 1, 1]));
    expect([0, 1, 2].map(map)).toEqual([0.75, 0.75, 0.75]);
  });

  it('makes a map that never falls and stays within the outcomes', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), (points) => {
        const map = scoreMap(
          fitIsotonic(
            points.map(([x]) => x / 50),
            points.map(([, hit]) => Number(hit)),
          ),
        );
        const values = Array.from({ length: 101 }, (_, i) => map(i / 100));
        values.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(i === 0 ? 0 : values[i - 1]!);
          expect(value).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it('refuses nothing at all, and lists that do not match', () => {
    expect(() => fitIsotonic([], [])).toThrow(/at least one, got 0 and 0/);
    expect(() => fitIsotonic([1, 2], [1])).toThrow(/got 2 and 1/);
    expect(() => fitIsotonic([1, NaN], [1, 0])).toThrow(/"x\[1\]" expected a finite number, got NaN/);
  });
});

/** Uniform numbers, the same in every run. */
function uniforms(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function drawClass(p: readonly number[], u: number): number {
  let left = u;
  return Math.max(
    0,
    p.findIndex((value) => (left -= value) < 0),
  );
}

describe('temperature', () => {
  const draw = uniforms(99);
  const truth = Array.from({ length: 4_000 }, () => Array.from({ length: 3 }, () => 4 * draw() - 2));
  const came = truth.map((logits) => {
    const weights = logits.map(Math.exp);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return drawClass(
      weights.map((weight) => weight / sum),
      draw(),
    );
  });

  it.each([0.5, 1, 2, 4])('finds that logits were stretched by %s', (stretch) => {
    const logits = truth.map((row) => row.map((logit) => logit * stretch));
    expect(fitTemperature(logits, came)).toMatchOracle(stretch, { rel: 0.08, abs: 0 });
  });

  it('stays within .3 … 5', () => {
    const sure = truth.map((_, i) => [0, 1, 2].map((k) => (k === came[i] ? 1 : 0)));
    const wrong = truth.map((_, i) => [0, 1, 2].map((k) => (k === came[i] ? 0 : 1)));
    expect(fitTemperature(sure, came)).toMatchOracle(0.3, { rel: 1e-5, abs: 0 });
    expect(fitTemperature(wrong, came)).toMatchOracle(5, { rel: 1e-5, abs: 0 });
  });

  it('refuses rows without classes', () => {
    expect(() => fitTemperature([[0, 1]], [])).toThrow(/"came" expected 1 classes, at least one, got 0/);
  });
});

describe('logistic regression', () => {
  const draw = uniforms(7);
  const rows = Array.from({ length: 300 }, () => [3 + 2 * draw(), -draw(), 5]);
  const came = rows.map(([x, y]) => {
    const weights = [Math.exp(2 * (x! - 4)), Math.exp(3 * (y! + 0.5)), 1];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return drawClass(
      weights.map((weight) => weight / sum),
      draw(),
    );
  });
  const options = { classes: ['a', 'b', 'c'], inputs: ['x', 'y', 'constant'], c: 0.5 };
  const head = fitLogistic(rows, came, options);

  it('ends where the gradient of the penalised loss is 0, by differences', () => {
    const loss = (weights: readonly (readonly number[])[], intercepts: readonly number[]) => {
      const trial = { ...head, weights, intercepts };
      const fit = rows.reduce((sum, row, t) => sum - Math.log(applyLogistic(trial, row)![came[t]!]!), 0);
      return 0.5 * fit + 0.5 * weights.flat().reduce((sum, weight) => sum + weight * weight, 0);
    };
    const h = 1e-5;
    const nudged = (list: readonly number[], at: number, by: number) => list.map((v, i) => (i === at ? v + by : v));
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) {
        const at = (by: number) =>
          loss(
            head.weights.map((row, l) => (l === k ? nudged(row, i, by) : row)),
            head.intercepts,
          );
        expect((at(h) - at(-h)) / (2 * h)).toMatchOracle(0, { rel: 0, abs: 1e-3 });
      }
      const at = (by: number) => loss(head.weights, nudged(head.intercepts, k, by));
      expect((at(h) - at(-h)) / (2 * h)).toMatchOracle(0, { rel: 0, abs: 1e-3 });
    }
  });

  it('gives a constant input no weight, and intercepts that sum to 0', () => {
    expect(head.weights.map((row) => row[2])).toMatchOracle([0, 0, 0], { rel: 0, abs: 1e-12 });
    expect(head.intercepts.reduce((sum, value) => sum + value, 0)).toMatchOracle(0, { rel: 0, abs: 1e-9 });
  });

  it('is the same to the byte when done again, and does better than the shares', () => {
    expect(JSON.stringify(fitLogistic(rows, came, options))).toBe(JSON.stringify(head));
    const share = [0, 1, 2].map((k) => came.filter((c) => c === k).length / came.length);
    const of = (p: (t: number) => number) => -rows.reduce((sum, _, t) => sum + Math.log(p(t)), 0) / rows.length;
    expect(of((t) => applyLogistic(head, rows[t]!)![came[t]!]!)).toBeLessThan(of((t) => share[came[t]!]!) - 0.05);
  });

  it('refuses rows without classes, and says when it does not converge', () => {
    expect(() => fitLogistic([], [], options)).toThrow(/"came" expected 0 classes, at least one, got 0/);
    expect(() => fitLogistic(rows, came, { ...options, c: 1e4, maxIterations: 1 })).toThrow(
      /the logistic fit did not converge in 1 steps/,
    );
  });
});
