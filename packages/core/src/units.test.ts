import { describe, expect, it } from 'vitest';
import { epochMs, fraction, percent, toFraction, toPercent } from './units.ts';

describe('units', () => {
  it('turn a share of one into a share of a hundred, and back', () => {
    expect(toPercent(fraction(0.25))).toBe(25);
    expect(toFraction(percent(25))).toBe(0.25);
  });

  it('mark numbers without changing them', () => {
    expect([epochMs(5), fraction(0.5), percent(50)]).toEqual([5, 0.5, 50]);
  });
});
