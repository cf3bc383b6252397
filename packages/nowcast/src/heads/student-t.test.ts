import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shares, studentT } from './student-t.ts';

const dof = fc.integer({ min: 1, max: 20 }).map((half) => 2 * half);
const real = fc.double({ min: -50, max: 50, noNaN: true });

describe('the t law', () => {
  it('has its mirror, rises, and stays within 0 and 1', () => {
    fc.assert(
      fc.property(real, real, dof, (x, y, nu) => {
        expect(studentT(x, nu) + studentT(-x, nu)).toMatchOracle(1, { rel: 0, abs: 1e-14 });
        const [low, high] = [Math.min(x, y), Math.max(x, y)];
        expect(studentT(low, nu)).toBeLessThanOrEqual(studentT(high, nu) + 1e-15);
        expect(studentT(x, nu)).toBeGreaterThanOrEqual(0);
        expect(studentT(x, nu)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is the integral of its density', () => {
    // Γ((ν+1)/2)/(√(νπ) Γ(ν/2)) of 4 degrees of freedom is 3/8
    const density = (t: number): number => 0.375 * (1 + (t * t) / 4) ** -2.5;
    for (const x of [-3, -0.7, 0.4, 2.2]) {
      const [steps, h] = [2_000, x / 2_000];
      let sum = density(0) + density(x);
      for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * density(i * h);
      expect(studentT(x, 4)).toMatchOracle(0.5 + (sum * h) / 3, { rel: 0, abs: 1e-12 });
    }
  });

  it.each([
    // the 95 % and 97.5 % points of printed tables, four digits
    [2.1318, 4, 0.95],
    [2.7764, 4, 0.975],
    [2.92, 2, 0.95],
    [1.8125, 10, 0.95],
    [2.0423, 30, 0.975],
  ])('%s with %s degrees of freedom is the point of %s', (x, nu, p) => {
    expect(studentT(x, nu)).toMatchOracle(p, { rel: 0, abs: 1e-5 });
  });

  it('knows its ends, and refuses an odd number of degrees of freedom', () => {
    expect([studentT(Infinity, 4), studentT(-Infinity, 4), studentT(NaN, 4)]).toEqual([1, 0, NaN]);
    expect(() => studentT(1, 3)).toThrow(/"degreesOfFreedom" expected an even integer ≥ 2, got 3/);
    expect(() => studentT(1, 0)).toThrow(/"degreesOfFreedom" expected an even integer ≥ 2, got 0/);
  });

  it('is divided by cuts into shares that sum to 1', () => {
    fc.assert(
      fc.property(
        real,
        fc.double({ min: 1e-6, max: 100, noNaN: true }),
        fc.array(real, { maxLength: 5 }),
        (m, s, cuts) => {
          const parts = shares(
            m,
            s,
            cuts.toSorted((a, b) => a - b),
            4,
          );
          expect(parts).toHaveLength(cuts.length + 1);
          expect(parts.every((p) => p >= 0)).toBe(true);
          expect(parts.reduce((sum, p) => sum + p, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
        },
      ),
    );
  });
});
