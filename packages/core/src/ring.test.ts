import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRing, pushRing, ringValues } from './ring.ts';

describe('a ring', () => {
  it('holds the last numbers, oldest first, and hands back the one it pushes out', () => {
    const numbers = fc.array(fc.double({ noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), numbers, (capacity, values) => {
        const ring = createRing(capacity);
        const gone = values.map((value) => pushRing(ring, value));
        expect([...ringValues(ring)]).toEqual(values.slice(-capacity));
        expect(gone).toEqual(values.map((_, i) => (i < capacity ? NaN : values[i - capacity])));
      }),
    );
  });

  it('continues from its numbers', () => {
    const numbers = fc.array(fc.integer(), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), numbers, fc.integer(), (capacity, values, next) => {
        const ring = createRing(capacity);
        for (const value of values) pushRing(ring, value);
        const again = createRing(capacity, [...ringValues(ring)]);
        expect(pushRing(again, next)).toBe(pushRing(ring, next));
        expect(ringValues(again)).toEqual(ringValues(ring));
      }),
    );
  });

  it('gives numbers in memory of their own', () => {
    const ring = createRing(2, [1, 2]);
    ringValues(ring)[0] = 9;
    expect([...ringValues(ring)]).toEqual([1, 2]);
  });

  it('refuses no room, and more numbers than it has room for', () => {
    expect(() => createRing(0)).toThrow(/"capacity" expected an integer ≥ 1, got 0/);
    expect(() => createRing(1, [1, 2])).toThrow(/"values" expected at most 1 numbers, got 2/);
  });
});
