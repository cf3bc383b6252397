import { candlesOf, createBucketer, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { barsOf, firstNotJson, ohlcv, SCALE_POWERS } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNUM_V1 } from '../signum/config.ts';
import { signumRow, type SignumRow } from '../signum/row.ts';
import { HEATMAP_V1, type HeatmapConfig } from './config.ts';
import { heatmapRow, type HeatmapRow } from './row.ts';
import { createHeatmapTracker, type HeatmapTracker, type HeatmapTrackerSnapshot } from './tracker.ts';

/** A short average, so that a few weeks of hours reach every field. */
const SHORT: HeatmapConfig = { ...HEATMAP_V1, version: 'heatmap/test', smaDays: 4 };
const bar: Bar = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };
const signum: SignumRow = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: candlesOf([]), asOf: 0 });
const about = { signum, notional30: 7 };

const holedHours = fc
  .tuple(
    ohlcv({ n: { min: 0, max: 250 }, interval: '1h', gaps: false }),
    fc.array(fc.tuple(fc.nat({ max: 250 }), fc.integer({ min: 1, max: 30 })), { maxLength: 3 }),
  )
  .map(([bars, holes]) =>
    barsOf(bars).filter((_, i) => holes.every(([from, length]) => i < from || i >= from + length)),
  );

/** The hours, and the completed days that they make. */
function feed(tracker: HeatmapTracker, hours: readonly Bar[], before: readonly Bar[] = []): void {
  const days = createBucketer(HOUR_MS, DAY_MS);
  for (const hour of before) days.next(hour);
  for (const hour of hours) {
    tracker.hour(hour);
    const day = days.next(hour);
    if (day !== undefined) tracker.day(day);
  }
}

function batch(hours: readonly Bar[], asOf: number): HeatmapRow {
  const days = createBucketer(HOUR_MS, DAY_MS);
  const daily = hours.flatMap((hour) => days.next(hour) ?? []);
  return heatmapRow({ ...about, hourly: candlesOf(hours), daily: candlesOf(daily), asOf }, SHORT);
}

describe('the tracker', () => {
  it('says what the row of the whole history says, at every moment, also when resumed through JSON', () => {
    fc.assert(
      fc.property(holedHours, fc.nat(), fc.constantFrom(0, 0, 0, 1, 2, 7, 60), (hours, at, later) => {
        const cut = at % (hours.length + 1);
        const first = createHeatmapTracker(SHORT);
        feed(first, hours.slice(0, cut));
        const asOfCut = cut === 0 ? 0 : hours[cut - 1]!.time + HOUR_MS;
        expect(first.row(about, asOfCut)).toEqual(batch(hours.slice(0, cut), asOfCut));

        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const second = createHeatmapTracker(SHORT, JSON.parse(JSON.stringify(snapshot)) as HeatmapTrackerSnapshot);
        expect(second.snapshot()).toEqual(snapshot);
        expect(second.row(about, asOfCut)).toEqual(first.row(about, asOfCut));
        feed(second, hours.slice(cut), hours.slice(0, cut));
        const asOf = (hours.at(-1)?.time ?? 0) + HOUR_MS + later * 1_800_000;
        const row = second.row(about, asOf);
        expect(row).toEqual(batch(hours, asOf));
        expect(Object.values(row).some((value) => Number.isNaN(value) || value === undefined)).toBe(false);
      }),
    );
  });

  it('changes no bit of a move when the unit of price does', () => {
    fc.assert(
      fc.property(holedHours, fc.constantFrom(...SCALE_POWERS), (hours, power) => {
        const factor = 2 ** power;
        const scaled = hours.map(({ time, open, high, low, close, volume }) => ({
          time,
          open: open * factor,
          high: high * factor,
          low: low * factor,
          close: close * factor,
          volume,
        }));
        const asOf = (hours.at(-1)?.time ?? 0) + HOUR_MS;
        const [plain, other] = [batch(hours, asOf), batch(scaled, asOf)];
        expect(other).toEqual({ ...plain, price: plain.price === null ? null : plain.price * factor });
      }),
      { numRuns: 30 },
    );
  });

  it('keeps 25 hours, however long it runs', () => {
    const tracker = createHeatmapTracker();
    for (let i = 0; i < 60; i++) tracker.hour({ ...bar, time: i * HOUR_MS });
    expect(tracker.snapshot().hours.length).toBe(25);
  });

  it('refuses a bar that is not after the last, off its boundary, or no bar, and keeps its state', () => {
    const tracker = createHeatmapTracker();
    tracker.hour(bar);
    tracker.day(bar);
    const before = tracker.snapshot();
    expect(() => tracker.hour(bar)).toThrow(`"time" expected a full hour after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.hour({ ...bar, time: DAY_MS + 1 })).toThrow(/"time" expected a full hour after/);
    expect(() => tracker.day(bar)).toThrow(`"time" expected a full day after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.day({ ...bar, time: 2 * DAY_MS + HOUR_MS })).toThrow(/"time" expected a full day after/);
    expect(() => tracker.day({ ...bar, time: 2 * DAY_MS, low: 3 })).toThrow(/"high" expected high ≥ low 3, got 2/);
    expect(tracker.snapshot()).toEqual(before);
  });

  it('refuses a moment before the close of its last bar', () => {
    const tracker = createHeatmapTracker();
    tracker.hour(bar);
    expect(() => tracker.row(about, DAY_MS)).toThrow(
      `"asOf" expected a time from ${DAY_MS + HOUR_MS} on, got ${DAY_MS}`,
    );
    tracker.day(bar);
    expect(() => tracker.row(about, DAY_MS + HOUR_MS)).toThrow(`"asOf" expected a time from ${2 * DAY_MS} on`);
  });

  it('refuses a snapshot of another config or version', () => {
    const snapshot = createHeatmapTracker().snapshot();
    expect(() => createHeatmapTracker(SHORT, snapshot)).toThrow(
      '"resume" expected a version 2 snapshot of {"version":"heatmap/test","smaDays":4}, got version 2 of {"version":"heatmap/1","smaDays":200}',
    );
    const old = { ...snapshot, version: 0 } as unknown as HeatmapTrackerSnapshot;
    expect(() => createHeatmapTracker(HEATMAP_V1, old)).toThrow(/got version 0 of/);
  });
});

describe('the SIGNUM row that it is built on', () => {
  it('holds back its 4h colour below 30 bars, as the heatmap must', () => {
    expect(SIGNUM_V1.h4MinBars).toBe(30);
  });
});
