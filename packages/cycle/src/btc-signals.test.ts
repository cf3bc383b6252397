import { BARS_V1, DAY_MS, type Bar } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcSignals, NO_DAYS, withDay, type BtcDays } from './btc-signals.ts';

/** An artificial history: waves of several lengths, so that every signal moves. */
function history(count: number, scale = 1): Bar[] {
  const bars: Bar[] = [];
  let close = 100;
  for (let i = 0; i < count; i++) {
    const open = close;
    close *= 1 + 0.03 * Math.sin(i * 1.7) + 0.008 * Math.sin(i / 40) + 0.001;
    bars.push({
      time: i * DAY_MS,
      open: open * scale,
      high: Math.max(open, close) * 1.02 * scale,
      low: Math.min(open, close) * 0.97 * scale,
      close: close * scale,
      volume: 1,
    });
  }
  return bars;
}

const after = (bars: readonly Bar[]): BtcDays => bars.reduce(withDay, NO_DAYS);
const bars = history(700);

describe('the signals of Bitcoin', () => {
  it('are what their definitions say, written out', () => {
    const closes = bars.map(({ close }) => close);
    const last = closes.length - 1;
    const mean = (from: number, to: number): number =>
      closes.slice(from, to).reduce((sum, close) => sum + close, 0) / (to - from);
    const rms = (end: number, days: number): number => {
      const returns = Array.from({ length: days }, (_, i) => Math.log(closes[end - i]! / closes[end - i - 1]!));
      return Math.sqrt(returns.reduce((sum, one) => sum + one * one, 0) / days);
    };
    const average = mean(last - 199, last + 1);
    const lows = bars.slice(-365).map(({ low }) => low);
    const highs = bars.map(({ high }) => high);
    const lowest = Math.min(...lows);
    const year = Array.from({ length: 365 }, (_, i) => rms(last - i, 30));
    expect(btcSignals(after(bars))).toMatchOracle(
      {
        d200: closes[last]! / average - 1,
        slope200: average / mean(last - 229, last - 29) - 1,
        ddAth: closes[last]! / Math.max(...highs) - 1,
        athAgeD: last - highs.lastIndexOf(Math.max(...highs)),
        r1: closes[last]! / closes[last - 1]! - 1,
        r3: closes[last]! / closes[last - 3]! - 1,
        r7: closes[last]! / closes[last - 7]! - 1,
        r30: closes[last]! / closes[last - 30]! - 1,
        r90: closes[last]! / closes[last - 90]! - 1,
        offLow: closes[last]! / lowest - 1,
        lowAgeD: 364 - lows.lastIndexOf(lowest),
        rv30Pctile: year.filter((value) => value <= year[0]!).length / 365,
        rvRatio: rms(last, 7) / rms(last, 30),
        z1: Math.log(closes[last]! / closes[last - 1]!) / rms(last - 1, 30),
        intradayLow: bars[last]!.low / closes[last - 1]! - 1,
        lowZ: Math.log(bars[last]!.low / closes[last - 1]!) / rms(last - 1, 30),
      },
      { rel: 1e-11, abs: 1e-14 },
    );
  });

  it.each([
    ['r1', 2],
    ['intradayLow', 2],
    ['r3', 4],
    ['r7', 8],
    ['r30', 31],
    ['rvRatio', 31],
    ['z1', 32],
    ['lowZ', 32],
    ['r90', 91],
    ['d200', 200],
    ['slope200', 230],
    ['offLow', 365],
    ['lowAgeD', 365],
    ['rv30Pctile', 395],
  ] as const)('%s is unknown before day %i', (name, days) => {
    expect(btcSignals(after(bars.slice(0, days - 1)))[name]).toBeNull();
    expect(btcSignals(after(bars.slice(0, days)))[name]).not.toBeNull();
  });

  it('do not know the unit of the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 450 }), (power, days) => {
        expect(btcSignals(after(history(days, 2 ** power)))).toEqual(btcSignals(after(history(days))));
      }),
      { numRuns: 20 },
    );
  });

  it('measure deviations alike in a calm and in a wild market', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 3, noNaN: true }), fc.integer({ min: 32, max: 300 }), (power, days) => {
        const calm = history(days);
        const wild = calm.map(({ open, high, low, close, ...rest }) => ({
          ...rest,
          open: open ** power,
          high: high ** power,
          low: low ** power,
          close: close ** power,
        }));
        const { z1, lowZ } = btcSignals(after(calm));
        expect(btcSignals(after(wild))).toMatchObject({
          z1: expect.closeTo(z1!, 8) as number,
          lowZ: expect.closeTo(lowZ!, 8) as number,
        });
      }),
      { numRuns: 20 },
    );
  });

  it('take the running day for today, and leave what the completed days say', () => {
    const days = after(bars);
    const { close } = bars.at(-1)!;
    const live = btcSignals(days, { price: close * 0.85, low: close * 0.8 });
    const still = btcSignals(days);
    expect(live.r1).toMatchOracle(-0.15, { rel: 1e-12, abs: 0 });
    expect(live.intradayLow).toMatchOracle(-0.2, { rel: 1e-12, abs: 0 });
    expect(live.d200).toMatchOracle(0.85 * (1 + still.d200!) - 1, { rel: 1e-12, abs: 0 });
    const closes = bars.slice(-31).map((bar) => bar.close);
    const squares = closes.slice(1).map((one, i) => Math.log(one / closes[i]!) ** 2);
    const usual = Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / 30);
    expect(live.z1).toMatchOracle(Math.log(0.85) / usual, { rel: 1e-11, abs: 0 });
    expect(live.lowZ).toMatchOracle(Math.log(0.8) / usual, { rel: 1e-11, abs: 0 });
    for (const name of ['slope200', 'r7', 'r30', 'r90', 'rvRatio', 'rv30Pctile', 'lowAgeD', 'athAgeD'] as const) {
      expect(live[name]).toBe(still[name]);
    }
  });

  it('do not take one bad print for the low of a year', () => {
    const bad = bars.map((bar, i) => (i === 600 ? { ...bar, low: 0.06 } : bar));
    expect(btcSignals(after(bad)).offLow!).toBeLessThan(2 * (1 + btcSignals(after(bars)).offLow!));
    const { open, close } = bars[600]!;
    const lowest = Math.min(BARS_V1.lowestWick * Math.min(open, close), ...bars.slice(-365).map(({ low }) => low));
    expect(btcSignals(after(bad)).offLow).toMatchOracle(bars.at(-1)!.close / lowest - 1, { rel: 1e-12, abs: 0 });
  });

  it('clip the wick of a high before it counts as one', () => {
    const bad = bars.map((bar, i) => (i === 600 ? { ...bar, high: 1e9 } : bar));
    const { open, close } = bars[600]!;
    const { ddAth, athAgeD } = btcSignals(after(bad));
    const highest = Math.max(1.35 * Math.max(open, close), ...bars.map(({ high }) => high));
    expect(ddAth).toMatchOracle(bars.at(-1)!.close / highest - 1, { rel: 1e-12, abs: 0 });
    expect(athAgeD).toBe(bars.length - 1 - 600);
  });

  it('are all unknown before the first day, whatever the running one shows', () => {
    for (const live of [undefined, { price: 100, low: 90 }]) {
      for (const [name, value] of Object.entries(btcSignals(NO_DAYS, live)))
        expect([name, value]).toEqual([name, null]);
    }
  });

  it('have no ratio to a volatility of nothing', () => {
    const flat = Array.from({ length: 40 }, (_, i) => ({
      time: i * DAY_MS,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 0,
    }));
    const signals = btcSignals(after(flat));
    expect([signals.rvRatio, signals.z1, signals.lowZ, signals.r30]).toEqual([null, null, null, 0]);
  });

  it('refuse a day that is not after the last', () => {
    expect(() => withDay(after(bars.slice(0, 3)), bars[2]!)).toThrow(
      /"time" expected a day after 172800000, got 172800000/,
    );
  });
});
