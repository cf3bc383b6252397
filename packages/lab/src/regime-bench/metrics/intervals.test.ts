/** Laws of the intervals over seeds. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generator } from '@barograph/simulator';
import { normal } from '../generators/bars-of-returns.ts';
import { differs, halfWidth } from './intervals.ts';

const values = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 2, maxLength: 12 });

describe('the interval of a mean', () => {
  it('holds the true mean in 95 % of samples of a normal law', () => {
    const draw = generator('intervals');
    const samples = Array.from({ length: 4_000 }, () => Array.from({ length: 8 }, () => 3 + normal(draw)));
    const held = samples.filter((sample) => {
      const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
      return Math.abs(mean - 3) <= halfWidth(sample);
    });
    // Four standard errors of a share of 0.95 in 4,000 samples.
    expect(Math.abs(held.length / samples.length - 0.95)).toBeLessThan(0.014);
  });

  it('has the unit of the values, and needs two of them', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.1, max: 9, noNaN: true }), (sample, unit) => {
        expect(halfWidth(sample.map((value) => unit * value + 1))).toBeCloseTo(unit * halfWidth(sample), 6);
      }),
    );
    expect(halfWidth([1])).toBeNaN();
    // 2.3646 is the quantile of seven degrees, in any table.
    expect(halfWidth([-1, 1, -1, 1, -1, 1, -1, 1])).toBeCloseTo((2.3646 * Math.sqrt(8 / 7)) / Math.sqrt(8), 4);
  });
});

describe('a difference', () => {
  it('counts when it is the same on every market, however much the markets differ', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (sample, gap) => {
        const better = sample.map((value) => value + gap);
        expect(differs(sample, better)).toBe(true);
        expect(differs(sample, sample)).toBe(false);
      }),
    );
    expect(differs([0, 1, 0, 1], [1, 0, 1.1, 0])).toBe(false);
    expect([differs([1], [2]), differs([1], [1])]).toEqual([true, false]);
  });
});
