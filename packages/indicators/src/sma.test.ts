import { candlesOf, type Bar } from '@barograph/core';
import {
  adversarialBars,
  anyCandles,
  barsContract,
  barsOf,
  causalityContract,
  scaleContract,
} from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSma, sma, SMA_DEFAULTS, smaLookback, type SmaSnapshot } from './sma.ts';

for (const period of [1, 2, 5, 20]) {
  barsContract({
    name: `SMA(${period})`,
    create: (resume?: SmaSnapshot) => createSma({ period }, resume),
    columns: (bars) => ({ sma: sma(bars, { period }) }),
    lookback: smaLookback({ period }),
    defined: ({ sma }) => !Number.isNaN(sma),
  });
}

causalityContract({ name: 'SMA', columns: (bars) => ({ sma: sma(bars, { period: 7 }) }) });
scaleContract({ name: 'SMA', degree1: (bars) => ({ sma: sma(bars, { period: 5 }) }) });

const flat = (close: number, time: number): Bar => ({ time, open: close, high: close, low: close, close, volume: 1 });
const closesOf = (...closes: readonly number[]) => candlesOf(closes.map(flat));

describe('SMA', () => {
  it('equals the mean of each window, summed from the smallest', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 1, max: 30 }), (bars, period) => {
        const naive = barsOf(bars).map((_, i, all) => {
          if (i + 1 < period) return NaN;
          const window = all.slice(i + 1 - period, i + 1).map(({ close }) => close);
          return window.toSorted((a, b) => a - b).reduce((sum, close) => sum + close, 0) / period;
        });
        expect([...sma(bars, { period })]).toMatchOracle(naive, { rel: 1e-13, abs: 0 });
      }),
    );
  });

  it('lies between the least and the greatest close of its window', () => {
    let defined = 0;
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 1, max: 9 }), (bars, period) => {
        for (const [i, value] of sma(bars, { period }).entries()) {
          if (Number.isNaN(value)) continue;
          defined++;
          const window = bars.close.subarray(i + 1 - period, i + 1);
          expect(value).toBeGreaterThanOrEqual(Math.min(...window) * (1 - 1e-14));
          expect(value).toBeLessThanOrEqual(Math.max(...window) * (1 + 1e-14));
        }
      }),
    );
    expect(defined).toBeGreaterThan(10);
  });

  it('of equal closes is that close to the bit, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { maxLength: 40 }),
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        (before, price, period) => {
          const bars = closesOf(...before, ...Array.from({ length: 2 * period }, () => price));
          const values = sma(bars, { period });
          for (let i = before.length + period - 1; i < bars.length; i++) expect(values[i]).toBe(price);
        },
      ),
    );
  });

  it('keeps nothing of prices that left: a crash by eighteen decades leaves no residue', () => {
    const high = Array.from({ length: 50 }, (_, i) => 1e9 * (1 + i / 7));
    const closes = [...high, 1e-9, 3e-9, 2e-9, 4e-9, 5e-9, 1e-9, 2e-9];
    const values = sma(closesOf(...closes), { period: 4 });
    expect(values[56]).toMatchOracle(3e-9, { rel: 1e-15, abs: 0 });
  });

  it('shifts by its window and not by its start: two histories agree to 1e-14 once both are full', () => {
    const all = closesOf(...Array.from({ length: 120 }, (_, i) => 100 + 10 * Math.sin(i * 1.7)));
    const whole = sma(all, { period: 20 });
    const part = sma(candlesOf(barsOf(all).slice(33)), { period: 20 });
    expect([...whole.subarray(33 + 19)]).toMatchOracle([...part.subarray(19)], { rel: 1e-14, abs: 0 });
  });

  it('has its first value at index 199 of 200', () => {
    expect(smaLookback({ period: 200 })).toBe(199);
    expect(smaLookback()).toBe(SMA_DEFAULTS.period - 1);
  });

  it('of the constant series never moves', () => {
    const { bars } = adversarialBars().find(({ name }) => name === 'constant')!;
    expect(new Set(sma(bars, { period: 3 }).subarray(2))).toEqual(new Set([bars.close[0]]));
  });

  it.each([0, -3, 2.5, NaN, Infinity])('refuses a period of %s', (period) => {
    expect(() => sma(candlesOf([]), { period })).toThrow(/"period" expected an integer ≥ 1, got/);
    expect(() => createSma({ period })).toThrow(/"period" expected an integer ≥ 1, got/);
    expect(() => smaLookback({ period })).toThrow(/"period" expected an integer ≥ 1, got/);
  });

  it('refuses a bad bar by its field and keeps its state', () => {
    const stream = createSma({ period: 2 });
    stream.next(flat(1, 0));
    const before = stream.snapshot();
    expect(() => stream.next({ ...flat(1, 1), close: NaN })).toThrow(/"close" expected a finite price > 0, got NaN/);
    expect(stream.snapshot()).toEqual(before);
  });

  it('refuses a snapshot of another period', () => {
    const snapshot = createSma({ period: 5 }).snapshot();
    expect(() => createSma(SMA_DEFAULTS, snapshot)).toThrow(
      /"resume" expected a version 1 or 2 snapshot of \{"period":20\}/,
    );
  });
});
