import { candlesOf, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { barsOf, firstNotJson, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOLUME_V1 } from './config.ts';
import { volumeRow, type VolumeRow } from './row.ts';
import { createVolumeTracker, type VolumeTracker, type VolumeTrackerSnapshot } from './tracker.ts';

const ABOUT = { symbol: 'BTC', source: 'perpdex_perp' } as const;
const bar: Bar = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };

interface Fed {
  readonly bar: Bar;
  readonly step: number;
}

const closeOf = ({ bar: { time }, step }: Fed): number => time + step;

/** Days, and hours that begin some days into them, in the order of their closes; hours before a day they complete. */
const history = fc
  .tuple(
    ohlcv({ n: { min: 0, max: 36 }, interval: '1d' }),
    fc.boolean().chain((gaps) => ohlcv({ n: { min: 0, max: 90 }, interval: '1h', gaps })),
    fc.nat({ max: 36 }),
  )
  .map(([days, hours, shift]) =>
    [
      ...barsOf(hours).map((hour) => ({ bar: { ...hour, time: hour.time + shift * DAY_MS }, step: HOUR_MS })),
      ...barsOf(days).map((day) => ({ bar: day, step: DAY_MS })),
    ].sort((a, b) => closeOf(a) - closeOf(b)),
  );

function batch(fed: readonly Fed[], asOf: number): VolumeRow {
  const of = (step: number) => candlesOf(fed.filter((one) => one.step === step).map((one) => one.bar));
  return volumeRow({ ...ABOUT, hourly: of(HOUR_MS), daily: of(DAY_MS), asOf });
}

function feed(tracker: VolumeTracker, fed: readonly Fed[]): void {
  for (const one of fed) {
    if (one.step === HOUR_MS) tracker.hour(one.bar);
    else tracker.day(one.bar);
  }
}

describe('the tracker', () => {
  it('says what the row of the whole history says, at every moment, also when resumed through JSON', () => {
    fc.assert(
      fc.property(history, fc.nat(), fc.constantFrom(0, 0, 0, 1, 2, 47, 60), (fed, at, later) => {
        const cut = at % (fed.length + 1);
        const first = createVolumeTracker();
        feed(first, fed.slice(0, cut));
        const asOfCut = cut === 0 ? 0 : closeOf(fed[cut - 1]!);
        expect(first.row(ABOUT, asOfCut)).toEqual(batch(fed.slice(0, cut), asOfCut));

        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const second = createVolumeTracker(VOLUME_V1, JSON.parse(JSON.stringify(snapshot)) as VolumeTrackerSnapshot);
        expect(second.snapshot()).toEqual(snapshot);
        expect(second.row(ABOUT, asOfCut)).toEqual(first.row(ABOUT, asOfCut));
        feed(second, fed.slice(cut));
        const asOf = (fed.length === 0 ? 0 : closeOf(fed.at(-1)!)) + later * 1_800_000;
        const row = second.row(ABOUT, asOf);
        expect(row).toEqual(batch(fed, asOf));
        expect(row.band === 'unknown').toBe(row.multiplier === null);
        expect(Number.isNaN(second.notional30) ? null : second.notional30).toBe(row.avgVolume30d);
      }),
    );
  });

  it('keeps 48 hours and 30 days, however long it runs', () => {
    const tracker = createVolumeTracker();
    for (let i = 0; i < 100; i++) {
      tracker.hour({ ...bar, time: i * HOUR_MS });
      tracker.day({ ...bar, time: i * DAY_MS });
    }
    const { hours, days } = tracker.snapshot();
    expect([hours.length, days.length]).toEqual([48, 30]);
  });

  it('gives rows that later bars do not change', () => {
    const tracker = createVolumeTracker();
    tracker.day(bar);
    const row = tracker.row(ABOUT, 2 * DAY_MS);
    const text = JSON.stringify(row);
    tracker.day({ ...bar, time: 2 * DAY_MS });
    expect(JSON.stringify(row)).toBe(text);
  });

  it('refuses a bar that is not after the last, off its boundary, or no bar, and keeps its state', () => {
    const tracker = createVolumeTracker();
    tracker.hour(bar);
    tracker.day(bar);
    const before = tracker.snapshot();
    expect(() => tracker.hour(bar)).toThrow(`"time" expected a full hour after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.hour({ ...bar, time: DAY_MS + 1 })).toThrow(/"time" expected a full hour after/);
    expect(() => tracker.day(bar)).toThrow(`"time" expected a full day after ${DAY_MS}, got ${DAY_MS}`);
    expect(() => tracker.day({ ...bar, time: 2 * DAY_MS + HOUR_MS })).toThrow(/"time" expected a full day after/);
    expect(() => tracker.day({ ...bar, time: 2 * DAY_MS, volume: -1 })).toThrow(
      '"volume" expected a finite volume ≥ 0, got -1',
    );
    expect(tracker.snapshot()).toEqual(before);
  });

  it('refuses a moment before the close of its last bar', () => {
    const tracker = createVolumeTracker();
    tracker.hour(bar);
    expect(() => tracker.row(ABOUT, DAY_MS)).toThrow(
      `"asOf" expected a time from ${DAY_MS + HOUR_MS} on, got ${DAY_MS}`,
    );
    tracker.day(bar);
    expect(() => tracker.row(ABOUT, DAY_MS + HOUR_MS)).toThrow(`"asOf" expected a time from ${2 * DAY_MS} on`);
  });

  it('refuses a snapshot of another config or version', () => {
    const snapshot = createVolumeTracker().snapshot();
    expect(() => createVolumeTracker({ ...VOLUME_V1, version: 'volume/test' }, snapshot)).toThrow(
      /"resume" expected a version 1 snapshot of \{"version":"volume\/test".*got version 1 of \{"version":"volume\/1"/,
    );
    const old = { ...snapshot, version: 0 } as unknown as VolumeTrackerSnapshot;
    expect(() => createVolumeTracker(VOLUME_V1, old)).toThrow(/got version 0 of/);
  });
});
