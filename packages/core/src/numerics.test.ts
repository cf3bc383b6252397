import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clamp, compensatedSum, integerScore, isStill, logSumExp, sameWithin } from './numerics.ts';

const moderate = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('compensatedSum', () => {
  it('is exact for integers, however they cancel', () => {
    const integer = fc.maxSafeInteger();
    fc.assert(
      fc.property(fc.array(integer, { maxLength: 200 }), (values) => {
        const exact = values.reduce((sum, value) => sum + BigInt(value), 0n);
        fc.pre(exact < 2n ** 53n && exact > -(2n ** 53n));
        expect(compensatedSum(values) + 0).toBe(Number(exact));
      }),
    );
  });

  it('keeps what a plain loop loses', () => {
    expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2);
    expect(compensatedSum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  });

  it('does not depend on the order of numbers of one magnitude', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { maxLength: 100 }), (values) => {
        // One rounding at the end of either order.
        expect(compensatedSum(values.toReversed())).toMatchOracle(compensatedSum(values), { rel: 2 ** -52, abs: 0 });
      }),
    );
  });

  it('sums a part, and nothing to 0', () => {
    expect(compensatedSum([1, 2, 4, 8], 1, 3)).toBe(6);
    expect(compensatedSum([])).toBe(0);
  });

  it('says infinity and NaN as a plain sum does', () => {
    expect(compensatedSum([1, Infinity, 1])).toBe(Infinity);
    expect(compensatedSum([1e308, 1e308, 1e308])).toBe(Infinity);
    expect(compensatedSum([Infinity, -Infinity])).toBeNaN();
    expect(compensatedSum([1, NaN])).toBeNaN();
  });
});

describe('logSumExp', () => {
  it('agrees with the direct formula where that does not overflow', () => {
    const small = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(small, (values) => {
        const direct = Math.log(values.reduce((sum, value) => sum + Math.exp(value), 0));
        expect(logSumExp(values)).toMatchOracle(direct, { rel: 1e-12, abs: 1e-13 });
      }),
    );
  });

  it('moves with a shift, far outside the range of exp', () => {
    expect(logSumExp([1_000, 1_000])).toMatchOracle(1_000 + Math.LN2, { rel: 1e-15, abs: 0 });
    expect(logSumExp([-2_000, -2_000])).toMatchOracle(-2_000 + Math.LN2, { rel: 1e-15, abs: 0 });
  });

  it('is −∞ for nothing and for only −∞, ∞ for an ∞, NaN for a NaN', () => {
    expect(logSumExp([])).toBe(-Infinity);
    expect(logSumExp([-Infinity, -Infinity])).toBe(-Infinity);
    expect(logSumExp([-Infinity, 0])).toBe(0);
    expect(logSumExp([Infinity, 0])).toBe(Infinity);
    expect(logSumExp([0, NaN])).toBeNaN();
  });
});

describe('clamp', () => {
  it('stays inside, leaves what is inside, and keeps order', () => {
    fc.assert(
      fc.property(moderate, moderate, moderate, moderate, (a, b, x, y) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const clamped = clamp(x, low, high);
        expect(clamped >= low && clamped <= high).toBe(true);
        expect(x < low || x > high || clamped === x).toBe(true);
        expect(clamp(Math.min(x, y), low, high) <= clamp(Math.max(x, y), low, high)).toBe(true);
      }),
    );
  });

  it('keeps NaN, and refuses bounds in the wrong order', () => {
    expect(clamp(NaN, 0, 1)).toBeNaN();
    expect(clamp(3, 1, 1)).toBe(1);
    expect(() => clamp(0, 2, 1)).toThrow(/"low" expected at most "high" 1, got 2/);
  });
});

describe('sameWithin', () => {
  it('takes rounding for the same and a real move for another, at every scale of price', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), (power) => {
        const price = 3 * 2 ** power;
        expect(sameWithin(price, price * (1 + 4 * Number.EPSILON))).toBe(true);
        expect(sameWithin(price, price * (1 + 1e-12))).toBe(false);
      }),
    );
  });

  it('knows that 0.1 + 0.2 is 0.3, and that a tiny number is not zero', () => {
    expect(sameWithin(0.1 + 0.2, 0.3)).toBe(true);
    expect(sameWithin(1e-300, 0)).toBe(false);
    expect(sameWithin(0, 0)).toBe(true);
    expect(sameWithin(Infinity, Infinity)).toBe(true);
    expect(sameWithin(NaN, NaN)).toBe(false);
  });

  it('is symmetric', () => {
    fc.assert(fc.property(fc.double(), fc.double(), (a, b) => sameWithin(a, b) === sameWithin(b, a)));
  });
});

describe('isStill', () => {
  it('takes the deviation of rounded means for no spread, and the tick of a price for one', () => {
    fc.assert(
      fc.property(fc.double({ min: -300, max: 300, noNaN: true }), fc.integer({ min: 2, max: 400 }), (power, terms) => {
        const price = 10 ** power;
        let mean = 0;
        for (let i = 0; i < terms; i++) mean += price / terms;
        expect(isStill(price - mean, price, terms)).toBe(true);
        expect(isStill(price * 1e-12, price, terms)).toBe(false);
      }),
    );
  });

  it('knows an exact zero at no magnitude, and does not know NaN', () => {
    expect([isStill(0, 0), isStill(-0, 0), isStill(5e-324, 0), isStill(NaN, 1), isStill(1, Infinity)]).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('integerScore', () => {
  it('rounds halves up and stays within 0…100', () => {
    expect([49.5, 50.499, 0.5, -3, 130].map(integerScore)).toEqual([50, 50, 1, 0, 100]);
    expect(integerScore(NaN)).toBeNaN();
  });
});
