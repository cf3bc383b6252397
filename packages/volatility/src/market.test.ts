import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketVolatility, type MarketRow, type MarketVolatility } from './market.ts';
import { VOLATILITY_REGIMES } from './regime/label.ts';

const ROW: MarketRow = {
  symbol: 'X',
  regime: 'normal',
  rvGk7: 50,
  rvGk30: 60,
  volPctile30: 40,
  termStructureRatio: 0.9,
  notional30: 1e9,
  isStable: false,
  stale: false,
};
const row = (symbol: string, part: Partial<MarketRow>): MarketRow => ({ ...ROW, symbol, ...part });

const maybe = (value: fc.Arbitrary<number>): fc.Arbitrary<number | null> => fc.option(value, { freq: 8 });
const volatility = fc.double({ min: 0, max: 500, noNaN: true });
const rows = fc
  .array(
    fc.record({
      regime: fc.constantFrom(...VOLATILITY_REGIMES, null),
      rvGk7: maybe(volatility),
      rvGk30: maybe(volatility),
      volPctile30: maybe(fc.double({ min: 0, max: 100, noNaN: true })),
      termStructureRatio: maybe(fc.double({ min: 0, max: 3, noNaN: true })),
      notional30: maybe(fc.oneof(fc.constant(0), fc.double({ min: 1, max: 1e10, noNaN: true }))),
      isStable: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((part, i) => row(i === 0 ? 'BTC' : `C${i}`, part)));

/** Every number of a market, in one list. */
function numbersOf({ regimeMix, ...rest }: MarketVolatility): (number | null)[] {
  return [
    ...Object.values(rest),
    ...[regimeMix.byCount, regimeMix.byNotional].flatMap((mix) => Object.values(mix ?? {})),
  ];
}

describe('the realised index', () => {
  it('[#387] is the mean weighted by notional: (60 %, 5e9), (90 %, 2e9), (150 %, 1e9) is 78.75', () => {
    const market = marketVolatility([
      row('A', { rvGk30: 60, rvGk7: 30, notional30: 5e9 }),
      row('B', { rvGk30: 90, rvGk7: 45, notional30: 2e9 }),
      row('C', { rvGk30: 150, rvGk7: 75, notional30: 1e9 }),
    ]);
    expect([market.cviRealized30, market.cviRealized7]).toEqual([78.75, 39.375]);
  });

  it('leaves out rows without a volatility or a weight, and is null when none is left', () => {
    const market = marketVolatility([
      row('A', { rvGk30: null }),
      row('B', { rvGk30: 90, rvGk7: null }),
      row('C', { rvGk30: 150, rvGk7: null, notional30: null }),
      row('D', { rvGk30: 200, rvGk7: null, notional30: 0 }),
    ]);
    expect([market.cviRealized30, market.cviRealized7]).toEqual([90, 50]);
    expect(marketVolatility([row('C', { notional30: null })]).cviRealized30).toBeNull();
  });

  it('lies between the least and the greatest volatility of the rows', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { cviRealized30 } = marketVolatility(list);
        const values = list.flatMap((one) => (one.isStable || one.rvGk30 === null ? [] : [one.rvGk30]));
        fc.pre(cviRealized30 !== null);
        expect(cviRealized30).toBeGreaterThanOrEqual(Math.min(...values));
        expect(cviRealized30).toBeLessThanOrEqual(Math.max(...values));
      }),
    );
  });

  it('never falls when a row rises', () => {
    fc.assert(
      fc.property(rows, fc.nat(), volatility, (list, at, more) => {
        fc.pre(list.length > 0);
        const i = at % list.length;
        const up = list.map((one, j) => (i === j && one.rvGk30 !== null ? { ...one, rvGk30: one.rvGk30 + more } : one));
        const [before, after] = [marketVolatility(list).cviRealized30 ?? 0, marketVolatility(up).cviRealized30 ?? 0];
        expect(after).toBeGreaterThanOrEqual(before * (1 - 1e-15));
      }),
    );
  });
});

describe('the market', () => {
  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(
        rows.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const numbers = (of: readonly MarketRow[]) => numbersOf(marketVolatility(of)).map((x) => x ?? NaN);
          expect(numbers(shuffled)).toMatchOracle(numbers(list), { rel: 1e-15, abs: 0 });
        },
      ),
    );
  });

  it('does not depend on the unit of the notional', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(2 ** -20, 0.001, 7, 2 ** 20), (list, factor) => {
        const scaled = list.map((one) => ({
          ...one,
          notional30: one.notional30 === null ? null : one.notional30 * factor,
        }));
        expect(numbersOf(marketVolatility(scaled)).map((x) => x ?? NaN)).toMatchOracle(
          numbersOf(marketVolatility(list)).map((x) => x ?? NaN),
          { rel: 1e-13, abs: 1e-13 },
        );
      }),
    );
  });

  it('is not changed by a stale row', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const gone = row('BTC', { stale: true, rvGk30: 300, regime: 'vol_shock', notional30: 1e12 });
        expect(marketVolatility([gone, ...list])).toEqual(marketVolatility(list));
      }),
    );
  });

  it('[#387] is not changed by a pegged row', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const pegged = row('BTC', { isStable: true, rvGk30: 0.5, regime: 'compressed', notional30: 1e12 });
        expect(marketVolatility([pegged, ...list])).toEqual(marketVolatility(list));
      }),
    );
  });

  it('[#388] mixes the regimes of the rows that have one, by count and by notional', () => {
    const market = marketVolatility([
      row('A', { regime: 'vol_shock', notional30: 6e9 }),
      row('B', { regime: 'normal', notional30: 1e9 }),
      row('C', { regime: 'normal', notional30: 1e9 }),
      row('D', { regime: 'compressed', notional30: null }),
      row('E', { regime: null, notional30: 9e9 }),
    ]);
    const none = { mean_reverting: 0, expanding: 0 };
    expect(market.regimeMix.byCount).toEqual({ ...none, vol_shock: 0.25, normal: 0.5, compressed: 0.25 });
    expect(market.regimeMix.byNotional).toEqual({ ...none, vol_shock: 0.75, normal: 0.25, compressed: 0 });
  });

  it('has shares that sum to one', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const { byCount, byNotional } = marketVolatility(list).regimeMix;
        for (const mix of [byCount, byNotional]) {
          if (mix === null) continue;
          expect(Object.values(mix).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
          expect(Object.keys(mix)).toEqual([...VOLATILITY_REGIMES]);
        }
      }),
    );
  });

  it('reads the benchmark by its symbol, and the median of all term ratios', () => {
    const list = [
      row('ETH', { termStructureRatio: 1.5 }),
      row('BTC', { termStructureRatio: 1.2, volPctile30: 77 }),
      row('SOL', { termStructureRatio: null }),
      row('X', { termStructureRatio: 0.8 }),
    ];
    expect(marketVolatility(list)).toMatchObject({
      medianTermRatio: 1.2,
      benchmarkTermRatio: 1.2,
      benchmarkPctile30: 77,
    });
    expect(marketVolatility(list, 'ETH')).toMatchObject({ benchmarkTermRatio: 1.5, benchmarkPctile30: 40 });
  });

  it('of no rows is null throughout', () => {
    expect(marketVolatility([])).toEqual({
      cviRealized30: null,
      cviRealized7: null,
      regimeMix: { byCount: null, byNotional: null },
      medianTermRatio: null,
      benchmarkTermRatio: null,
      benchmarkPctile30: null,
    });
  });
});
