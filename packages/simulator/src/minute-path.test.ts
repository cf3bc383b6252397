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
      fc.property(bar, part, (bar, at) => {
        const turns = minuteTurns(bar);
        expect([0, 0.25, 0.5, 0.75, 1].map((share) => priceAt(turns, share))).toEqual([
          bar.open,
          bar.open,
          ...turns.slice(1),
        ]);
        expect(priceAt(turns, at)).toBeGreaterThanOrEqual(bar.low - 1e-9);
        expect(priceAt(turns, at)).toBeLessThanOrEqual(bar.high + 1e-9);
      }),
    );
  });

  it('reaches a level at the first moment at which it stands there or beyond', () => {
    fc.assert(
      fc.property(bar, part, fc.constantFrom('above', 'below'), (bar, share, side) => {
        const turns = minuteTurns(bar);
        const level = bar.low + share * (bar.high - bar.low);
        const at = reachedAt(turns, level, side)!;
        const sign = side === 'above' ? 1 : -1;
        expect(sign * (priceAt(turns, at) - level)).toBeGreaterThanOrEqual(-1e-6);
        for (let before = 0; before < at - 1e-6; before += at / 20) {
          expect(sign * (priceAt(turns, before) - level)).toBeLessThan(1e-6);
        }
        expect(reachedAt(turns, side === 'above' ? bar.high + 1 : bar.low - 1, side)).toBeUndefined();
      }),
    );
  });
});
