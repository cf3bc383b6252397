import {
  barAt,
  candlesOf,
  DAY_MS,
  hasBreaks,
  percentRank,
  sliceCandles,
  tradedBars,
  type Bar,
  type Candles,
} from '@barograph/core';
import { barsOf, breaksContract, firstNotJson, ohlcv, SCALE_POWERS, scalePrices } from '@barograph/testkit';
import { garmanKlass, notional30, volatilityRegime } from '@barograph/volatility';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEME_V1, MEME_V2, type MemeConfig } from './config.ts';
import { memeDays, memeRow } from './days.ts';
import { memeLookback } from './features.ts';
import { memeRule } from './regime.ts';
import type { MemeDay, MemeFacts } from './row.ts';
import { createMemeTracker, type MemeTracker, type MemeTrackerSnapshot } from './tracker.ts';

const FACTS: MemeFacts = {
  symbol: 'kPEPE',
  source: 'perpdex_perp',
  pdSymbol: 'kPEPE',
  fundingRate: 0.000_012_5,
  oiUsd: 1e7,
};

/** Volatile days with holes, some long enough for a percentile. */
const histories = fc.oneof(
  ohlcv({ n: { min: 0, max: 140 }, interval: '1d', regime: 'wild' }),
  ohlcv({ n: { min: 130, max: 170 }, interval: '1d', regime: 'wild', gaps: false }),
);

/** The features from their definitions, from the whole past every day. */
function naiveDays(daily: Candles, config: MemeConfig): MemeDay[] {
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  const extensions: number[] = [];
  let regime: MemeDay['regime'] = null;
  let prevRegime: MemeDay['regime'] = null;
  let daysInRegime: number | null = null;
  const bars = barsOf(daily);
  const rv = garmanKlass(daily, { window: 30, periodsPerYear: 365, maxSpan: 32 });
  return bars.map(({ time, close, volume }, i) => {
    const past = bars.slice(Math.max(0, i - 30), i + 1);
    const notionals = past
      .slice(0, -1)
      .map((day) => day.close * day.volume)
      .slice(-30);
    const usual = notionals.reduce((sum, notional) => sum + notional, 0) / notionals.length;
    const ranked = [...rv.subarray(0, i + 1)].filter((value) => !Number.isNaN(value)).slice(-365);
    const change = (days: number): number => {
      const then = past.find((day) => day.time === time - days * DAY_MS);
      return then === undefined ? NaN : 100 * (close / then.close - 1);
    };
    const mean = past.slice(-20).reduce((sum, day) => sum + day.close, 0) / 20;
    // A plain mean is off by a few ulp, which must not decide the side of a close.
    const onMean = Math.abs(close / mean - 1) < 1e-13;
    const extension = i < 19 ? NaN : onMean ? 0 : 100 * (close / mean - 1);
    if (!Number.isNaN(extension)) extensions.push(extension);
    const features = {
      ret1d: change(1),
      ret7d: change(7),
      ret30d: change(30),
      volSpike: notionals.length < 7 || usual === 0 ? NaN : (close * volume) / usual,
      volPctile30: ranked.length < 90 || Number.isNaN(rv[i]) ? NaN : percentRank(rv[i]!, ranked),
      sma20ExtensionPct: extension,
      extensionMax: extensions.length === 0 ? NaN : Math.max(...extensions.slice(-14)),
      shareOfHigh: close / Math.max(...past.slice(-30).map((day) => day.close)),
    };
    const was: MemeDay['regime'] = regime;
    if (was !== null || i >= 19) regime = memeRule(features, config) ?? was ?? 'dormant';
    const changed = was !== null && regime !== was;
    if (changed) prevRegime = was;
    daysInRegime = regime === null ? null : changed ? 1 : (daysInRegime ?? 0) + 1;
    return {
      time,
      close,
      regime,
      daysInRegime,
      prevRegime,
      regimeChanged: changed,
      ret1d: known(features.ret1d),
      ret7d: known(features.ret7d),
      ret30d: known(features.ret30d),
      volSpike: known(features.volSpike),
      volPctile30: known(features.volPctile30),
      sma20ExtensionPct: known(features.sma20ExtensionPct),
      extensionMax: known(features.extensionMax),
      shareOfHigh: known(features.shareOfHigh),
    };
  });
}

/** Null stays null; numbers match up to rounding. */
const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 8));
const bar = (time: number, close: number): Bar => ({ time, open: close, high: close, low: close, close, volume: 1 });
const daysOf = (closes: readonly number[]): Candles => candlesOf(closes.map((close, i) => bar(i * DAY_MS, close)));
function trackerOf(daily: Candles): MemeTracker {
  const tracker = createMemeTracker();
  for (const day of barsOf(daily)) tracker.day(day);
  return tracker;
}

describe('the days', () => {
  it('say what the definitions say, on markets with holes, flats and spikes', () => {
    fc.assert(
      fc.property(histories, (daily) => {
        const days = memeDays(daily, MEME_V1);
        const naive = naiveDays(daily, MEME_V1);
        expect(days.length).toBe(naive.length);
        days.forEach((day, i) => {
          const { sma20ExtensionPct, extensionMax, volSpike, ...exact } = day;
          const { sma20ExtensionPct: extension, extensionMax: largest, volSpike: spike, ...expected } = naive[i]!;
          expect(exact).toEqual(expected);
          // Plain sums are off by a few ulp of their largest term.
          expect([sma20ExtensionPct, extensionMax]).toEqual([near(extension), near(largest)]);
          expect(volSpike === null ? null : volSpike / (1 + spike!)).toEqual(
            near(spike === null ? null : spike / (1 + spike)),
          );
        });
      }),
      { numRuns: 25 },
    );
  });

  it('have their first regime after exactly as many days as the lookback says', () => {
    const days = memeDays(daysOf(Array.from({ length: 25 }, (_, i) => 10 + i)));
    expect(days.findIndex((day) => day.regime !== null)).toBe(memeLookback());
    expect(days.findIndex((day) => day.sma20ExtensionPct !== null)).toBe(19);
    expect([7, 30].map((n) => days.findIndex((day) => day[`ret${n as 7}d`] !== null))).toEqual([7, -1]);
  });

  it('[#596] carry returns of 1, 7 and 30 days in percent and the extension over 20 closes', () => {
    const closes = Array.from({ length: 31 }, () => 100);
    closes[0] = 50;
    closes[23] = 80;
    closes[29] = 160;
    const last = memeDays(daysOf(closes)).at(-1)!;
    expect([last.ret1d, last.ret7d, last.ret30d]).toEqual([-37.5, 25, 100]);
    expect(last.sma20ExtensionPct).toBeCloseTo(100 * (100 / 102 - 1), 12);
    expect(last.shareOfHigh).toBe(0.625);
  });

  it('keep a coin that does not move out of bleeding, whatever its price', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (price) => {
        const days = memeDays(daysOf(Array.from({ length: 40 }, () => price)));
        expect(days.at(-1)).toMatchObject({ regime: 'dormant', daysInRegime: 21, sma20ExtensionPct: 0, ret30d: 0 });
      }),
      { numRuns: 20 },
    );
  });

  it('do not know a return over a day that is missing, and know it again a day later', () => {
    const closes = [...Array.from({ length: 40 }, (_, i) => 10 + i).entries()]
      .filter(([i]) => i !== 20)
      .map(([i, close]) => bar(i * DAY_MS, close));
    const days = memeDays(candlesOf(closes));
    const at = (i: number): MemeDay => days.find((day) => day.time === i * DAY_MS)!;
    expect([at(21).ret1d, at(27).ret7d]).toEqual([null, null]);
    expect([at(22).ret1d, at(28).ret7d].includes(null)).toBe(false);
  });

  it('take the percentile of the volatility regime, to the bit', () => {
    const daily = daysOf(Array.from({ length: 600 }, (_, i) => 100 + 30 * Math.sin(i / 9) * Math.cos(i / 50)));
    // Holes of one, two, three and four days, the last of which are too long for a month's volatility.
    const holes = new Set([200, 260, 261, 330, 331, 332, 450, 451, 452, 453]);
    const wide = barsOf(daily)
      .map((day, i) => ({ ...day, high: day.close * (1 + (i % 17) / 100) }))
      .filter((_, i) => !holes.has(i));
    const percentiles = memeDays(candlesOf(wide)).map((day) => day.volPctile30 ?? NaN);
    expect(Float64Array.from(percentiles)).toEqual(volatilityRegime(candlesOf(wide)).volPctile30);
    expect(percentiles.findIndex((value) => !Number.isNaN(value))).toBe(29 + 89);
    expect(percentiles.slice(29 + 89).some((value) => Number.isNaN(value))).toBe(true);
  });

  it('[#596] measure the day’s volume against the 30 days before it, from 7 days on', () => {
    const spikes = (volumes: readonly number[]): (number | null)[] =>
      memeDays(candlesOf(volumes.map((volume, i) => ({ ...bar(i * DAY_MS, 2), volume })))).map((day) => day.volSpike);
    expect(spikes([1, 1, 1, 1, 1, 1, 1, 3]).slice(6)).toEqual([null, 3]);
    const after31 = spikes([100, ...Array.from({ length: 30 }, () => 2), 5]);
    expect(after31[31]).toBe(2.5);
    expect(spikes([0, 0, 0, 0, 0, 0, 0, 3])[7]).toBeNull();
    expect(spikes([1, 1, 1, 1, 1, 1, 1, 0])[7]).toBe(0);
  });

  it('are the same at every scale of price', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...SCALE_POWERS), (daily, power) => {
        const scaled = memeDays(scalePrices(daily, 2 ** power));
        expect(scaled.map((day) => ({ ...day, close: day.close / 2 ** power }))).toEqual(memeDays(daily));
      }),
      { numRuns: 30 },
    );
  });

  it('never look ahead, and do not write to what they are given', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (daily, at) => {
        const cut = at % (daily.length + 1);
        const before = structuredClone(barsOf(daily));
        expect(memeDays(sliceCandles(daily, 0, cut))).toEqual(memeDays(daily).slice(0, cut));
        expect(barsOf(daily)).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the tracker', () => {
  it('[#596] says what the row of the whole history says, also when resumed through JSON', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.integer({ min: 0, max: 80 }), (daily, at, later) => {
        const bars = barsOf(daily);
        const cut = at % (bars.length + 1);
        const first = trackerOf(sliceCandles(daily, 0, cut));
        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const second = createMemeTracker(MEME_V2, JSON.parse(JSON.stringify(snapshot)) as MemeTrackerSnapshot);
        expect(second.snapshot()).toEqual(snapshot);
        for (const day of bars.slice(cut)) second.day(day);
        const asOf = (bars.at(-1)?.time ?? 0) + DAY_MS + later * 3_600_000;
        expect(second.row(FACTS, asOf)).toEqual(memeRow({ daily, ...FACTS, asOf }));
        const { bars: traded, isHalted, restarted } = tradedBars(daily, MEME_V2.breaks);
        if (restarted !== 'scale_change') expect(second.firstDay).toBe(bars[0]?.time ?? null);
        expect(second.notional30).toBe(traded.length >= 7 && !isHalted ? notional30(traded).at(-1) : null);
      }),
      { numRuns: 50 },
    );
  });

  it('has a row that names its config and passes on what only others know', () => {
    const row = trackerOf(daysOf(Array.from({ length: 21 }, () => 2))).row(FACTS, 21 * DAY_MS);
    expect(row).toMatchObject({ ...FACTS, configVersion: 'meme/2', price: 2, computedFrom: 20 * DAY_MS });
    const bare = trackerOf(daysOf([2])).row({ ...FACTS, pdSymbol: null, fundingRate: null, oiUsd: null }, DAY_MS);
    expect(bare).toMatchObject({ pdSymbol: null, fundingRate: null, oiUsd: null, regime: null, ret1d: null });
  });

  it('is all null without history, and says so', () => {
    const row = createMemeTracker().row(FACTS, 0);
    expect(row).toMatchObject({ regime: null, daysInRegime: null, prevRegime: null, regimeChanged: false });
    expect(row).toMatchObject({ ret1d: null, ret7d: null, ret30d: null, price: null, computedFrom: null, stale: true });
  });

  it('is stale once its last completed day ended more than two days ago', () => {
    const tracker = trackerOf(daysOf([1, 1, 1]));
    expect([5 * DAY_MS, 5 * DAY_MS + 1].map((asOf) => tracker.row(FACTS, asOf).stale)).toEqual([false, true]);
  });

  it('has 30 returns once 31 closes in a row are there, and none over a hole', () => {
    const closes = Array.from({ length: 31 }, (_, i) => 2 ** i);
    expect(trackerOf(daysOf(closes.slice(1))).returns()).toBeNull();
    expect(trackerOf(daysOf(closes)).returns()).toEqual(new Float64Array(30).fill(1));
    const holed = barsOf(daysOf([...closes, 1, 1])).filter((_, i) => i !== 15);
    expect(trackerOf(candlesOf(holed)).returns()).toBeNull();
    expect(createMemeTracker().returns()).toBeNull();
    const rising = trackerOf(daysOf([...closes.map(() => 1), 3])).returns()!;
    expect([rising[0], rising[29]]).toEqual([0, 2]);
  });

  it('refuses a day twice, an invalid day or bar, and keeps its state', () => {
    const tracker = trackerOf(daysOf([1, 2]));
    const before = tracker.snapshot();
    const next = bar(2 * DAY_MS, 3);
    expect(() => tracker.day(bar(DAY_MS, 3))).toThrow(`"time" expected a full day after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.day(bar(2 * DAY_MS + 1, 3))).toThrow(/"time" expected a full day after/);
    expect(() => tracker.day({ ...next, low: 4 })).toThrow(/"high" expected high ≥ low 4, got 3/);
    expect(tracker.snapshot()).toEqual(before);
  });

  it('refuses a moment before the close of its last day, and a snapshot of another config', () => {
    const tracker = trackerOf(daysOf([1, 2]));
    expect(() => tracker.row(FACTS, 2 * DAY_MS - 1)).toThrow(
      `"asOf" expected a time from ${2 * DAY_MS} on, got ${2 * DAY_MS - 1}`,
    );
    expect(() => createMemeTracker({ ...MEME_V2, highDays: 5 }, tracker.snapshot())).toThrow(
      /"resume" expected a version 1 snapshot of \{"version":"meme\/2"/,
    );
  });
});

const SHORT: MemeConfig = { ...MEME_V2, version: 'meme/test', breaks: { quietBars: 3, maxGap: 4, maxJump: 5 } };

breaksContract({
  name: 'the meme regime',
  create: (resume) => {
    const tracker = createMemeTracker(SHORT, resume as MemeTrackerSnapshot | undefined);
    return { next: (day) => tracker.day(day), snapshot: () => tracker.snapshot() };
  },
  breaks: SHORT.breaks!,
  label: ({ regime }) => regime,
  step: DAY_MS,
  lookback: memeLookback(),
});

describe('version 2', () => {
  it('is version 1 on days without a break', () => {
    fc.assert(
      fc.property(histories, (daily) => {
        fc.pre(!hasBreaks(daily, MEME_V2.breaks!));
        expect(memeDays(daily, MEME_V2)).toEqual(memeDays(daily, MEME_V1));
      }),
      { numRuns: 30 },
    );
  });

  it('names the break in the row, and keeps price, day and listing', () => {
    const tracker = trackerOf(daysOf(Array.from({ length: 40 }, (_, i) => 1 + (i % 3) / 10)));
    const { close } = barAt(daysOf([1.2]), 0);
    for (let i = 40; i < 43; i++) tracker.day({ ...bar(i * DAY_MS, close), volume: 0 });
    const halted = tracker.row(FACTS, 43 * DAY_MS);
    expect(halted).toMatchObject({ regime: null, price: 1.2, computedFrom: 42 * DAY_MS, quality: ['no_trade'] });
    expect([tracker.firstDay, tracker.notional30, tracker.returns()]).toEqual([0, null, null]);

    tracker.day(bar(90 * DAY_MS, 1.1));
    expect(tracker.row(FACTS, 91 * DAY_MS)).toMatchObject({ regime: null, quality: ['gap'] });
    expect(tracker.firstDay).toBe(0);
    tracker.day(bar(91 * DAY_MS, 110));
    expect(tracker.row(FACTS, 92 * DAY_MS)).toMatchObject({ regime: null, quality: ['scale_change'] });
    expect(tracker.firstDay).toBe(91 * DAY_MS);
  });
});
