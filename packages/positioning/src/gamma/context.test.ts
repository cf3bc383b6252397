import { fold } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAMMA_V2 } from './config.ts';
import { contextOf, distributionContext, fundingPinned, type GammaSample } from './context.ts';
import { knownSamples, sampleAt } from '../../test/gamma-cycles.ts';

const many = (count: number, change: (i: number) => Partial<GammaSample> = () => ({})): GammaSample[] =>
  Array.from({ length: count }, (_, i) => sampleAt(i, change(i)));

const PCTILES = ['nearDensityPctile', 'absDistToFlipPctile', 'skewPctile', 'scorePctile', 'fundingPctile'] as const;

describe('funding pinned to its baseline', () => {
  const pinned = (count: number, at: number, rate: number, other = 2e-5) =>
    fundingPinned(many(count, (i) => ({ fundingRate: i < at ? rate : other })));

  it('is true from 18 of 24 samples on, and not known under 24 [#498]', () => {
    expect([pinned(24, 17, 1.25e-5), pinned(24, 18, 1.25e-5), pinned(24, 19, 1.25e-5)]).toEqual([false, true, true]);
    expect([pinned(22, 22, 1.25e-5), pinned(23, 23, 1.25e-5)]).toEqual([null, null]);
    expect(pinned(24, 24, 1.25e-5)).toBe(true);
  });

  it.each([
    [1.2399e-5, false],
    [1.24e-5, true],
    [1.2401e-5, true],
    [1.2599e-5, true],
    [1.26e-5, true],
    [1.2601e-5, false],
    [-1.25e-5, false],
  ])('takes a rate of %s for one at the baseline: %s', (rate, expected) => {
    expect(pinned(24, 18, rate)).toBe(expected);
  });

  it('looks at the last 24 alone, and takes a rate that is not known for another one', () => {
    expect(pinned(42, 18, 1.25e-5)).toBe(false);
    expect(pinned(30, 24, 1.25e-5)).toBe(true);
    expect(fundingPinned(many(24, (i) => ({ fundingRate: i < 7 ? null : 1.25e-5 })))).toBe(false);
    expect(fundingPinned(many(24, (i) => ({ fundingRate: i < 6 ? null : 1.25e-5 })))).toBe(true);
  });
});

describe('the distribution context', () => {
  it('is warming with 47 samples and ready with 48, and then every percentile is known [#492][#493]', () => {
    const of = (count: number) => contextOf(many(count, (i) => ({ skew: (i % 7) / 10 })));
    for (const [count, status] of [
      [0, 'warming'],
      [47, 'warming'],
      [48, 'ready'],
      [720, 'ready'],
    ] as const) {
      const context = of(count);
      expect([context.status, context.sampleCount, context.historyDays]).toEqual([status, count, count / 24]);
      for (const name of PCTILES) expect(context[name] === null).toBe(status === 'warming');
      expect(context.skewZ === null).toBe(status === 'warming');
    }
    expect(of(0).sampleTime).toBeNull();
    expect(of(48).sampleTime).toBe(sampleAt(47).time);
  });

  it('has no percentile of funding while that is pinned, and one again afterwards [#499]', () => {
    const pinned = contextOf(many(48, () => ({ fundingRate: 1.25e-5 })));
    expect([pinned.fundingPinned, pinned.fundingPctile, pinned.skewPctile]).toEqual([true, null, 50]);
    const free = contextOf(many(48, (i) => ({ fundingRate: i < 31 ? 1.25e-5 : 2e-5 })));
    expect(free.fundingPinned).toBe(false);
    expect(free.fundingPctile).toBeCloseTo((100 * (31 + 17 / 2)) / 48, 12);
  });

  it('ranks the newest sample: mid-rank, the distance without its sign', () => {
    const distances = many(100, (i) => ({ distToFlipPct: i === 99 ? -50.5 : i + 1 }));
    expect(contextOf(distances).absDistToFlipPctile).toBe(50.5);
    expect(contextOf(many(60)).nearDensityPctile).toBe(50);
  });

  it('measures the skew by its robust deviation, within ±6, and not when all are alike', () => {
    // of 1…99 and 60: the median is 50.5, the median distance from it 24.5
    const spread = many(100, (i) => ({ skew: i === 99 ? 60 : i + 1 }));
    expect(contextOf(spread).skewZ).toBeCloseTo(9.5 / (1.4826 * 24.5), 12);
    expect(contextOf(many(60)).skewZ).toBeNull();
    // More than half are alike but not three quarters: the interquartile range applies.
    const peaked = many(100, (i) => ({ skew: i < 60 ? 0 : i / 1000 }));
    expect(contextOf(peaked).skewZ).toBeGreaterThan(0);
    expect(contextOf(many(100, (i) => ({ skew: i === 99 ? 1 : (i % 5) / 1e6 }))).skewZ).toBe(6);
  });

  it('does not rank what the newest sample does not know, nor what 47 of them know', () => {
    const unknown = contextOf(many(60, (i) => (i === 59 ? { skew: null, distToFlipPct: null } : {})));
    expect([unknown.skewPctile, unknown.skewZ, unknown.absDistToFlipPctile]).toEqual([null, null, null]);
    expect(unknown.nearDensityPctile).toBe(50);
    const knownBy = (count: number) => contextOf(many(60, (i) => (i < 60 - count ? { score: null } : {}))).scorePctile;
    expect([knownBy(47), knownBy(48)]).toEqual([null, 50]);
  });

  it('has percentiles exactly when it is ready, within 0…100, of funding unless it is pinned', () => {
    fc.assert(
      fc.property(knownSamples, (samples) => {
        for (const { status, fundingPinned: isPinned, ...context } of fold(distributionContext(), samples).outputs) {
          for (const name of PCTILES) {
            const pctile = context[name];
            const isNull = status === 'warming' || (name === 'fundingPctile' && isPinned === true);
            expect(pctile === null).toBe(isNull);
            if (pctile !== null) expect(pctile >= 0 && pctile <= 100).toBe(true);
          }
          expect(status === 'warming').toBe(context.sampleCount < 48);
          expect(isPinned === null).toBe(context.sampleCount < 24);
        }
      }),
    );
  });

  it('is that of its ring to the bit: replayed, stored in between, and with cycles within the hour', () => {
    fc.assert(
      fc.property(knownSamples, fc.nat(), (samples, cut) => {
        const reducer = distributionContext();
        const whole = fold(reducer, samples).state;
        expect(fold(reducer, whole.samples).state).toEqual(whole);
        expect(contextOf(whole.samples)).toEqual(whole.context);
        const at = samples.length === 0 ? 0 : cut % samples.length;
        const stored = JSON.parse(JSON.stringify(fold(reducer, samples.slice(0, at)).state)) as typeof whole; // oxlint-disable-line typescript/no-unsafe-type-assertion -- a copy of itself
        expect(fold(reducer, samples.slice(at), stored).state).toEqual(whole);
        const crowded = samples.flatMap((sample) => [sample, { ...sample, time: sample.time + 300_000, skew: 1 }]);
        expect(fold(reducer, crowded).state).toEqual(whole);
      }),
    );
  });

  it('mirrors: with the other sign the rank of the skew is 100 less it, and the deviation changes its sign', () => {
    fc.assert(
      fc.property(knownSamples, (samples) => {
        const here = contextOf(samples);
        const there = contextOf(samples.map((sample) => ({ ...sample, skew: -sample.skew! })));
        fc.pre(here.skewPctile !== null);
        expect(there.skewPctile).toBeCloseTo(100 - here.skewPctile, 11);
        expect(there.skewZ ?? 0).toBeCloseTo(-(here.skewZ ?? 0), 11);
        expect(there.fundingPctile).toBe(here.fundingPctile);
      }),
    );
  });

  it('refuses the state of another version', () => {
    const { initial, step } = distributionContext();
    expect(() => step({ ...initial, version: 'gamma/1' }, sampleAt(0))).toThrow(
      '"state" expected the version gamma/2, got "gamma/1"',
    );
    expect(GAMMA_V2.version).toBe('gamma/2');
  });
});
