import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentRank, quantile, quantileSorted } from './quantile.ts';

const numbers = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** One product and one sum are rounded. */
const ROUNDING = { rel: 4 * Number.EPSILON, abs: 0 };

describe('quantile', () => {
  it('of 1, 2, 3, 4 at 0.9 is 3.7, and of 1…90 at 0.9 is 81.1', () => {
    expect(quantile([1, 2, 3, 4], 0.9)).toMatchOracle(3.7, ROUNDING);
    expect(
      quantile(
        Array.from({ length: 90 }, (_, i) => i + 1),
        0.9,
      ),
    ).toMatchOracle(81.1, ROUNDING);
  });

  it('is the lowest at 0, the highest at 1 and the median at a half', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const middle = (sorted.length - 1) / 2;
        expect(quantile(values, 0)).toBe(sorted[0]);
        expect(quantile(values, 1)).toBe(sorted[sorted.length - 1]);
        expect(quantile(values, 0.5)).toBe((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2);
      }),
    );
  });

  it('never falls as p rises, and does not depend on the order of the numbers', () => {
    fc.assert(
      fc.property(numbers, share, share, (values, p, q) => {
        expect(quantile(values, Math.min(p, q)) <= quantile(values, Math.max(p, q))).toBe(true);
        expect(quantile(values.toReversed(), p)).toBe(quantile(values, p));
      }),
    );
  });

  it('leaves its input as it was', () => {
    const values = [3, 1, 2];
    quantile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });

  it('looks at a part of the sorted numbers when told to', () => {
    expect(quantileSorted([1, 2, 3, 99], 1, 3)).toBe(3);
  });

  it('does not let an infinite neighbour spoil an exact position', () => {
    expect(quantile([1, 2, Infinity], 0.5)).toBe(2);
  });

  it('is NaN for nothing, and refuses a NaN and a bad share', () => {
    expect(quantile([], 0.5)).toBeNaN();
    expect(() => quantile([1, NaN], 0.5)).toThrow(/row 2 expected a number, got NaN/);
    expect(() => quantile([1], 90)).toThrow(/"p" expected a number within 0…1, got 90/);
  });
});

describe('percentRank', () => {
  it('of 3 in 1…5 is 50, of 5 among three fives is 50, of 2 in 1, 2, 2, 3 is 50', () => {
    expect(percentRank(3, [1, 2, 3, 4, 5])).toBe(50);
    expect(percentRank(5, [5, 5, 5])).toBe(50);
    expect(percentRank(2, [1, 2, 2, 3])).toBe(50);
  });

  it('stays within 0…100, never falls as the value rises, and survives a strictly increasing map', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 }), (values, a, b) => {
        const rank = percentRank(a, values);
        expect(rank >= 0 && rank <= 100).toBe(true);
        expect(percentRank(Math.min(a, b), values) <= percentRank(Math.max(a, b), values)).toBe(true);
        expect(percentRank(a, values.toReversed())).toBe(rank);
        const map = (x: number): number => x ** 3 + 2 * x;
        expect(percentRank(map(a), values.map(map))).toBe(rank);
      }),
    );
  });

  it('of the value and its mirror add up to 100', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -60, max: 60 }), (values, value) => {
        const mirrored = percentRank(
          -value,
          values.map((x) => -x),
        );
        expect(percentRank(value, values) + mirrored).toMatchOracle(100, { rel: 2 * Number.EPSILON, abs: 0 });
      }),
    );
  });

  it('is NaN among nothing, and refuses a NaN', () => {
    expect(percentRank(1, [])).toBeNaN();
    expect(() => percentRank(1, [1, NaN])).toThrow(/row 2 expected a number, got NaN/);
    expect(() => percentRank(NaN, [1])).toThrow(/"value" expected a number within .*, got NaN/);
  });
});
