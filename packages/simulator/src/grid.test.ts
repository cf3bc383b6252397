import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { above, below, PRICE_DIGITS, roundSignificant } from './grid.ts';

const price = fc.double({ min: 1e-10, max: 1e12, noNaN: true });

describe('roundSignificant', () => {
  it('prints with no more digits than asked for', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 8 }), (value, digits) => {
        const [mantissa] = roundSignificant(value, digits).toExponential().split('e');
        expect(mantissa!.replace(/\D/g, '').length).toBeLessThanOrEqual(digits);
      }),
    );
  });

  it('moves a value by at most half a unit of its last digit', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 8 }), (value, digits) => {
        const slack = 1 + 1e-9;
        const unit = Number(`1e${Math.floor(Math.log10(value * slack)) - digits + 1}`);
        expect(Math.abs(roundSignificant(value, digits) - value)).toBeLessThanOrEqual(0.5 * unit * slack);
      }),
    );
  });

  it('never reverses an order', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(roundSignificant(low, 5)).toBeLessThanOrEqual(roundSignificant(high, 5));
      }),
    );
  });

  it.each([
    [42_123.456, 5, 42_123],
    [123_456, 5, 123_460],
    [0.000012345678, 5, 0.000012346],
    [0.99999712, 5, 1],
    [1.00004, 5, 1],
    [0.1 + 0.2, 5, 0.3],
    [7, 5, 7],
  ])('%d to %d digits is %d', (value, digits, expected) => {
    expect(roundSignificant(value, digits)).toBe(expected);
  });
});

describe('above and below', () => {
  const onGrid = price.map((value) => roundSignificant(value, PRICE_DIGITS));

  it('lead to a neighbour on the grid and back', () => {
    fc.assert(
      fc.property(onGrid, (value) => {
        expect(above(value)).toBeGreaterThan(value);
        expect(roundSignificant(above(value), PRICE_DIGITS)).toBe(above(value));
        expect(below(above(value))).toBe(value);
        expect(above(below(value))).toBe(value);
      }),
    );
  });

  it('of many ticks are as many steps', () => {
    fc.assert(
      fc.property(onGrid, fc.integer({ min: 1, max: 60 }), (value, ticks) => {
        let [up, down] = [value, value];
        for (let i = 0; i < ticks; i++) [up, down] = [above(up), below(down)];
        expect([above(value, ticks), below(value, ticks)]).toEqual([up, down]);
      }),
      { examples: [[99_990, 20], [1, 3], [0.00010003, 5]] },
    );
  });

  it.each([
    [9.9999, 10, 9.9998],
    [10, 10.001, 9.9999],
    [42_000, 42_001, 41_999],
  ])('of %d are %d and %d', (value, up, down) => {
    expect([above(value), below(value)]).toEqual([up, down]);
  });
});
