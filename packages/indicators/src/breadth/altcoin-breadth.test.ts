import { candlesOf, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { adversarialBars, barsOf, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { altcoinBreadth, type BreadthCoin } from './altcoin-breadth.ts';

const MIDNIGHT = 700 * DAY_MS;

/** A coin with its last day ending at midnight. */
function coinOf(symbol: string, closes: readonly number[], end = MIDNIGHT): BreadthCoin {
  const days = closes.map((close, i) => ({
    time: end - (closes.length - i) * DAY_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  }));
  return { symbol, daily: candlesOf(days) };
}
const rising = [1, 2, 3, 4, 5];
const falling = [5, 4, 3, 2, 1];
const flat = [0.1, 0.1, 0.1, 0.1, 0.1];
const coins = (count: number, closes: readonly number[], prefix: string): BreadthCoin[] =>
  Array.from({ length: count }, (_, i) => coinOf(`${prefix}${i}`, closes));

/** Coins of arbitrary prices, each with its own number of days, ending at midnight. */
const universe = fc
  .array(ohlcv({ n: { min: 1, max: 12 }, interval: '1d', gaps: false }), { minLength: 1, maxLength: 14 })
  .map((all) =>
    all.map((bars, i) => {
      const shift = MIDNIGHT - DAY_MS - bars.time.at(-1)!;
      return { symbol: `C${i}`, daily: candlesOf(barsOf(bars).map((bar) => ({ ...bar, time: bar.time + shift }))) };
    }),
  );

describe('altcoin breadth', () => {
  it('is the share of coins whose close is above its mean, with each coin beside it', () => {
    const breadth = altcoinBreadth([...coins(6, rising, 'UP'), ...coins(2, falling, 'DN')], MIDNIGHT, 5);
    expect(breadth).toMatchObject({ configVersion: 'breadth/1', period: 5, asOf: MIDNIGHT, above: 6, counted: 8 });
    expect([breadth.pctAbove, breadth.insufficient]).toEqual([75, []]);
    expect(breadth.coins[0]).toEqual({ symbol: 'DN0', price: 1, ma: 3, above: false, distPct: 100 * (1 / 3 - 1) });
    expect(breadth.coins.at(-1)).toEqual({ symbol: 'UP5', price: 5, ma: 3, above: true, distPct: 100 * (5 / 3 - 1) });
  });

  it('takes 200 days when no period is named', () => {
    expect(altcoinBreadth([], MIDNIGHT).period).toBe(200);
  });

  it('says a close on its mean is not above, to the bit', () => {
    const { coins: rows, pctAbove } = altcoinBreadth(coins(8, flat, 'F'), MIDNIGHT, 5);
    expect([pctAbove, rows[0]!.ma, rows[0]!.distPct]).toEqual([0, 0.1, 0]);
    const { bars } = adversarialBars().find(({ name }) => name === 'constant')!;
    const close = bars.close[0]!;
    const still = coinOf(
      'STILL',
      Array.from({ length: 365 }, () => close),
    );
    expect(altcoinBreadth([still], MIDNIGHT, 365).above).toBe(0);
  });

  it('is null while fewer than 8 coins count', () => {
    const seven = altcoinBreadth([...coins(7, rising, 'UP'), coinOf('NEW', [1])], MIDNIGHT, 5);
    expect([seven.pctAbove, seven.above, seven.counted]).toEqual([null, 7, 7]);
    expect(altcoinBreadth(coins(8, rising, 'UP'), MIDNIGHT, 5).pctAbove).toBe(100);
  });

  it('names coins with fewer days than the period in insufficient, outside the share', () => {
    const all = [...coins(8, rising, 'UP'), coinOf('Z4', [9, 8, 7, 6]), coinOf('A0', [])];
    const breadth = altcoinBreadth(all, MIDNIGHT, 5);
    expect([breadth.pctAbove, breadth.counted, breadth.insufficient]).toEqual([100, 8, ['A0', 'Z4']]);
  });

  it('names a coin whose last day is missing in insufficient: it is not read at this moment', () => {
    const late = coinOf('LATE', rising, MIDNIGHT - DAY_MS);
    expect(altcoinBreadth([late], MIDNIGHT, 5).insufficient).toEqual(['LATE']);
    expect(altcoinBreadth([late], MIDNIGHT - 1, 5).counted).toBe(1);
  });

  it('reads completed days only: any moment of a UTC day says the same, and later days nothing', () => {
    const all = coins(8, rising, 'UP');
    const atMidnight = altcoinBreadth(all, MIDNIGHT, 5);
    expect(altcoinBreadth(all, MIDNIGHT + 23 * HOUR_MS, 5)).toEqual(atMidnight);
    const crashed = all.map(({ symbol, daily }) => {
      const days: Bar[] = [...barsOf(daily), { time: MIDNIGHT, open: 5, high: 5, low: 0.1, close: 0.1, volume: 1 }];
      return { symbol, daily: candlesOf(days) };
    });
    expect(altcoinBreadth(crashed, MIDNIGHT, 5)).toEqual(atMidnight);
  });

  it('equals the definition, written out, and is 100·k/n of integers', () => {
    fc.assert(
      fc.property(universe, (all) => {
        const period = 5;
        const counted = all.filter(({ daily }) => daily.length >= period);
        const above = counted.filter(({ daily }) => {
          const last = [...daily.close].slice(-period);
          return last[period - 1]! - last.reduce((sum, close) => sum + close, 0) / period > 1e-12 * last[period - 1]!;
        });
        const breadth = altcoinBreadth(all, MIDNIGHT, period);
        expect([breadth.counted, breadth.above]).toEqual([counted.length, above.length]);
        expect(breadth.insufficient.length + breadth.counted).toBe(all.length);
        expect(breadth.pctAbove).toBe(counted.length < 8 ? null : (100 * above.length) / counted.length);
      }),
    );
  });

  it('does not care for the order of the coins', () => {
    fc.assert(
      fc.property(
        universe.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(altcoinBreadth(shuffled, MIDNIGHT, 5)).toEqual(altcoinBreadth(all, MIDNIGHT, 5));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('never falls when the close of a coin rises', () => {
    fc.assert(
      fc.property(universe, fc.nat(), fc.double({ min: 1, max: 100, noNaN: true }), (all, at, factor) => {
        const raised = all.map((coin, i) => {
          if (i !== at % all.length) return coin;
          const days = barsOf(coin.daily);
          const last = days.pop()!;
          const close = last.close * factor;
          return { ...coin, daily: candlesOf([...days, { ...last, close, high: Math.max(last.high, close) }]) };
        });
        expect(altcoinBreadth(raised, MIDNIGHT, 5).above).toBeGreaterThanOrEqual(
          altcoinBreadth(all, MIDNIGHT, 5).above,
        );
      }),
    );
  });

  it.each([
    [4, '"period" expected an integer ≥ 5, got 4'],
    [366, '"period" expected an integer ≤ 365, got 366'],
    [20.5, '"period" expected an integer ≥ 5, got 20.5'],
  ])('refuses a period of %s', (period, message) => {
    expect(() => altcoinBreadth([], MIDNIGHT, period)).toThrow(message);
  });

  it('refuses a symbol twice', () => {
    expect(() => altcoinBreadth([coinOf('A', rising), coinOf('A', rising)], MIDNIGHT, 5)).toThrow(
      '"coins" expected each symbol once, got A twice',
    );
  });
});
