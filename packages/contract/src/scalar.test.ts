import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { num } from './scalar.ts';

describe('num', () => {
  it('gives JSON a number or null, and every finite number back as it was', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const wire: unknown = JSON.parse(JSON.stringify({ value: num(value) }));
        expect(wire).toEqual({ value: Number.isFinite(value) ? (value === 0 ? 0 : value) : null });
      }),
    );
  });

  it('turns NaN, both infinities, null and undefined into null', () => {
    expect([NaN, Infinity, -Infinity, null, undefined].map(num)).toEqual([null, null, null, null, null]);
  });

  it('gives no negative zero', () => {
    expect(Object.is(num(-0), 0)).toBe(true);
  });
});
