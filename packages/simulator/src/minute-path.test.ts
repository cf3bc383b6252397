import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteTurns, priceAt, reachedAt } from './minute-path.ts';

const bar = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(1000)).map(([open, close, up, down]) => {
  return { open, close, high: Math.max(open, close) + up, low: Math.min(open, close) - down };
});
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe('the path of a minute', () => {
  it('opens, turns at both extremes and closes where its bar does, and never leaves it', () => {
    fc.assert(
      fc.property(bar, part, (one, at) => {
        const turns = minuteTurns(one);
        expect([0, 0.25, 0.5, 0.75, 1].map((share) => priceAt(turns, share))).toEqual([
          one.open,
          one.open,
          ...turns.slice(1),
        ]);
        expect(priceAt(turns, at)).toBeGreaterThanOrEqual(one.low - 1e-9);
        expect(priceAt(turns, at)).toBeLessThanOrEqual(one.high + 1e-9);
      }),
    );
  });

  it('reaches a level at the first moment at which it stands there or beyond', () => {
    fc.assert(
      fc.property(bar, part, fc.constantFrom('above', 'below'), (one, share, side) => {
        const turns = minuteTurns(one);
        const level = one.low + share * (one.high - one.low);
        const at = reachedAt(turns, level, side)!;
        const sign = side === 'above' ? 1 : -1;
        expect(sign * (priceAt(turns, at) - level)).toBeGreaterThanOrEqual(-1e-6);
        for (let before = 0; before < at - 1e-6; before += at / 20) {
          expect(sign * (priceAt(turns, before) - level)).toBeLessThan(1e-6);
        }
        expect(reachedAt(turns, side === 'above' ? one.high + 1 : one.low - 1, side)).toBeUndefined();
      }),
    );
  });
});
