import { describe, expect, it } from 'vitest';
import { historyQuality, QUALITY_V2 } from './quality.ts';

describe('quality of a history', () => {
  it.each([
    [0, true, true, true],
    [167, true, true, true],
    [168, false, true, true],
    [719, false, true, true],
    [720, false, false, true],
    [1_439, false, false, true],
    [1_440, false, false, false],
    [2_159, false, false, false],
    [2_160, false, false, false],
  ])(
    '%s hours: new listing %s, warming up %s, insufficient %s [#456]',
    (hours, newListing, warmingUp, insufficient) => {
      expect(historyQuality(hours, 0)).toEqual({
        hours,
        newListing,
        warmingUp,
        insufficientHistory: insufficient,
        settled: hours >= 90 * 24,
        sparse: false,
        published: !newListing,
        ownTransitions: !warmingUp,
      });
    },
  );

  it.each([
    [8, false],
    [9, true],
  ])('%s of the last 168 hours without a bar is sparse: %s', (missing, sparse) => {
    expect(historyQuality(5_000, missing)).toMatchObject({ sparse, published: !sparse, ownTransitions: true });
    expect(QUALITY_V2.sparseShare * QUALITY_V2.sparseHours).toMatchOracle(8.4, { rel: 1e-15, abs: 0 });
  });

  it('flags only ever fall with age, and what is new is warming up too', () => {
    const ages = Array.from({ length: 1_500 }, (_, hours) => historyQuality(hours, 0));
    ages.forEach(({ newListing, warmingUp, insufficientHistory }, hours) => {
      const flags = [newListing, warmingUp, insufficientHistory].map(Number);
      expect([...flags].sort((a, b) => a - b)).toEqual(flags);
      const later = ages[hours + 1];
      if (later === undefined) return;
      expect(Number(later.newListing) <= flags[0]! && Number(later.warmingUp) <= flags[1]!).toBe(true);
      expect(Number(later.insufficientHistory)).toBeLessThanOrEqual(flags[2]!);
    });
  });

  it('refuses counts that are none', () => {
    expect(() => historyQuality(-1, 0)).toThrow(/"hours" expected an integer ≥ 0, got -1/);
    expect(() => historyQuality(1, 169)).toThrow(/"missing" expected a number within 0…168, got 169/);
  });
});
