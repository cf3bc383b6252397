import { candlesOf, DAY_MS, quantile, type Bar } from '@barograph/core';
import { anyCandles, barsOf, causalityContract, scaleContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOLUME_V1, volumeBand } from './config.ts';
import { volumeHistory } from './history.ts';

const days = anyCandles({ interval: '1d' });
const columns = (bars: Parameters<typeof volumeHistory>[0]) => ({ ...volumeHistory(bars) });

causalityContract({ name: 'volume history', columns, bars: days });
scaleContract({
  name: 'volume history',
  degree0: (bars) => {
    const { multiplier, multiplierMedian, band } = volumeHistory(bars);
    return { multiplier, multiplierMedian, band };
  },
  degree1: (bars) => {
    const { notional, average, median } = volumeHistory(bars);
    return { notional, average, median };
  },
  bars: days,
});

const worth = (...notionals: number[]): Bar[] =>
  notionals.map((volume, i) => ({ time: i * DAY_MS, open: 1, high: 2, low: 1, close: 1, volume }));

describe('volume history', () => {
  it('equals the definition, written out: each day against at most 30 days before it', () => {
    fc.assert(
      fc.property(days, (bars) => {
        const worths = barsOf(bars).map(({ close, volume }) => close * volume);
        const expected = worths.map((worth, i) => {
          const before = worths.slice(Math.max(0, i - 30), i);
          if (before.length < 7) return [NaN, NaN];
          const mean = before.reduce((sum, value) => sum + value, 0) / before.length;
          const median = quantile(before, 0.5);
          return [mean > 0 ? worth / mean : NaN, median > 0 ? worth / median : NaN];
        });
        const { multiplier, multiplierMedian, band } = volumeHistory(bars, VOLUME_V1);
        expect([...multiplier]).toMatchOracle(
          expected.map(([byMean]) => byMean!),
          { rel: 1e-12, abs: 0 },
        );
        expect([...multiplierMedian]).toEqual(expected.map(([, byMedian]) => byMedian!));
        expect(band).toEqual(Array.from(multiplier, (value) => volumeBand(value)));
      }),
    );
  });

  it('has no multiplier against days that traded nothing', () => {
    const { average, median, multiplier, multiplierMedian, band } = volumeHistory(
      candlesOf(worth(0, 0, 0, 0, 0, 0, 0, 5)),
    );
    expect([average[7], median[7]]).toEqual([0, 0]);
    expect([multiplier[7], multiplierMedian[7], band[7]]).toEqual([NaN, NaN, 'unknown']);
  });

  it('knows nothing of the seventh day, and sets the eighth against the seven before it', () => {
    const { average, median, multiplier, band } = volumeHistory(candlesOf(worth(1, 1, 1, 1, 1, 1, 8, 20)));
    expect([average[6], multiplier[6], band[6]]).toEqual([NaN, NaN, 'unknown']);
    expect([average[7], median[7], multiplier[7], band[7]]).toEqual([2, 1, 10, 'extreme']);
  });
});
