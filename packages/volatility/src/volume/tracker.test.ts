import { candlesOf, DAY_MS, hasBreaks, HOUR_MS, sliceCandles, tradedBars, type Bar } from '@barograph/core';
import { barsOf, breaksContract, firstNotJson, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOLUME_V1, VOLUME_V2, type VolumeConfig } from './config.ts';
import { volumeHistory } from './history.ts';
import { volumeRow, type VolumeRow } from './row.ts';
import { createVolumeTracker, type VolumeTracker, type VolumeTrackerSnapshot } from './tracker.ts';

const ABOUT = { symbol: 'BTC', source: 'perpdex_perp' } as const;
const bar: Bar = { time: DAY_MS, open: 1, high: 2, low: 1, close: 2, volume: 1 };

interface Fed {
  readonly bar: Bar;
  readonly step: number;
}

const closeOf = ({ bar: { time }, step }: Fed): number => time + step;

/** Days with a pause at one price, a price of another scale, or both. */
const haltedDays = fc
  .tuple(
    ohlcv({ n: { min: 5, max: 45 }, interval: '1d' }),
    fc.nat({ max: 40 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(1, 1, 100),
  )
  .map(([days, from, length, scale]) =>
    candlesOf(
      barsOf(days).map((day, i, all) => {
        if (i < from) return day;
        const close = all[from]!.close * scale;
        if (i < from + length) return { time: day.time, open: close, high: close, low: close, close, volume: 0 };
        const { time, open, high, low, volume } = day;
        return { time, open: open * scale, high: high * scale, low: low * scale, close: day.close * scale, volume };
      }),
    ),
  );

/** Days, and hours that begin some days later, in order of their closes; hours come before a day they complete. */
const history = fc
  .tuple(
    fc.oneof(ohlcv({ n: { min: 0, max: 36 }, interval: '1d' }), haltedDays),
    fc.boolean().chain((gaps) => ohlcv({ n: { min: 0, max: 90 }, interval: '1h', gaps })),
    fc.nat({ max: 36 }),
  )
  .map(([days, hours, shift]) =>
    [
      ...barsOf(hours).map((hour) => ({ bar: { ...hour, time: hour.time + shift * DAY_MS }, step: HOUR_MS })),
      ...barsOf(days).map((day) => ({ bar: day, step: DAY_MS })),
    ].sort((a, b) => closeOf(a) - closeOf(b)),
  );

function batch(fed: readonly Fed[], asOf: number, config = VOLUME_V2): VolumeRow {
  const of = (step: number) => candlesOf(fed.filter((one) => one.step === step).map((one) => one.bar));
  return volumeRow({ ...ABOUT, hourly: of(HOUR_MS), daily: of(DAY_MS), asOf }, config);
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
        const second = createVolumeTracker(VOLUME_V2, JSON.parse(JSON.stringify(snapshot)) as VolumeTrackerSnapshot);
        expect(second.snapshot()).toEqual(snapshot);
        expect(second.row(ABOUT, asOfCut)).toEqual(first.row(ABOUT, asOfCut));
        feed(second, fed.slice(cut));
        const asOf = (fed.length === 0 ? 0 : closeOf(fed.at(-1)!)) + later * 1_800_000;
        const row = second.row(ABOUT, asOf);
        expect(row).toEqual(batch(fed, asOf));
        expect(row.band === 'unknown').toBe(row.multiplier === null);
        const isHalted = row.quality?.includes('no_trade') ?? false;
        expect(Number.isNaN(second.notional30) ? null : second.notional30).toBe(isHalted ? null : row.avgVolume30d);
      }),
    );
  });

  it('keeps 48 hours and 30 days, however long it runs', () => {
    const tracker = createVolumeTracker();
    for (let i = 0; i < 100; i++) {
      tracker.hour({ ...bar, time: i * HOUR_MS });
      tracker.day({ ...bar, time: i * DAY_MS });
    }
    const { hours, baseline } = tracker.snapshot();
    expect([hours.length, baseline.days.length]).toEqual([48, 30]);
  });

  it('gives rows that later bars do not change', () => {
    const tracker = createVolumeTracker();
    tracker.day(bar);
    const row = tracker.row(ABOUT, 2 * DAY_MS);
    const text = JSON.stringify(row);
    tracker.day({ ...bar, time: 2 * DAY_MS });
    expect(JSON.stringify(row)).toBe(text);
  });

  it('refuses a bar that is invalid, off its boundary or not after the last, and keeps its state', () => {
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
      /"resume" expected a version 2 snapshot of \{"version":"volume\/test".*got version 2 of \{"version":"volume\/2"/,
    );
    const old = { ...snapshot, version: 0 } as unknown as VolumeTrackerSnapshot;
    expect(() => createVolumeTracker(VOLUME_V1, old)).toThrow(/got version 0 of/);
  });
});

const SHORT: VolumeConfig = { ...VOLUME_V2, version: 'volume/test', breaks: { quietBars: 3, maxGap: 4, maxJump: 5 } };

breaksContract({
  name: 'the baseline of the volume scanner',
  create: (resume) => {
    const tracker = createVolumeTracker(SHORT, resume as VolumeTrackerSnapshot | undefined);
    return {
      next: (day) => {
        tracker.day(day);
        return { usual: tracker.notional30 };
      },
      snapshot: () => tracker.snapshot(),
    };
  },
  breaks: SHORT.breaks!,
  label: ({ usual }) => (Number.isNaN(usual) ? null : usual),
  step: DAY_MS,
  lookback: 6,
});

describe('version 2', () => {
  it('holds each day of a history against the days before it that trade', () => {
    let [broken, silent] = [0, 0];
    fc.assert(
      fc.property(haltedDays, (daily) => {
        const { average, median } = volumeHistory(daily, SHORT);
        if (hasBreaks(daily, SHORT.breaks!)) broken++;
        for (let i = 0; i < daily.length; i++) {
          const until = tradedBars(sliceCandles(daily, 0, i + 1), SHORT.breaks);
          // The day itself is last, unless it is part of a halt.
          const known = barsOf(until.bars).map(({ close, volume }) => close * volume);
          const before = (until.isHalted ? known : known.slice(0, -1)).slice(-30);
          // A halt is known from its third day on, the first day that this loop skips.
          if (until.isHalted && !tradedBars(sliceCandles(daily, 0, i), SHORT.breaks).isHalted) continue;
          if (before.length < 7) {
            silent++;
            expect([average[i], median[i]]).toEqual([NaN, NaN]);
            continue;
          }
          const mean = before.reduce((sum, one) => sum + one, 0) / before.length;
          expect(Math.abs(average[i]! - mean)).toBeLessThanOrEqual(1e-9 * mean);
          const sorted = [...before].sort((one, other) => one - other);
          const middle = (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
          expect(Math.abs(median[i]! - middle)).toBeLessThanOrEqual(1e-9 * middle);
        }
      }),
    );
    expect(Math.min(broken, silent)).toBeGreaterThan(5);
  });

  it('is version 1 on days without a break, and keeps the zeros of a market that does not trade', () => {
    fc.assert(
      fc.property(history, (fed) => {
        const daily = candlesOf(fed.filter(({ step }) => step === DAY_MS).map((one) => one.bar));
        fc.pre(!hasBreaks(daily, VOLUME_V2.breaks!));
        const asOf = fed.length === 0 ? 0 : closeOf(fed.at(-1)!);
        expect({ ...batch(fed, asOf, VOLUME_V2), configVersion: 'volume/1' }).toEqual(batch(fed, asOf, VOLUME_V1));
      }),
    );
    const tracker = createVolumeTracker();
    for (let i = 0; i < 20; i++) tracker.day({ ...bar, time: i * DAY_MS });
    const still = { open: 2, high: 2, low: 2, close: 2, volume: 0 };
    for (let i = 20; i < 29; i++) tracker.day({ ...still, time: i * DAY_MS });
    for (let i = 0; i < 24; i++) tracker.hour({ ...still, time: 28 * DAY_MS + i * HOUR_MS });
    const row = tracker.row(ABOUT, 29 * DAY_MS);
    expect(row).toMatchObject({ band: 'dormant', multiplier: 0, avgVolume30d: 2, quality: ['no_trade'] });
  });
});
