import { candlesOf, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { barsOf, firstNotJson, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNUM_V1, type SignumConfig } from './config.ts';
import { signumRow, type SignumRow } from './row.ts';
import { createSignumTracker, type SignumTrackerSnapshot } from './tracker.ts';

/** Short and sensitive, so that a few weeks of hours reach every field. */
const EAGER: SignumConfig = {
  ...SIGNUM_V1,
  version: 'signum/test',
  adx: { ...SIGNUM_V1.adx, period: 2 },
  enter: 20,
  exit: 15,
  margin: 1,
  rangeBars: 3,
  h4MinBars: 10,
};
const ABOUT = { symbol: 'BTC', source: 'perpdex_perp' } as const;

const batch = (bars: readonly Bar[], asOf: number): SignumRow =>
  signumRow({ ...ABOUT, hourly: candlesOf(bars), asOf }, EAGER);

/** Hours with holes of all sizes: some missing hours, and sometimes whole days. */
const holedHours = fc
  .tuple(
    ohlcv({ n: { min: 0, max: 500 }, interval: '1h', regime: 'wild' }),
    fc.array(fc.tuple(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 60 })), { maxLength: 3 }),
  )
  .map(([bars, holes]) =>
    barsOf(bars).filter((_, i) => holes.every(([from, length]) => i < from || i >= from + length)),
  );

describe('the tracker', () => {
  it('says what the row of the whole history says, at every moment, also when resumed through JSON', () => {
    fc.assert(
      fc.property(holedHours, fc.nat(), fc.integer({ min: 0, max: 80 }), (bars, at, later) => {
        const cut = at % (bars.length + 1);
        const first = createSignumTracker(EAGER);
        for (const bar of bars.slice(0, cut)) first.hour(bar);
        const asOfCut = (bars[cut - 1]?.time ?? 0) + HOUR_MS;
        expect(first.row(ABOUT, asOfCut)).toEqual(batch(bars.slice(0, cut), asOfCut));

        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const second = createSignumTracker(EAGER, JSON.parse(JSON.stringify(snapshot)) as SignumTrackerSnapshot);
        for (const bar of bars.slice(cut)) second.hour(bar);
        const asOf = (bars.at(-1)?.time ?? 0) + HOUR_MS + later * 1_800_000;
        expect(second.row(ABOUT, asOf)).toEqual(batch(bars, asOf));
      }),
    );
  });

  it('of days alone says what the row of all the days says, also when resumed through JSON', () => {
    const months = ohlcv({ n: { min: 0, max: 60 }, interval: '1d', regime: 'wild' });
    fc.assert(
      fc.property(months, fc.nat(), fc.nat({ max: 5 }), (candles, at, hole) => {
        const days = barsOf(candles).filter((_, i) => i % 7 !== hole);
        const cut = at % (days.length + 1);
        let tracker = createSignumTracker(EAGER);
        for (const day of days.slice(0, cut)) tracker.day(day);
        tracker = createSignumTracker(EAGER, JSON.parse(JSON.stringify(tracker.snapshot())) as SignumTrackerSnapshot);
        for (const day of days.slice(cut)) tracker.day(day);
        const asOf = (days.at(-1)?.time ?? 0) + DAY_MS;
        const daily = candlesOf(days);
        expect(tracker.row(ABOUT, asOf)).toEqual(signumRow({ ...ABOUT, hourly: candlesOf([]), daily, asOf }, EAGER));
      }),
    );
  });

  it('leaves out days of a symbol that has hours', () => {
    const hour = { time: 0, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    const tracker = createSignumTracker();
    tracker.hour(hour);
    const before = tracker.snapshot();
    tracker.day({ ...hour, time: DAY_MS });
    expect(tracker.snapshot()).toEqual(before);
  });

  it('refuses a day that is not after the last or no full day, and a moment before its close', () => {
    const day = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    const tracker = createSignumTracker();
    tracker.day(day);
    expect(() => tracker.day(day)).toThrow(`"time" expected a full day after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.day({ ...day, time: 2 * DAY_MS + HOUR_MS })).toThrow(/"time" expected a full day after/);
    expect(() => tracker.row(ABOUT, 2 * DAY_MS - 1)).toThrow(`"asOf" expected a time from ${2 * DAY_MS} on`);
  });

  it('has no forming day at the very end of a day that lacks its last hour', () => {
    const bars = Array.from({ length: 167 }, (_, i) => {
      const close = 10 + (i % 5);
      return { time: i * HOUR_MS, open: 12, high: 20 + i / 9, low: 5, close, volume: 1 };
    });
    const tracker = createSignumTracker(EAGER);
    for (const bar of bars) tracker.hour(bar);
    for (const asOf of [7 * DAY_MS - 1, 7 * DAY_MS, 7 * DAY_MS + 1]) {
      expect(tracker.row(ABOUT, asOf)).toEqual(batch(bars, asOf));
    }
    expect(tracker.row(ABOUT, 7 * DAY_MS).incompleteDays).toBe(1);
  });

  it('refuses an hour that is invalid, not full or not after the last, and keeps its state', () => {
    const tracker = createSignumTracker();
    const bar = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    tracker.hour(bar);
    const before = tracker.snapshot();
    expect(() => tracker.hour(bar)).toThrow(`"time" expected a full hour after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.hour({ ...bar, time: DAY_MS + 1 })).toThrow(/"time" expected a full hour after/);
    expect(() => tracker.hour({ ...bar, time: 2 * DAY_MS, low: 3 })).toThrow(/"high" expected high ≥ low 3, got 2/);
    expect(tracker.snapshot()).toEqual(before);
  });

  it('refuses a moment before the close of its last hour', () => {
    const tracker = createSignumTracker();
    tracker.hour({ time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 });
    expect(() => tracker.row(ABOUT, DAY_MS)).toThrow(
      `"asOf" expected a time from ${DAY_MS + HOUR_MS} on, got ${DAY_MS}`,
    );
  });

  it('refuses a snapshot of another config', () => {
    expect(() => createSignumTracker(SIGNUM_V1, createSignumTracker(EAGER).snapshot())).toThrow(
      /"resume" expected a version 3 snapshot of \{"version":"signum\/1"/,
    );
  });
});
