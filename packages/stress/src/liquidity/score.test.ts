import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cappedShares, liquidityMarket, type LiquidityCoin } from './market.ts';
import { LIQUIDITY_REGIMES } from './regime.ts';
import { FRAGILITY_PARTS, FRAGILITY_V1 } from './score-config.ts';
import { fragilityBand, liquidityScore, type FragilityValues } from './score.ts';

const ratio = fc.double({ min: 0, max: 5, noNaN: true });
const points = fc.double({ min: -20, max: 20, noNaN: true });
const whole = fc.record({
  depthRatio: ratio,
  spreadRatio: ratio,
  imbalance: fc.double({ min: -1, max: 1, noNaN: true }),
  h4: fc.record({ divergence: points }),
});
const values: fc.Arbitrary<FragilityValues> = fc.record({
  depthRatio: fc.option(ratio),
  spreadRatio: fc.option(ratio),
  imbalance: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  h4: fc.record({ divergence: fc.option(points) }),
});
const scoreOf = (one: FragilityValues): number => liquidityScore(one).score!;

describe('the fragility score of a coin', () => {
  it('[#371] is worked by hand: an ordinary book scores 79, a drained one 7', () => {
    const usual = liquidityScore({ depthRatio: 1, spreadRatio: 1, imbalance: 0, h4: { divergence: 0 } });
    // .40·70 + .20·80 + .15·100 + .25·80
    expect(usual).toMatchObject({ configVersion: 'fragility/1', score: 79, band: 'healthy', partial: false });
    const drained = liquidityScore({ depthRatio: 0.3, spreadRatio: 2.4, imbalance: -0.8, h4: { divergence: 8 } });
    // .40·0 + .20·20 + .15·20 + .25·0
    expect(drained).toMatchObject({ score: 7, band: 'fragile' });
  });

  it('[#371] follows from its components: Σ weight · score, each score from its value by the knots', () => {
    fc.assert(
      fc.property(values, (given) => {
        const { score, partial, components } = liquidityScore(given);
        const known = components.filter((part) => part.score !== null);
        expect(partial).toBe(known.length < 4);
        expect(components.map(({ name }) => name)).toEqual(FRAGILITY_PARTS);
        for (const { name, value, score: own, weight } of components) {
          expect([value === null, weight === 0]).toEqual([own === null, own === null]);
          if (value !== null)
            expect(own).toMatchOracle(plainMap(FRAGILITY_V1.knots[name], value), { rel: 1e-12, abs: 1e-9 });
        }
        const sum = known.reduce((total, part) => total + part.weight * part.score!, 0);
        if (known.length === 0) expect([score, liquidityScore(given).band]).toEqual([null, null]);
        else expect(Math.abs(score! - sum)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
    );
  });

  it('never falls with depth, and never rises with spread, size of the imbalance or divergence', () => {
    fc.assert(
      fc.property(whole, ratio, fc.double({ min: 0, max: 1, noNaN: true }), points, (one, r, i, d) => {
        const [low, high] = [Math.min(one.depthRatio, r), Math.max(one.depthRatio, r)];
        expect(scoreOf({ ...one, depthRatio: high })).toBeGreaterThanOrEqual(scoreOf({ ...one, depthRatio: low }));
        const [tight, loose] = [Math.min(one.spreadRatio, r), Math.max(one.spreadRatio, r)];
        expect(scoreOf({ ...one, spreadRatio: loose })).toBeLessThanOrEqual(scoreOf({ ...one, spreadRatio: tight }));
        const [even, odd] = [Math.min(Math.abs(one.imbalance), i), Math.max(Math.abs(one.imbalance), i)];
        expect(scoreOf({ ...one, imbalance: -odd })).toBeLessThanOrEqual(scoreOf({ ...one, imbalance: even }));
        const [less, more] = [Math.min(one.h4.divergence, d), Math.max(one.h4.divergence, d)];
        expect(scoreOf({ ...one, h4: { divergence: more } })).toBeLessThanOrEqual(
          scoreOf({ ...one, h4: { divergence: less } }),
        );
        expect(scoreOf(one)).toBeGreaterThanOrEqual(0);
        expect(scoreOf(one)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it.each([
    [75, 'leaning_healthy', 'healthy'],
    [60, 'neutral', 'leaning_healthy'],
    [40, 'leaning_fragile', 'neutral'],
    [25, 'fragile', 'leaning_fragile'],
  ] as const)('[#377] has an edge of its bands at %d: %s below, %s from it on', (edge, below, from) => {
    expect([edge - 0.1, edge, edge + 0.1].map((score) => fragilityBand(score))).toEqual([below, from, from]);
  });
});

function plainMap(knots: readonly (readonly [number, number])[], x: number): number {
  const next = knots.findIndex(([at]) => x < at);
  if (next === 0) return knots[0]![1];
  if (next === -1) return knots.at(-1)![1];
  const [[x0, s0], [x1, s1]] = [knots[next - 1]!, knots[next]!];
  return s0 + ((x - x0) * (s1 - s0)) / (x1 - x0);
}

describe('the market', () => {
  const coin = fc.record({
    regime: fc.constantFrom(...LIQUIDITY_REGIMES),
    status: fc.constantFrom('ok' as const, 'warming' as const),
    score: values.map((one) => liquidityScore(one)),
    openInterestUsd: fc.option(fc.oneof(fc.constant(0), fc.double({ min: 1, max: 1e11, noNaN: true }))),
  });
  const market = fc
    .array(coin, { maxLength: 12 })
    .map((coins) => coins.map((one, i): LiquidityCoin => ({ symbol: `C${i}`, ...one })));

  it('follows from its coins: Σ weight · score, weights that sum to one, none above a quarter of five or more', () => {
    fc.assert(
      fc.property(market, (coins) => {
        const { score, band, coins: parts, counts, warming, regime } = liquidityMarket(coins);
        const known = parts.filter((part) => part.score !== null && (part.openInterestUsd ?? 0) > 0);
        expect(parts.filter(({ weight }) => weight > 0)).toEqual(known);
        const sum = known.reduce((total, part) => total + part.weight * part.score!, 0);
        if (known.length === 0) expect([score, band]).toEqual([null, null]);
        else {
          expect(known.reduce((total, { weight }) => total + weight, 0)).toMatchOracle(1, { rel: 1e-12, abs: 0 });
          expect(Math.max(...known.map(({ weight }) => weight))).toBeLessThanOrEqual(Math.max(0.25, 1 / known.length));
          expect(Math.abs(score! - sum)).toBeLessThanOrEqual(0.05 + 1e-9);
          expect(band).toBe(fragilityBand(score!));
        }
        expect(Object.values(counts).reduce((a, b) => a + b, warming)).toBe(coins.length);
        expect(regime === null).toBe(warming === coins.length);
      }),
    );
  });

  it('does not know the order of its coins', () => {
    fc.assert(
      fc.property(market, (coins) => {
        expect(liquidityMarket(coins.toReversed())).toEqual(liquidityMarket(coins));
      }),
    );
  });

  it('caps a coin at a quarter and gives the excess to the others by their size', () => {
    expect(cappedShares([70, 10, 10, 5, 5], 0.25)).toMatchOracle([0.25, 0.25, 0.25, 0.125, 0.125], {
      rel: 1e-12,
      abs: 0,
    });
    expect(cappedShares([3, 1, 0], 0.25)).toEqual([0.5, 0.5, 0]);
    expect(cappedShares([0, 0], 0.25)).toEqual([0, 0]);
    expect(cappedShares([], 0.25)).toEqual([]);
  });

  it('names the label of the most coins, the graver of equal ones, and refuses an invalid open interest', () => {
    const one = (symbol: string, regime: LiquidityCoin['regime'], openInterestUsd = 1): LiquidityCoin => ({
      symbol,
      regime,
      status: 'ok',
      score: liquidityScore({ depthRatio: 1, spreadRatio: 1, imbalance: 0, h4: { divergence: 0 } }),
      openInterestUsd,
    });
    expect(liquidityMarket([one('A', 'neutral'), one('B', 'depth_withdrawal')])).toMatchObject({
      regime: 'depth_withdrawal',
      score: 79,
      partial: false,
      counts: { neutral: 1, depth_withdrawal: 1 },
    });
    const blank = liquidityScore({ depthRatio: null, spreadRatio: null, imbalance: null, h4: { divergence: null } });
    expect(liquidityMarket([one('A', 'neutral'), { ...one('B', 'neutral'), score: blank }])).toMatchObject({
      score: 79,
      partial: true,
      coins: [{ weight: 1 }, { score: null, weight: 0 }],
    });
    expect(() => liquidityMarket([one('A', 'neutral', -1)])).toThrow(/"openInterestUsd" expected a number within/);
  });
});
