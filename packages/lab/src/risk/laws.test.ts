import { loadOracles } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { studentTail } from '../train/student-tail.ts';
import { chiSquareTail, normalBelow, studentBelow, studentLogDensity, studentQuantile } from './laws.ts';

const value = fc.double({ min: -30, max: 30, noNaN: true });
const degrees = fc.double({ min: 0.5, max: 200, noNaN: true });

describe('laws', () => {
  it("have the tails of @stdlib: Student's law, and chi-square at its quantiles", () => {
    const student = loadOracles('distributions').find(({ file }) => file === 'case-student.json')!;
    const { pairs } = student.input as { pairs: (readonly [number, number])[] };
    expect(pairs.map(([x, nu]) => studentBelow(x, nu))).toMatchOracle(student.expected, { rel: 1e-9, abs: 1e-15 });
    const chiSquare = loadOracles('risk').find(({ file }) => file === 'case-chi-square.json')!;
    const { shares } = chiSquare.input as { shares: (readonly [number, number])[] };
    const quantiles = chiSquare.expected as readonly number[];
    expect(shares.map(([, k], i) => chiSquareTail(quantiles[i]!, k))).toMatchOracle(
      shares.map(([share]) => 1 - share),
      chiSquare.tolerance,
    );
  });

  it('have quantiles that invert the distribution, and mirror', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), degrees, (p, nu) => {
        const quantile = studentQuantile(p, nu);
        expect(studentBelow(quantile, nu)).toMatchOracle(p, { rel: 1e-9, abs: 1e-12 });
        expect(studentQuantile(1 - p, nu)).toMatchOracle(-quantile, { rel: 1e-6, abs: 1e-9 });
      }),
    );
  });

  it('rise with the value, from the lower tail to the upper', () => {
    fc.assert(
      fc.property(value, degrees, (x, nu) => {
        expect(studentBelow(x, nu) + studentBelow(-x, nu)).toBeCloseTo(1, 12);
        expect(studentBelow(x + 0.1, nu)).toBeGreaterThanOrEqual(studentBelow(x, nu));
        expect(normalBelow(x) + normalBelow(-x)).toBeCloseTo(1, 12);
        expect(chiSquareTail(x * x, 2)).toMatchOracle(Math.exp((-x * x) / 2), { rel: 1e-12, abs: 1e-300 });
        expect(chiSquareTail(x * x, 1)).toMatchOracle(2 * normalBelow(-Math.abs(x)), { rel: 1e-12, abs: 1e-300 });
      }),
    );
  });

  it('agree with the two-sided tail of whole degrees', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 300 }), (x, nu) => {
        expect(2 * studentBelow(-Math.abs(x), nu)).toMatchOracle(studentTail(x, nu), { rel: 1e-10, abs: 1e-300 });
      }),
    );
  });

  it('have a density with a total and a variance of 1', () => {
    for (const nu of [4.5, 8, 40]) {
      const density = studentLogDensity(nu);
      let [total, variance] = [0, 0];
      for (let z = -400; z < 400; z += 0.01) {
        const mass = 0.01 * Math.exp(density(z + 0.005));
        total += mass;
        variance += mass * (z + 0.005) ** 2;
      }
      expect(total).toBeCloseTo(1, 6);
      // What lies beyond 400 deviations is missing.
      expect(variance).toBeCloseTo(1, 2);
    }
  });

  it('are unknown of an unknown value', () => {
    expect([chiSquareTail(NaN, 1), normalBelow(NaN), studentBelow(NaN, 3)]).toEqual([NaN, NaN, NaN]);
  });

  it.each([
    ['chi-square without degrees', () => chiSquareTail(1, 0), '"degrees" expected a number > 0, got 0'],
    ['a probability of 0', () => studentQuantile(0, 3), '"p" expected a number in (0, 1), got 0'],
    ['a density without a variance', () => studentLogDensity(2), '"degrees" expected a number > 2, got 2'],
  ])('refuse %s', (_, call, message) => {
    expect(call).toThrow(message);
  });
});
