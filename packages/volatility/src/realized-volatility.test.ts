import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realizedVolatility } from './realized-volatility.ts';

const price = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
const closes = fc.array(price, { minLength: 2, maxLength: 40 });

describe('realizedVolatility', () => {
  it('of n returns of the same size r is 100·√(periods)·|r|', () => {
    const up = Array.from({ length: 25 }, (_, i) => Math.exp(0.01 * (i % 2)));
    expect(realizedVolatility(up, 8760)).toBeCloseTo(100 * Math.sqrt(8760) * 0.01, 9);
    expect(realizedVolatility([100, 110], 365)).toBeCloseTo(100 * Math.sqrt(365) * Math.log(1.1), 9);
  });

  it('is 0 of a price that does not move, NaN below two closes and where one is unknown', () => {
    expect(realizedVolatility([7, 7, 7], 8760)).toBe(0);
    expect([realizedVolatility([], 365), realizedVolatility([1], 365), realizedVolatility([1, NaN, 2], 365)]).toEqual([
      NaN,
      NaN,
      NaN,
    ]);
  });

  it('does not know the unit of price, nor the direction of time', () => {
    fc.assert(
      fc.property(closes, fc.constantFrom(0.25, 2, 1024), (list, unit) => {
        const of = realizedVolatility(list, 8760);
        expect(
          realizedVolatility(
            list.map((one) => one * unit),
            8760,
          ),
        ).toBe(of);
        expect(realizedVolatility([...list].reverse(), 8760)).toBeCloseTo(of, 6);
      }),
    );
  });
});
