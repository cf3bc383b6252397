import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOL_TARGET_V1, volTargetMultiplier } from './target.ts';

describe('the volatility target multiplier', () => {
  it.each([
    [20, 3],
    [48, 1.25],
    [60, 1],
    [120, 0.5],
    [240, 0.25],
    [300, 0.25],
  ])('[#403] of a 30-day volatility of %d %% is %d', (volatility, multiplier) => {
    expect(volTargetMultiplier(volatility)).toBe(multiplier);
  });

  it('[#404] is at its floor from exactly 240 % on', () => {
    expect(volTargetMultiplier(240)).toBe(VOL_TARGET_V1.floor);
    expect(volTargetMultiplier(240 - 2 ** -45)).toBeGreaterThan(VOL_TARGET_V1.floor);
  });

  it('is the cap for a coin that did not move, and undefined for one that is', () => {
    expect(volTargetMultiplier(0)).toBe(3);
    expect(volTargetMultiplier(NaN)).toBeNaN();
  });

  it('never rises with volatility and stays within 0.25…3', () => {
    const volatility = fc.double({ min: 0, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(volatility, volatility, (a, b) => {
        const [low, high] = [volTargetMultiplier(Math.min(a, b)), volTargetMultiplier(Math.max(a, b))];
        expect(high).toBeLessThanOrEqual(low);
        expect([low, high].every((multiplier) => multiplier >= 0.25 && multiplier <= 3)).toBe(true);
      }),
    );
  });

  it('refuses a negative volatility and a bad config', () => {
    expect(() => volTargetMultiplier(-1)).toThrow('"volatility" expected a number ≥ 0, got -1');
    expect(() => volTargetMultiplier(1, { ...VOL_TARGET_V1, volatility: 0 })).toThrow(
      '"volatility" expected a target > 0, got 0',
    );
    expect(() => volTargetMultiplier(1, { ...VOL_TARGET_V1, floor: 4 })).toThrow(
      '"floor" expected a number within 0…3, got 4',
    );
  });
});
