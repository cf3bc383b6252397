import { barsOf, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candlesOf } from './candles-of.ts';
import { quoteVolume } from './quote-volume.ts';

describe('quoteVolume', () => {
  it('sums close · volume of the bars from a time on, that time included', () => {
    const bar = (time: number, close: number, volume: number) => ({
      time,
      open: 1,
      high: close,
      low: 1,
      close,
      volume,
    });
    const bars = candlesOf([bar(0, 2, 10), bar(10, 3, 100), bar(20, 4, 1000)]);
    expect([-5, 0, 1, 10, 11, 20].map((since) => quoteVolume(bars, since))).toEqual([
      4320, 4320, 4300, 4300, 4000, 4000,
    ]);
    expect(quoteVolume(bars)).toBe(4320);
  });

  it('is null when no bar counts, and 0 when nothing was traded in those that do', () => {
    expect(quoteVolume(candlesOf([]))).toBeNull();
    const idle = candlesOf([{ time: 5, open: 1, high: 1, low: 1, close: 1, volume: 0 }]);
    expect([quoteVolume(idle, 6), quoteVolume(idle, 5)]).toEqual([null, 0]);
  });

  it('of two parts of a series adds up to the whole', () => {
    fc.assert(
      fc.property(ohlcv({ n: { min: 2, max: 60 }, interval: '1h', regime: 'wild' }), fc.nat(), (bars, at) => {
        const list = barsOf(bars);
        const cut = 1 + (at % (list.length - 1));
        const before = quoteVolume(candlesOf(list.slice(0, cut)))!;
        const whole = quoteVolume(bars)!;
        expect(before + quoteVolume(bars, bars.time[cut]!)!).toBeCloseTo(whole, -Math.floor(Math.log10(whole + 1)) + 9);
      }),
    );
  });
});
