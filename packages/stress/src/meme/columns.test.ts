import { barAt, candlesOf, DAY_MS } from '@barograph/core';
import { ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memeColumns } from './columns.ts';
import { MEME_V1, type MemeConfig } from './config.ts';
import { memeDays } from './days.ts';
import { createMemeTracker } from './tracker.ts';

/** Thresholds that quiet days also reach. */
const EAGER: MemeConfig = {
  ...MEME_V1,
  version: 'meme/test',
  euphoric: { ret7dFrom: 2, extensionFrom: 1, volPctileFrom: 10 },
  distribution: { extensionMaxFrom: 3, ret7dUpTo: -1, shareOfHighFrom: 0.2 },
  extensionDays: 3,
  highDays: 4,
};

/** A rule of breaks that days with holes trigger. */
const BROKEN: MemeConfig = { ...EAGER, version: 'meme/broken', breaks: { quietBars: 2, maxGap: 1, maxJump: 1.2 } };

describe('the meme regime in columns', () => {
  it.each([
    ['quiet', 140, 'any'],
    ['wild', 420, 'wild'],
  ] as const)('is that of the tracker on every day, to the bit: %s days', (_, most, regime) => {
    fc.assert(
      fc.property(
        ohlcv({ n: { min: 0, max: most }, interval: '1d', regime }),
        fc.constantFrom(MEME_V1, EAGER, BROKEN),
        (daily, config) => {
          const tracker = createMemeTracker(config);
          const days = Array.from({ length: daily.length }, (_, i) => tracker.day(barAt(daily, i)));
          expect(memeDays(daily, config)).toStrictEqual(days);
          const columns = memeColumns(daily, config);
          const again = memeColumns(daily, config, columns);
          expect(again.volSpike).toBe(columns.volSpike);
          expect(again).toStrictEqual(memeColumns(daily, config));
        },
      ),
      { numRuns: most > 200 ? 6 : 10 },
    );
  });

  it('refuses what the tracker refuses, in its words', () => {
    const bar = { time: 0, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    const daily = candlesOf([bar, { ...bar, time: DAY_MS + 1 }]);
    expect(() => memeColumns(daily)).toThrow(/"time" expected a full day after 0, got 86400001/);
    expect(() => memeColumns(daily, { ...MEME_V1, highDays: 0 })).toThrow(/"highDays" expected/);
    expect(() => memeColumns(candlesOf([bar]), MEME_V1, memeColumns(candlesOf([])))).toThrow(/expected 1 rows, got 0/);
  });
});
