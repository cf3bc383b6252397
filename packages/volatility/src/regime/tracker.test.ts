import { candlesOf, DAY_MS, type Bar } from '@barograph/core';
import { barsOf, firstNotJson, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOLATILITY_REGIME_V1, type VolatilityRegimeConfig } from './config.ts';
import { volatilityHistory, volatilityRow, type VolatilityAbout } from './row.ts';
import { createVolatilityTracker, type VolatilityTrackerSnapshot } from './tracker.ts';

const EAGER: VolatilityRegimeConfig = {
  ...VOLATILITY_REGIME_V1,
  version: 'volatility-regime/eager',
  percentile: { days: 40, minDays: 10 },
  zScore: { days: 20, minDays: 5 },
  label: { days: 20, minDays: 4 },
};
const ABOUT: VolatilityAbout = {
  symbol: 'BTC',
  source: 'perpdex_perp',
  pegged: false,
  notional30: 5e9,
  staleCycles: 2,
};
const closeOf = (days: readonly Bar[]): number => (days.at(-1)?.time ?? 0) + DAY_MS;
const batch = (days: readonly Bar[]) => volatilityRow({ ...ABOUT, daily: candlesOf(days), asOf: closeOf(days) }, EAGER);

/** Days with holes of one to nine days. */
const holedDays = fc
  .tuple(
    ohlcv({ n: { min: 0, max: 120 }, interval: '1d', regime: 'wild' }),
    fc.array(fc.tuple(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 9 })), { maxLength: 3 }),
  )
  .map(([bars, holes]) =>
    barsOf(bars).filter((_, i) => holes.every(([from, length]) => i < from || i >= from + length)),
  );

describe('the tracker', () => {
  it('says what the row of the whole history says, at every moment, also when resumed through JSON', () => {
    fc.assert(
      fc.property(holedDays, fc.nat(), (days, at) => {
        const cut = at % (days.length + 1);
        const first = createVolatilityTracker(EAGER);
        days.slice(0, cut).forEach((day, i) => {
          first.day(day);
          if (i % 17 === 0)
            expect(first.row(ABOUT, closeOf(days.slice(0, i + 1)))).toEqual(batch(days.slice(0, i + 1)));
        });
        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const second = createVolatilityTracker(
          EAGER,
          JSON.parse(JSON.stringify(snapshot)) as VolatilityTrackerSnapshot,
        );
        expect(second.row(ABOUT, closeOf(days))).toEqual(first.row(ABOUT, closeOf(days)));
        for (const day of days.slice(cut)) second.day(day);
        expect(second.row(ABOUT, closeOf(days))).toEqual(batch(days));
      }),
    );
  });

  it('refuses a day that is invalid, not at midnight or not after the last, and keeps its state', () => {
    const tracker = createVolatilityTracker();
    const day = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    tracker.day(day);
    const before = tracker.snapshot();
    expect(() => tracker.day(day)).toThrow(`"time" expected a UTC midnight after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.day({ ...day, time: 2 * DAY_MS + 1 })).toThrow(/"time" expected a UTC midnight after/);
    expect(() => tracker.day({ ...day, time: 2 * DAY_MS, low: 3 })).toThrow(/"high" expected high ≥ low 3, got 2/);
    expect(tracker.snapshot()).toEqual(before);
  });

  it('refuses a moment before the close of its last day, as the batch face does', () => {
    const day = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    const tracker = createVolatilityTracker();
    tracker.day(day);
    const message = `"asOf" expected a time from ${2 * DAY_MS} on, got ${2 * DAY_MS - 1}`;
    expect(() => tracker.row(ABOUT, 2 * DAY_MS - 1)).toThrow(message);
    expect(() => volatilityRow({ ...ABOUT, daily: candlesOf([day]), asOf: 2 * DAY_MS - 1 })).toThrow(message);
  });

  it('refuses a snapshot of another version or config', () => {
    const snapshot = createVolatilityTracker(EAGER).snapshot();
    expect(() => createVolatilityTracker(VOLATILITY_REGIME_V1, snapshot)).toThrow(
      /"resume" expected a version 1 snapshot of \{"version":"volatility-regime\/1"/,
    );
    expect(() => createVolatilityTracker(EAGER, { ...snapshot, version: 2 as 1 })).toThrow(
      '"resume" expected a snapshot of version 1, got version 2',
    );
  });
});

describe('the row', () => {
  const flat = (n: number): Bar[] =>
    Array.from({ length: n }, (_, i) => ({ time: i * DAY_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 }));

  it('of a coin without a day is null where nothing is known, and says what it was told', () => {
    const row = volatilityRow({ ...ABOUT, daily: candlesOf([]), asOf: 0 });
    const { configVersion, symbol, source, isStable, notional30, staleCycles, stale, regimeChanged, ...rest } = row;
    expect([configVersion, symbol, source]).toEqual(['volatility-regime/2', 'BTC', 'perpdex_perp']);
    expect([isStable, notional30, staleCycles, stale, regimeChanged]).toEqual([false, 5e9, 2, true, false]);
    expect(Object.values(rest).every((value) => value === null)).toBe(true);
  });

  it('of 30 days has volatilities and a multiplier, and neither percentile, z-score nor regime', () => {
    const row = volatilityRow({ ...ABOUT, daily: candlesOf(flat(30)), asOf: 30 * DAY_MS });
    expect(row).toMatchObject({ rvGk7: 0, rvGk30: 0, rvParkinson30: 0, rvCc7: 0, rvCc30: null });
    expect(row).toMatchObject({ volTargetMultiplier: 3, multiplierAtFloor: false, multiplierFloorDays: 0 });
    expect(row).toMatchObject({ volPctile30: null, rvZ30: null, rvZ7: null, regime: null, daysInRegime: null });
    expect(row).toMatchObject({ termStructureRatio: null, computedFrom: 29 * DAY_MS });
  });

  it('is stale from 2 days after the end of its last day on', () => {
    const staleAt = (asOf: number): boolean => volatilityRow({ ...ABOUT, daily: candlesOf(flat(30)), asOf }).stale;
    expect([staleAt(32 * DAY_MS), staleAt(32 * DAY_MS + 1)]).toEqual([false, true]);
  });

  it('is stable when the symbol is pegged', () => {
    expect(volatilityRow({ ...ABOUT, pegged: true, daily: candlesOf([]), asOf: 0 }).isStable).toBe(true);
  });
});

describe('the history', () => {
  it('is the last days, scored on all of them, oldest first', () => {
    const days = Array.from({ length: 100 }, (_, i) => {
      const high = 110 + 9 * Math.sin(i / 5);
      return { time: i * DAY_MS, open: 100, high, low: 90, close: 101, volume: 1 };
    });
    const all = volatilityHistory(candlesOf(days), 1_000);
    expect(all).toHaveLength(100);
    expect(volatilityHistory(candlesOf(days), 60)).toEqual(all.slice(-60));
    const tracker = createVolatilityTracker();
    expect(days.map((day) => tracker.day(day))).toEqual(all);
    expect(all.map(({ computedFrom }) => computedFrom)).toEqual(days.map(({ time }) => time));
  });
});
