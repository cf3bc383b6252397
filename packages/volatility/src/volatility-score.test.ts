import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketVolatility, RegimeShares } from './market.ts';
import { grossExposureMultiplier, volatilityBand, volatilityScore } from './volatility-score.ts';

const mix = (shock: number): RegimeShares => ({
  vol_shock: shock,
  mean_reverting: 0,
  compressed: 0,
  expanding: 0,
  normal: 1 - shock,
});
const market = (part: Partial<MarketVolatility> & { shock?: number | null }): MarketVolatility => {
  const { shock = 0.1, ...rest } = part;
  return {
    cviRealized30: 60,
    cviRealized7: 50,
    regimeMix: { byCount: null, byNotional: shock === null ? null : mix(shock) },
    medianTermRatio: 1,
    benchmarkTermRatio: 1,
    benchmarkPctile30: 50,
    ...rest,
  };
};

describe('the volatility score', () => {
  it('[#407] weighs the index .35, the share in shock .25, the median term ratio .20 and the benchmark .20', () => {
    const score = volatilityScore(market({}), 80);
    // 0.1 in shock scores 30, a ratio of 1 scores 50.
    expect(score.composite).toBe(0.35 * 80 + 0.25 * 30 + 0.2 * 50 + 0.2 * 50);
    expect(score).toMatchObject({ band: 'normal', partial: false, targetVol: 60, configVersion: 'volatility-score/1' });
    expect(score.subScores).toEqual({ cvi30: 80, shockShare: 30, termRatio: 50, benchmark: 50 });
  });

  it('fills in for what is missing, and is null without anything', () => {
    const alone = { shock: null, medianTermRatio: null, benchmarkPctile30: null };
    expect(volatilityScore(market(alone), 80)).toMatchObject({ composite: 80, partial: true, band: 'stressed' });
    expect(volatilityScore(market(alone), null)).toMatchObject({
      composite: null,
      band: null,
      grossExposureMultiplier: null,
      targetVol: 60,
      partial: true,
    });
  });

  it.each([
    [0, 'dormant'],
    [14.9, 'dormant'],
    [15, 'calm'],
    [34.9, 'calm'],
    [35, 'normal'],
    [59.9, 'normal'],
    [60, 'elevated'],
    [79.9, 'elevated'],
    [80, 'stressed'],
    [100, 'stressed'],
  ] as const)('[#407] of %d is %s', (score, band) => {
    expect(volatilityBand(score)).toBe(band);
  });

  it.each([
    [0, 1],
    [30, 1],
    [40, 1],
    [70, 0.75],
    [100, 0.5],
  ])('[#407] of %d leaves %d of gross exposure', (score, multiplier) => {
    expect(grossExposureMultiplier(score)).toBe(multiplier);
  });

  it('never raises exposure with stress, and keeps it within 0.5…1', () => {
    const score = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(score, score, (a, b) => {
        const [low, high] = [grossExposureMultiplier(Math.min(a, b)), grossExposureMultiplier(Math.max(a, b))];
        expect(high).toBeLessThanOrEqual(low);
        expect([low, high].every((multiplier) => multiplier >= 0.5 && multiplier <= 1)).toBe(true);
      }),
    );
  });

  it('never falls when an input rises', () => {
    const inputs = fc.tuple(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 100, noNaN: true }),
    );
    fc.assert(
      fc.property(inputs, inputs, (a, b) => {
        const of = (pick: (x: number, y: number) => number): number => {
          const [cvi, shock, ratio, benchmark] = a.map((x, i) => pick(x, b[i]!)) as [number, number, number, number];
          return volatilityScore(market({ shock, medianTermRatio: ratio, benchmarkPctile30: benchmark }), cvi)
            .composite!;
        };
        expect(of(Math.max)).toBeGreaterThanOrEqual(of(Math.min));
      }),
    );
  });

  it('refuses a score beyond 0…100', () => {
    expect(() => grossExposureMultiplier(100.1)).toThrow('"score" expected a number within 0…100, got 100.1');
  });
});
