import { rollingRank } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketVolatility, RegimeShares } from './market.ts';
import {
  sentimentOf,
  VOLATILITY_INDEX_V1,
  volatilityIndexPoint,
  type VolatilityIndexConfig,
  type VolatilityIndexPoint,
} from './volatility-index.ts';

const MIX: RegimeShares = { vol_shock: 0.1, mean_reverting: 0, compressed: 0.2, expanding: 0.2, normal: 0.5 };
const MARKET: MarketVolatility = {
  cviRealized30: 60,
  cviRealized7: 50,
  regimeMix: { byCount: MIX, byNotional: MIX },
  medianTermRatio: 1,
  benchmarkTermRatio: 1,
  benchmarkPctile30: 50,
};
const EAGER: VolatilityIndexConfig = { ...VOLATILITY_INDEX_V1, percentile: { days: 20, minDays: 3 } };

const maybe = (value: fc.Arbitrary<number>): fc.Arbitrary<number | null> => fc.option(value, { freq: 8 });
const market: fc.Arbitrary<MarketVolatility> = fc
  .record({
    cviRealized30: maybe(fc.integer({ min: 0, max: 200 })),
    cviRealized7: maybe(fc.double({ min: 0, max: 200, noNaN: true })),
    shock: fc.double({ min: 0, max: 0.5, noNaN: true }),
    expanding: fc.double({ min: 0, max: 0.5, noNaN: true }),
    mixed: fc.boolean(),
    benchmarkTermRatio: maybe(fc.double({ min: 0, max: 3, noNaN: true })),
  })
  .map(({ shock, expanding, mixed, ...rest }) => {
    const mix = { vol_shock: shock, mean_reverting: 0, compressed: 0, expanding, normal: 1 - shock - expanding };
    return { ...MARKET, ...rest, regimeMix: { byCount: null, byNotional: mixed ? mix : null } };
  });

/** Points of consecutive days. */
function run(days: readonly MarketVolatility[], config = EAGER): VolatilityIndexPoint[] {
  const points: VolatilityIndexPoint[] = [];
  for (const day of days) points.push(volatilityIndexPoint(day, points, config));
  return points;
}

it('ranks each day among the last 20 that have a value, itself included, from the third on', () => {
  fc.assert(
    fc.property(fc.array(market, { minLength: 25, maxLength: 40 }), (days) => {
      const points = run(days);
      for (const [field, pctile] of [
        ['cviRealized30', 'cviPctile30'],
        ['cviRealized7', 'cviPctile7'],
      ] as const) {
        const known = days.flatMap((day) => day[field] ?? []);
        const ranks = [...rollingRank(known, 20, { minCount: 3 })].map((rank) => (Number.isNaN(rank) ? null : rank));
        expect(points.filter((point) => point[field] !== null).map((point) => point[pctile])).toEqual(ranks);
        expect(points.every((point) => point[field] !== null || point[pctile] === null)).toBe(true);
      }
    }),
  );
});

describe('the composite', () => {
  const year = Array.from({ length: 364 }, (_, i): MarketVolatility => ({
    ...MARKET,
    cviRealized30: i,
    cviRealized7: i,
  }));

  it('[#388] weighs the ranks .40 and .25, the agitated share .20 and the benchmark term ratio .15', () => {
    // The highest of 365 ranks at 100·364.5/365; .3 agitated scores 70, a ratio of 1 scores 50.
    const top = run([...year, { ...MARKET, cviRealized30: 500, cviRealized7: 500 }], VOLATILITY_INDEX_V1).at(-1)!;
    const rank = (100 * 364.5) / 365;
    const exact = 0.65 * rank + 0.2 * 70 + 0.15 * 50;
    expect(top.compositeScore).toBe(Math.floor(exact * 10 + 0.5) / 10);
    expect(top).toMatchObject({ cviPctile30: rank, cviPctile7: rank, sentiment: 'FEAR', partial: false });
  });

  it('fills in for what is missing: without 90 days only share and ratio count', () => {
    const first = run([MARKET], VOLATILITY_INDEX_V1)[0]!;
    expect(first).toMatchObject({ cviPctile30: null, cviPctile7: null, partial: true });
    expect(first.compositeScore).toBe(Math.floor(((0.2 * 70 + 0.15 * 50) / 0.35) * 10 + 0.5) / 10);
    const ranked = run([...year.slice(0, 89), MARKET], VOLATILITY_INDEX_V1).at(-1)!;
    expect(ranked.cviPctile30).not.toBeNull();
  });

  it('is null, and partial, without any input', () => {
    const nothing = { ...MARKET, cviRealized30: null, cviRealized7: null, benchmarkTermRatio: null };
    const [point] = run([{ ...nothing, regimeMix: { byCount: null, byNotional: null } }]);
    expect(point).toMatchObject({ compositeScore: null, sentiment: null, partial: true });
  });

  it('stays within 0…100 and never falls when an input rises', () => {
    const up = fc.record({
      cvi: fc.nat({ max: 50 }),
      share: fc.double({ min: 0, max: 0.2, noNaN: true }),
      ratio: fc.nat({ max: 1 }),
    });
    fc.assert(
      fc.property(fc.array(market, { minLength: 3, maxLength: 20 }), up, (days, more) => {
        const last = days.at(-1)!;
        const mix = last.regimeMix.byNotional;
        const raised: MarketVolatility = {
          ...last,
          cviRealized30: last.cviRealized30 === null ? null : last.cviRealized30 + more.cvi,
          cviRealized7: last.cviRealized7 === null ? null : last.cviRealized7 + more.cvi,
          benchmarkTermRatio: last.benchmarkTermRatio === null ? null : last.benchmarkTermRatio + more.ratio,
          regimeMix: {
            byCount: null,
            byNotional: mix === null ? null : { ...mix, vol_shock: mix.vol_shock + more.share },
          },
        };
        const past = run(days.slice(0, -1));
        const score = (of: MarketVolatility): number => volatilityIndexPoint(of, past, EAGER).compositeScore ?? 0;
        const [before, after] = [score(last), score(raised)];
        expect(after).toBeGreaterThanOrEqual(before);
        expect([before, after].every((score) => score >= 0 && score <= 100)).toBe(true);
      }),
    );
  });

  it.each([
    [0, 'COMPLACENT'],
    [14.9, 'COMPLACENT'],
    [15, 'CALM'],
    [34.9, 'CALM'],
    [35, 'NEUTRAL'],
    [54.9, 'NEUTRAL'],
    [55, 'NERVOUS'],
    [74.9, 'NERVOUS'],
    [75, 'FEAR'],
    [100, 'FEAR'],
  ] as const)('of %d reads %s', (score, sentiment) => {
    expect(sentimentOf(score)).toBe(sentiment);
  });
});
