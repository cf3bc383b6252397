import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logRatio } from './log-ratio.ts';

const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
/** Moves from 1e-12 to a factor of e³, up or down. */
const move = fc
  .tuple(fc.double({ min: -28, max: 1.1, noNaN: true }), fc.constantFrom(-1, 1))
  .map(([size, sign]) => sign * Math.exp(size));

describe('logRatio', () => {
  it('equals log1p of the exact difference to 1e-15 of itself, however small the move', () => {
    fc.assert(
      fc.property(price, move, (b, m) => {
        const a = b * Math.exp(m);
        // exact difference within a factor of two; outside, the quotient is far from 1 and its rounding is harmless
        const expected = Math.abs(a - b) < b / 2 ? Math.log1p((a - b) / b) : Math.log(a / b);
        expect(Math.abs(logRatio(a, b) - expected)).toBeLessThanOrEqual(1e-15 * Math.abs(expected));
      }),
    );
  });

  it('is right where Math.log of the quotient has lost seven digits', () => {
    const truth = Math.log1p(2 ** -30 / 3);
    expect(Math.abs(logRatio(3 + 2 ** -30, 3) / truth - 1)).toBeLessThan(3e-16);
    expect(Math.abs(Math.log((3 + 2 ** -30) / 3) / truth - 1)).toBeGreaterThan(1e-8);
  });

  it('changes only its sign when the prices change places, and is exactly 0 for equal prices', () => {
    fc.assert(
      fc.property(price, move, (b, m) => {
        const a = b * Math.exp(m);
        expect(logRatio(b, a) + 0).toBe(-logRatio(a, b) + 0);
        expect(logRatio(a, a)).toBe(0);
      }),
    );
  });

  it('does not know the unit of price: a power of two changes no bit', () => {
    fc.assert(
      fc.property(price, move, fc.integer({ min: -120, max: 120 }), (b, m, power) => {
        const a = b * Math.exp(m);
        expect(logRatio(a * 2 ** power, b * 2 ** power)).toBe(logRatio(a, b));
      }),
    );
  });

  it('has no step where the polynomial ends', () => {
    for (const edge of [Math.SQRT2, Math.SQRT1_2]) {
      for (const near of [1 - 1e-9, 1 - 1e-15, 1, 1 + 1e-15, 1 + 1e-9]) {
        const ratio = edge * near;
        expect(logRatio(ratio, 1)).toMatchOracle(Math.log(ratio), { rel: 4e-16, abs: 0 });
      }
    }
  });
});
