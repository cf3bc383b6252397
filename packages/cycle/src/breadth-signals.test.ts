import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breadthSignals,
  CYCLE_BREADTH_V1,
  CYCLE_BREADTH_V2,
  NO_UNIVERSE,
  universeOf,
  universeRule,
  withCoins,
  type BreadthConfig,
  type CoinDay,
  type UniverseDays,
} from './breadth-signals.ts';

const names = ['BTC', 'ETH', ...Array.from({ length: 14 }, (_, i) => `C${i}`)];

/** Coin `k` on day `i`: waves specific to the coin, and a trend that turns on day 260. */
function dayOf(i: number, coins: readonly string[] = names): CoinDay[] {
  return coins.map((symbol) => {
    const k = names.indexOf(symbol);
    const trend = i < 260 ? 0.004 * i * (k % 3) : 0.004 * 260 * (k % 3) - 0.01 * (i - 260) * ((k + 1) % 2);
    return {
      symbol,
      close: (10 + k) * Math.exp(trend + 0.1 * Math.sin(i / (5 + k))),
      dollarVolume: 1e6 * (20 - k),
    };
  });
}

function after(
  days: number,
  coins: (i: number) => readonly CoinDay[] = (i) => dayOf(i),
  config: BreadthConfig = CYCLE_BREADTH_V1,
): UniverseDays {
  let universe = NO_UNIVERSE;
  for (let i = 0; i < days; i++) universe = withCoins(universe, i * DAY_MS, coins(i), config);
  return universe;
}

describe('the signals of the universe', () => {
  it('are what their definitions say, written out', () => {
    const last = 319;
    const closes = (symbol: string, upTo = last): number[] =>
      Array.from({ length: upTo + 1 }, (_, i) => dayOf(i, [symbol])[0]!.close);
    const share = (period: number, upTo = last): number => {
      const above = names.filter((symbol) => {
        const window = closes(symbol, upTo).slice(-period);
        return window.at(-1)! > window.reduce((sum, close) => sum + close, 0) / period;
      });
      return (100 * above.length) / names.length;
    };
    const over90 = (symbol: string): number => closes(symbol)[last]! / closes(symbol)[last - 90]! - 1;
    const alts = names.slice(1).map(over90);
    const sorted = alts.toSorted((a, b) => a - b);
    expect(breadthSignals(after(320))).toMatchOracle(
      {
        b200: share(200),
        b50: share(50),
        b200Chg30: share(200) - share(200, last - 30),
        altRel90: sorted[7]! - over90('BTC'),
        altOut90: (100 * alts.filter((one) => one > over90('BTC')).length) / alts.length,
        ethBtc90: (1 + over90('ETH')) / (1 + over90('BTC')) - 1,
      },
      { rel: 1e-12, abs: 1e-12 },
    );
  });

  it('are unknown below 8 coins with the days that they need', () => {
    const few = after(320, (i) => dayOf(i, names.slice(0, 7)));
    expect(breadthSignals(few)).toMatchObject({
      b200: null,
      b50: null,
      b200Chg30: null,
      altRel90: null,
      altOut90: null,
    });
    expect(breadthSignals(few).ethBtc90).not.toBeNull();
    const young = breadthSignals(after(199), CYCLE_BREADTH_V1);
    expect([young.b200, young.b50 === null, young.altRel90 === null]).toEqual([null, false, false]);
  });

  it('do not depend on the order of the coins', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (order) => {
        const shuffled = after(230, (i) => dayOf(i, order));
        expect(breadthSignals(shuffled)).toEqual(breadthSignals(after(230)));
      }),
      { numRuns: 3 },
    );
  });

  it('count the coins of the day, the largest of them', () => {
    const config = { ...CYCLE_BREADTH_V1, coins: 8 };
    let universe = NO_UNIVERSE;
    for (let i = 0; i < 210; i++) universe = withCoins(universe, i * DAY_MS, dayOf(i), config);
    const small = dayOf(210).map((coin) => (names.indexOf(coin.symbol) < 8 ? coin : { ...coin, close: 1e9 }));
    const b200 = breadthSignals(withCoins(universe, 210 * DAY_MS, small, config), config).b200;
    expect(b200).toBe(breadthSignals(withCoins(universe, 210 * DAY_MS, dayOf(210), config), config).b200);
    // Without the largest coin the ninth moves up.
    const gone = dayOf(210).slice(1);
    const others = breadthSignals(withCoins(universe, 210 * DAY_MS, gone, config), config);
    expect(others.altRel90).toBeNull();
    expect(others.b200).not.toBeNull();
  });

  it('compare with 8 coins besides Bitcoin, not with 7', () => {
    const of = (count: number): number | null =>
      breadthSignals(
        after(100, (i) => dayOf(i, names.slice(0, 1 + count))),
        CYCLE_BREADTH_V1,
      ).altRel90;
    expect([of(7), of(8) === null]).toEqual([null, false]);
  });

  it('draw by the mean volume of 30 days, from those that trade today', () => {
    const config = { ...CYCLE_BREADTH_V1, coins: 8 };
    const flat = (i: number, lifted?: string): CoinDay[] =>
      dayOf(i).map((coin) => ({ ...coin, close: coin.symbol === lifted ? 10 : 5 }));
    /** Percent above the average with the 14th coin lifted today and heavily traded once, `ago` days before. */
    const b50 = (ago: number): number | null => {
      let universe = NO_UNIVERSE;
      for (let i = 0; i < 60; i++) {
        const coins = flat(i, i === 59 ? 'C11' : undefined).map((coin) =>
          coin.symbol === 'C11' && i === 59 - ago ? { ...coin, dollarVolume: 1e12 } : coin,
        );
        universe = withCoins(universe, i * DAY_MS, coins, config);
      }
      return breadthSignals(universe, config).b50;
    };
    expect([b50(29), b50(30)]).toEqual([12.5, 0]);
    // The ninth coin, lifted, moves up for the second, which does not trade today.
    let universe = NO_UNIVERSE;
    for (let i = 0; i < 59; i++) universe = withCoins(universe, i * DAY_MS, flat(i), config);
    const today = flat(59, names[8]);
    const whole = breadthSignals(withCoins(universe, 59 * DAY_MS, today, config), config).b50;
    const without = today.filter(({ symbol }) => symbol !== names[1]);
    expect([whole, breadthSignals(withCoins(universe, 59 * DAY_MS, without, config), config).b50]).toEqual([0, 12.5]);
  });

  it('take a close at its average for not above, and forget coins that are gone for a month', () => {
    const flat = after(200, () => names.map((symbol) => ({ symbol, close: 5, dollarVolume: 1 })));
    expect(breadthSignals(flat).b200).toBe(0);
    const later = withCoins(flat, 240 * DAY_MS, [{ symbol: 'BTC', close: 5, dollarVolume: 1 }]);
    expect(Object.keys(later.coins)).toEqual(['BTC']);
  });

  it('refuse a day that is not after the last', () => {
    expect(() => withCoins(after(3), 2 * DAY_MS, [])).toThrow(/"time" expected a day after 172800000, got 172800000/);
  });
});

describe('the universe of version 2', () => {
  const two: BreadthConfig = { ...CYCLE_BREADTH_V2, coins: 10 };

  it('says the same as version 1 of coins that are old and always there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 320 }), (days) => {
        const of = (config: BreadthConfig) => breadthSignals(after(days, undefined, config), config);
        expect(of(CYCLE_BREADTH_V2).b50).toBe(of(CYCLE_BREADTH_V1).b50);
        expect(of(CYCLE_BREADTH_V2).altRel90).toBe(of(CYCLE_BREADTH_V1).altRel90);
        expect(of(CYCLE_BREADTH_V2).b200).toBe(of(CYCLE_BREADTH_V1).b200);
      }),
      { numRuns: 5 },
    );
  });

  it('draws no coin before its 91st day, however large', () => {
    // The largest coin, listed on day 200: with 90 days of history it does not count.
    const of = (days: number, coins: (i: number) => readonly CoinDay[]) => {
      const universe = after(days, coins, CYCLE_BREADTH_V2);
      const { b200, b50, altOut90, ethBtc90 } = breadthSignals(universe);
      return { b200, b50, altOut90, ethBtc90, n: universeOf(universe).n };
    };
    const [large] = names.slice(2);
    const without = (i: number): readonly CoinDay[] => dayOf(i).filter(({ symbol }) => symbol !== large);
    const late = (i: number): readonly CoinDay[] => (i < 200 ? without(i) : dayOf(i));
    expect(of(290, late)).toEqual(of(290, without));
    expect([of(290, late).n, of(291, late).n]).toEqual([names.length - 1, names.length]);
    expect(universeOf(after(90, undefined, two), two).n).toBe(0);
    expect(universeOf(after(91, undefined, two), two)).toEqual({
      n: 10,
      rule: universeRule(two),
      version: 'cycle-breadth/2',
    });
  });

  it('keeps a coin that stops trading at its last close for a week, and then it is dead', () => {
    const gone = (i: number): readonly CoinDay[] => dayOf(i).filter(({ symbol }) => symbol !== 'C3' || i < 250);
    const held = (i: number): readonly CoinDay[] =>
      dayOf(i).map((coin) =>
        coin.symbol === 'C3' && i >= 250 ? { ...coin, close: dayOf(249, ['C3'])[0]!.close, dollarVolume: 0 } : coin,
      );
    const of = (days: number, coins: (i: number) => readonly CoinDay[]) =>
      universeOf(after(days, coins, CYCLE_BREADTH_V2), CYCLE_BREADTH_V2).n;
    // Day 249 was its last: after seven days it still counts, after eight it does not.
    expect([of(257, gone), of(258, gone)]).toEqual([names.length, names.length - 1]);
    expect(breadthSignals(after(257, gone, CYCLE_BREADTH_V2))).toEqual(
      breadthSignals(after(257, held, CYCLE_BREADTH_V2)),
    );
  });

  it('lets a coin back in at once when it returns within a month', () => {
    const away = (until: number) => (i: number) =>
      dayOf(i).filter(({ symbol }) => symbol !== 'C3' || i < 210 || i >= until);
    const n = (until: number) => universeOf(after(until + 1, away(until), CYCLE_BREADTH_V2), CYCLE_BREADTH_V2).n;
    expect([n(230), n(239), n(241)]).toEqual([names.length, names.length, names.length - 1]);
  });

  it('says its rule in words that follow its numbers', () => {
    expect(universeRule(CYCLE_BREADTH_V2)).toBe(
      'the 30 coins with the largest mean dollar volume of 30 days, of those with 91 days or more, drawn anew every day; without pegged coins and those without a bar for more than 7 days',
    );
    expect(universeRule(CYCLE_BREADTH_V1)).toBe(
      'the 30 coins with the largest mean dollar volume of 30 days, drawn anew every day; without pegged coins and those without a bar on the day',
    );
  });
});
