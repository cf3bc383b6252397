import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LIQUIDATION_RISK_V1,
  LIQUIDATION_RISK_V2,
  liquidationBand,
  liquidationRiskOutlook,
  LIQUIDATION_RISKS,
  marketLiquidationRisk,
  type LiquidationInputs,
} from './liquidation-risk.ts';
import type { Outlook } from './outlook.ts';

const horizon = fc.constantFrom('h4' as const, 'h24' as const);
const usd = fc.double({ min: 0, max: 1e10, noNaN: true });
const inputs = fc.record({
  volatility: fc.double({ min: 0, max: 0.1, noNaN: true }),
  forced: fc.option(fc.record({ longs: usd, shorts: usd })),
  depth: fc.record({ bids: usd, asks: usd }),
  openInterest: usd,
});
const of = (input: LiquidationInputs, h: 'h4' | 'h24'): readonly number[] =>
  liquidationRiskOutlook(input, h).probabilities!;
const sum = (list: readonly number[]): number => list.reduce((total, p) => total + p, 0);
/** Expects each tail of the second to be at least that of the first. */
function expectNoLower(first: readonly number[], second: readonly number[]): void {
  for (let k = 1; k < first.length; k++) {
    expect(sum(second.slice(k))).toBeGreaterThanOrEqual(sum(first.slice(k)) - 1e-12);
  }
}

describe('the risk of liquidations', () => {
  it('sums to 1', () => {
    fc.assert(
      fc.property(inputs, horizon, (input, h) => {
        const p = of(input, h);
        expect(p).toHaveLength(LIQUIDATION_RISKS.length);
        expect(p.every((one) => one >= 0 && one <= 1)).toBe(true);
        expect(sum(p)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
      }),
    );
  });

  it('is never lowered by more forced notional, less depth, or more open interest', () => {
    let withForced = 0;
    fc.assert(
      fc.property(inputs, horizon, fc.double({ min: 1, max: 100, noNaN: true }), (input, h, k) => {
        const { forced, depth } = input;
        const before = of(input, h);
        expectNoLower(before, of({ ...input, depth: { ...depth, bids: depth.bids / k } }, h));
        expectNoLower(before, of({ ...input, depth: { ...depth, asks: depth.asks / k } }, h));
        expectNoLower(before, of({ ...input, openInterest: input.openInterest * k }, h));
        if (forced !== null) {
          withForced++;
          expectNoLower(before, of({ ...input, forced: { ...forced, longs: forced.longs * k } }, h));
          expectNoLower(before, of({ ...input, forced: { ...forced, shorts: forced.shorts * k } }, h));
        }
      }),
    );
    expect(withForced).toBeGreaterThan(10);
  });

  it('does not know which side is which: longs over bids mirror shorts over asks', () => {
    fc.assert(
      fc.property(inputs, horizon, (input, h) => {
        const { forced, depth } = input;
        const mirrored = {
          ...input,
          forced: forced === null ? null : { longs: forced.shorts, shorts: forced.longs },
          depth: { bids: depth.asks, asks: depth.bids },
        };
        expect(of(mirrored, h)).toEqual(of(input, h));
      }),
    );
  });

  it('knows the unit only by the one dollar that keeps an empty book finite', () => {
    const input = {
      volatility: 0.01,
      forced: { longs: 4e9, shorts: 1e9 },
      depth: { bids: 1e9, asks: 3e9 },
      openInterest: null,
    };
    const tenfold = { ...input, forced: { longs: 4e10, shorts: 1e10 }, depth: { bids: 1e10, asks: 3e10 } };
    expect(of(tenfold, 'h4')).toMatchOracle(of(input, 'h4'), { rel: 0, abs: 1e-8 });
    const empty = { ...input, depth: { bids: 0, asks: 0 } };
    expect(liquidationRiskOutlook(empty, 'h4', LIQUIDATION_RISK_V1).probabilities![3]).toBeGreaterThan(0.999);
    // Ratios above 1,000 count as 1,000.
    expect(of(empty, 'h4')).toEqual(of({ ...empty, forced: { longs: 1_000, shorts: 0 } }, 'h4'));
  });

  it('is worked by hand: a band of 4 %, where the depth of 1 % counts twice', () => {
    const volatility = 0.04 / (1.645 * 2);
    expect(liquidationBand(volatility, 'h4')).toEqual({ move: expect.closeTo(0.04, 15) as unknown, depth: 0.01 });
    expect(liquidationBand(volatility / 8, 'h4').depth).toMatchOracle(0.005, { rel: 1e-14, abs: 0 });
    const outlook = liquidationRiskOutlook(
      { volatility, forced: { longs: 300, shorts: 1 }, depth: { bids: 99.5, asks: 99.5 }, openInterest: 1e9 },
      'h4',
      LIQUIDATION_RISK_V1,
    );
    // ρ = 300/(2 · 99.5 + 1) = 1.5, the middle cut: (1.5/c)^1.7 is 3^1.7, 1 and (3/8)^1.7
    const [low, half, high] = [1 / (1 + 3 ** 1.7), 0.5, 1 / (1 + 0.375 ** 1.7)];
    expect(outlook.probabilities).toMatchOracle([low, half - low, high - half, 1 - high], { rel: 1e-12, abs: 0 });
    expect(outlook.provenance).toEqual({
      source: 'rule',
      version: 'heads/liquidation-risk-1',
      trainedTo: null,
      n: null,
    });
  });

  it('has version 2 as lines of the log of the ratio, by where the forced notional is from: worked by hand', () => {
    const volatility = 0.04 / (1.645 * 2);
    const depth = { bids: 99.5, asks: 99.5 }; // ρ = 1.5 of 300 forced, as above
    const day = volatility / Math.sqrt(6); // the band of a day is as wide as that of four hours above
    const known = of({ volatility: day, forced: { longs: 300, shorts: 1 }, depth, openInterest: null }, 'h24');
    const guessed = of({ volatility: day, forced: null, depth, openInterest: 3_750 }, 'h24');
    const line = (slope: number, intercepts: readonly number[]): readonly number[] => {
      const above = [1, ...intercepts.map((a) => 1 / (1 + Math.exp(-(a + slope * Math.log(1.5))))), 0];
      return above.slice(1).map((p, k) => above[k]! - p);
    };
    const { rule, prior } = LIQUIDATION_RISK_V2.maps!;
    expect(guessed).toMatchOracle([...line(prior.h24.slope, prior.h24.intercepts)], { rel: 1e-9, abs: 0 });
    expect(known).toMatchOracle([...line(rule.h24.slope, rule.h24.intercepts)], { rel: 1e-9, abs: 0 });
  });

  it('has a prior without a ladder: 2 % of the open interest for each 1 % of the band', () => {
    const volatility = 0.04 / (1.645 * 2);
    const depth = { bids: 500, asks: 1000 };
    const prior = liquidationRiskOutlook({ volatility, forced: null, depth, openInterest: 1e4 }, 'h4', LIQUIDATION_RISK_V1); // prettier-ignore
    const told = liquidationRiskOutlook(
      { volatility, forced: { longs: 800, shorts: 800 }, depth, openInterest: null },
      'h4',
      LIQUIDATION_RISK_V1,
    );
    expect(prior.probabilities).toMatchOracle([...told.probabilities!], { rel: 1e-9, abs: 0 });
    expect([prior.provenance.source, told.provenance.source]).toEqual(['prior', 'rule']);
  });

  it('by shorts over asks, from open interest, in a band of 4 %: worked by hand', () => {
    const volatility = 0.04 / (1.645 * 2);
    // 2 % of the open interest for each 1 % of the band, over twice the asks and a dollar: 8 % · 3750/(2 · 99.5 + 1) = 1.5
    const input = { volatility, forced: null, depth: { bids: 1e9, asks: 99.5 }, openInterest: 3_750 };
    const [low, half, high] = [1 / (1 + 3 ** 1.7), 0.5, 1 / (1 + 0.375 ** 1.7)];
    const { probabilities } = liquidationRiskOutlook(input, 'h4', LIQUIDATION_RISK_V1);
    expect(probabilities).toMatchOracle([low, half - low, high - half, 1 - high], { rel: 1e-12, abs: 0 });
  });

  it('names the versions of what measured its inputs, where they have one', () => {
    const whole = {
      volatility: 0.01,
      forced: { longs: 1, shorts: 1 },
      depth: { bids: 1, asks: 1 },
      openInterest: null,
    };
    const named = (ladder: object, book: object): unknown =>
      liquidationRiskOutlook(
        { ...whole, forced: { ...whole.forced, ...ladder }, depth: { ...whole.depth, ...book } },
        'h4',
      ).provenance;
    const own = { source: 'rule', version: 'heads/liquidation-risk-2', trainedTo: null, n: null };
    expect(named({ version: 'a' }, { version: 'b' })).toEqual({ ...own, inputs: ['b', 'a'] });
    expect(named({ version: 'a' }, {})).toEqual({ ...own, inputs: ['a'] });
    expect(named({}, {})).toStrictEqual(own);
  });

  it('says what it lacks, and refuses what is no amount', () => {
    const whole = { volatility: 0.01, forced: null, depth: { bids: 1, asks: 1 }, openInterest: 1 };
    const reason = (part: Partial<LiquidationInputs>): unknown =>
      liquidationRiskOutlook({ ...whole, ...part }, 'h4').provenance;
    expect(reason({ volatility: null })).toEqual({ source: null, reason: 'no volatility yet' });
    expect(reason({ depth: null })).toEqual({ source: null, reason: 'no source of depth' });
    expect(reason({ openInterest: null })).toEqual({
      source: null,
      reason: 'no source of liquidation levels or open interest',
    });
    expect(() => reason({ depth: { bids: -1, asks: 1 } })).toThrow(/"depth.bids" expected a number ≥ 0, got -1/);
    expect(() => reason({ volatility: NaN })).toThrow(/"volatility" expected a finite number, got NaN/);
  });
});

describe('the risk of liquidations of the market', () => {
  const rule = (p: readonly number[], source: 'rule' | 'prior' = 'rule'): Outlook => ({
    probabilities: p,
    provenance: { source, version: 'v', trainedTo: null, n: null },
  });
  const none: Outlook = { probabilities: null, provenance: { source: null, reason: 'no source of depth' } };

  it('is the mean of the coins, weighted by open interest', () => {
    const market = marketLiquidationRisk([
      { outlook: rule([1, 0, 0, 0]), openInterest: 300 },
      { outlook: rule([0, 0, 0.5, 0.5], 'prior'), openInterest: 100 },
      { outlook: rule([0, 0, 0, 1]), openInterest: null },
      { outlook: none, openInterest: 1e9 },
    ]);
    expect(market.probabilities).toEqual([0.75, 0, 0.125, 0.125]);
    expect(market.provenance.source).toBe('prior');
  });

  it('does not know the order of the coins, nor the unit of their weights', () => {
    const coin = fc.tuple(inputs, fc.double({ min: 1, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(fc.array(coin, { minLength: 1, maxLength: 6 }), (coins) => {
        const list = coins.map(([input, openInterest]) => ({
          outlook: liquidationRiskOutlook(input, 'h4'),
          openInterest,
        }));
        const p = marketLiquidationRisk(list).probabilities!;
        expect(sum(p)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
        const others = list.toReversed().map((one) => ({ ...one, openInterest: 8 * one.openInterest }));
        expect(marketLiquidationRisk(others).probabilities).toMatchOracle([...p], { rel: 0, abs: 1e-12 });
      }),
    );
  });

  it('is a rule where every coin that counts is, and a coin without open interest does not count', () => {
    const market = marketLiquidationRisk([
      { outlook: rule([1, 0, 0, 0], 'prior'), openInterest: 0 },
      { outlook: rule([0, 0, 0, 1]), openInterest: 5 },
    ]);
    expect(market).toEqual(rule([0, 0, 0, 1]));
    expect(marketLiquidationRisk([{ outlook: rule([1, 0, 0, 0]), openInterest: 0 }]).probabilities).toBeNull();
  });

  it('gives the reason when it is absent', () => {
    const known = { outlook: rule([1, 0, 0, 0]), openInterest: null };
    expect(marketLiquidationRisk([known, { outlook: none, openInterest: 1 }])).toEqual(none);
    expect(marketLiquidationRisk([{ outlook: none, openInterest: 1 }])).toEqual(none);
    expect(marketLiquidationRisk([]).provenance).toEqual({ source: null, reason: 'no coin with an open interest' });
  });
});
