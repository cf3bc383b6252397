import { barAt, candlesOf, createBucketer, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { barsOf, breaksContract, firstNotJson, ohlcv, SCALE_POWERS } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNUM_V1 } from '../signum/config.ts';
import { signumRow, type SignumRow } from '../signum/row.ts';
import { HEATMAP_V1, type HeatmapConfig } from './config.ts';
import { heatmapDays } from './days.ts';
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

/** The same config with the rule of breaks. */
const BROKEN: HeatmapConfig = {
  ...SHORT,
  version: 'heatmap/test-breaks',
  breaks: { quietBars: 3, maxGap: 3, maxJump: 5 },
  hourBreaks: { quietBars: 3, maxGap: null, maxJump: 5 },
};

/** Hours with pauses at one price, and missing hours. */
const pausingHours = fc
  .tuple(holedHours, fc.array(fc.tuple(fc.nat({ max: 250 }), fc.integer({ min: 1, max: 90 })), { maxLength: 2 }))
  .map(([hours, pauses]) => {
    const [first] = hours;
    return hours.map((hour, i) => {
      const pause = pauses.find(([from, length]) => i >= from && i < from + length);
      if (pause === undefined) return hour;
      const { close } = hours[pause[0]] ?? first!;
      return { time: hour.time, open: close, high: close, low: close, close, volume: 0 };
    });
  });

/** Feeds the hours, and the days they complete. */
function feed(tracker: HeatmapTracker, hours: readonly Bar[], before: readonly Bar[] = []): void {
  const days = createBucketer(HOUR_MS, DAY_MS);
  for (const hour of before) days.next(hour);
  for (const hour of hours) {
    tracker.hour(hour);
    const day = days.next(hour);
    if (day !== undefined) tracker.day(day);
  }
}

function batch(hours: readonly Bar[], asOf: number, config = SHORT): HeatmapRow {
  const days = createBucketer(HOUR_MS, DAY_MS);
  const daily = hours.flatMap((hour) => days.next(hour) ?? []);
  return heatmapRow({ ...about, hourly: candlesOf(hours), daily: candlesOf(daily), asOf }, config);
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

  it('does so under the rule of breaks, which changes nothing on hours that trade', () => {
    let halts = 0;
    fc.assert(
      fc.property(pausingHours, fc.nat(), (hours, at) => {
        const cut = at % (hours.length + 1);
        const first = createHeatmapTracker(BROKEN);
        feed(first, hours.slice(0, cut));
        const second = createHeatmapTracker(
          BROKEN,
          JSON.parse(JSON.stringify(first.snapshot())) as HeatmapTrackerSnapshot,
        );
        feed(second, hours.slice(cut), hours.slice(0, cut));
        const asOf = (hours.at(-1)?.time ?? 0) + HOUR_MS;
        const row = second.row(about, asOf);
        expect(row).toEqual(batch(hours, asOf, BROKEN));
        const isHalted = row.quality?.includes('no_trade') ?? false;
        if (isHalted) halts++;
        expect(isHalted && row.price !== null).toBe(false);
      }),
    );
    expect(halts).toBeGreaterThan(3);
    fc.assert(
      fc.property(holedHours, (hours) => {
        fc.pre(hours.every((hour, i) => i === 0 || hour.time - hours[i - 1]!.time <= 24 * HOUR_MS));
        const asOf = (hours.at(-1)?.time ?? 0) + HOUR_MS;
        expect({ ...batch(hours, asOf, BROKEN), configVersion: '' }).toEqual({
          ...batch(hours, asOf),
          configVersion: '',
        });
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
    expect(tracker.snapshot().hours.hours.length).toBe(25);
  });

  it('refuses a bar that is invalid, off its boundary or not after the last, and keeps its state', () => {
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
    const snapshot = createHeatmapTracker(HEATMAP_V1).snapshot();
    expect(() => createHeatmapTracker(SHORT, snapshot)).toThrow(
      '"resume" expected a version 3 snapshot of {"version":"heatmap/test","smaDays":4}, got version 3 of {"version":"heatmap/1","smaDays":200}',
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

breaksContract({
  name: 'the average of the heatmap',
  create: (resume) => {
    const tracker = createHeatmapTracker(BROKEN, resume as HeatmapTrackerSnapshot | undefined);
    return {
      next: (day) => {
        tracker.day(day);
        const close = { time: day.time + 23 * HOUR_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 };
        tracker.hour(close);
        const { distFrom200Pct, quality } = tracker.row(about, day.time + DAY_MS);
        return quality?.includes('no_trade') === true ? null : distFrom200Pct;
      },
      snapshot: () => tracker.snapshot(),
    };
  },
  breaks: BROKEN.breaks!,
  label: (distance) => distance,
  step: DAY_MS,
  lookback: BROKEN.smaDays - 1,
});

breaksContract({
  name: 'the moves of the heatmap',
  create: (resume) => {
    const tracker = createHeatmapTracker(BROKEN, resume as HeatmapTrackerSnapshot | undefined);
    return {
      next: (hour) => {
        tracker.hour(hour);
        return tracker.row(about, hour.time + HOUR_MS);
      },
      snapshot: () => tracker.snapshot(),
    };
  },
  breaks: BROKEN.hourBreaks!,
  // Every missing hour loses a move of one hour.
  maxGap: 0,
  label: ({ pct1h }) => pct1h,
  step: HOUR_MS,
  lookback: 1,
});

describe('the days of the heatmap', () => {
  it('have the average that the tracker has at their close, and no move in or out of a halt', () => {
    let silent = 0;
    fc.assert(
      fc.property(pausingHours, (hours) => {
        const days = createBucketer(HOUR_MS, DAY_MS);
        const daily = candlesOf(hours.flatMap((hour) => days.next(hour) ?? []));
        const { average, pct24h } = heatmapDays(daily, BROKEN);
        const tracker = createHeatmapTracker(BROKEN);
        let wasHalted = false;
        for (let i = 0; i < daily.length; i++) {
          tracker.day(barAt(daily, i));
          const { days: state } = tracker.snapshot();
          const isHalted = state.breaks!.state.quiet >= 3;
          expect(average[i]).toBe(isHalted ? NaN : (state.sma ?? NaN));
          if (isHalted || wasHalted) expect(pct24h[i]).toBeNaN();
          if (isHalted) silent++;
          wasHalted = isHalted;
        }
      }),
    );
    expect(silent).toBeGreaterThan(0);
  });
});
