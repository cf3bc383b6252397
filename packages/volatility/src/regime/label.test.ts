import { describe, expect, it } from 'vitest';
import { VOLATILITY_REGIME_V1 } from './config.ts';
import { labelOf, type RegimeInput } from './label.ts';

/** A day that fits no special label. */
const PLAIN: RegimeInput = {
  rvGk7: 50,
  shockLevel: 90,
  median: 48,
  peak: 100,
  before: 50,
  rank: 50,
  termStructureRatio: 1,
};
const label = (day: Partial<RegimeInput>, shockIsRecent = false): ReturnType<typeof labelOf> =>
  labelOf({ ...PLAIN, ...day }, shockIsRecent, VOLATILITY_REGIME_V1);

describe('the label of a day', () => {
  it('is normal when no rule holds', () => {
    expect(label({})).toBe('normal');
  });

  it('[#406] is vol_shock from the shock quantile of its own window on', () => {
    expect(label({ rvGk7: 89.999 })).toBe('normal');
    expect(label({ rvGk7: 90 })).toBe('vol_shock');
    expect(label({ rvGk7: 90.001 })).toBe('vol_shock');
  });

  it('is no vol_shock in a window of equal values, where every value is its own quantile', () => {
    expect(label({ rvGk7: 50, shockLevel: 50, median: 50 })).toBe('normal');
    expect(label({ rvGk7: 0, shockLevel: 0, median: 0, rank: 50, termStructureRatio: NaN })).toBe('normal');
    expect(label({ rvGk7: 50.001, shockLevel: 50, median: 50 })).toBe('vol_shock');
  });

  it('is mean_reverting after a recent shock, at or below 85 % of the peak and while it falls', () => {
    const falling = { rvGk7: 85, shockLevel: 200, before: 86 };
    expect(label(falling, true)).toBe('mean_reverting');
    expect(label(falling, false)).toBe('normal');
    expect(label({ ...falling, rvGk7: 85.001 }, true)).toBe('normal');
    expect(label({ ...falling, rvGk7: 84.999 }, true)).toBe('mean_reverting');
    expect(label({ ...falling, before: 85 }, true)).toBe('normal');
    expect(label({ ...falling, before: NaN }, true)).toBe('normal');
  });

  it('is compressed up to rank 25 with a term ratio up to 1', () => {
    expect(label({ rank: 25 })).toBe('compressed');
    expect(label({ rank: 25.001 })).toBe('normal');
    expect(label({ rank: 24.999 })).toBe('compressed');
    expect(label({ rank: 10, termStructureRatio: 1.001 })).toBe('normal');
    expect(label({ rank: 10, termStructureRatio: 0.999 })).toBe('compressed');
    expect(label({ rank: 10, termStructureRatio: NaN })).toBe('normal');
  });

  it('is expanding from a term ratio of 1.1 on while it rises', () => {
    const rising = { termStructureRatio: 1.1, before: 49.999 };
    expect(label(rising)).toBe('expanding');
    expect(label({ ...rising, termStructureRatio: 1.099 })).toBe('normal');
    expect(label({ ...rising, termStructureRatio: 1.101 })).toBe('expanding');
    expect(label({ ...rising, before: 50 })).toBe('normal');
    expect(label({ ...rising, before: NaN })).toBe('normal');
  });

  it('is that of the first rule that holds', () => {
    const all = { rvGk7: 80, shockLevel: 80, peak: 100, before: 90, rank: 10, termStructureRatio: 1 };
    expect(label(all, true)).toBe('vol_shock');
    expect(label({ ...all, shockLevel: 81 }, true)).toBe('mean_reverting');
    expect(label({ ...all, shockLevel: 81 }, false)).toBe('compressed');
  });

  it.each(['rvGk7', 'shockLevel', 'rank'] as const)('is null while %s is undefined', (field) => {
    expect(label({ [field]: NaN })).toBeNull();
  });
});
