import { candlesOf, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { VOLUME_V1 } from './config.ts';
import { notional30 } from './notional30.ts';
import { volumeRow, type VolumeRow } from './row.ts';

const bar = (time: number, volume: number, close: number): Bar => ({
  time,
  open: close,
  high: 2 * close,
  low: close / 2,
  close,
  volume,
});
/** Settled days of these notionals; the last ends at `end`. */
const daysOf = (notionals: readonly number[], end: number): Bar[] =>
  notionals.map((notional, i) => bar(end - (notionals.length - i) * DAY_MS, notional, 1));
/** Closed hours of these notionals at a close of 2; the last ends at `end`. */
const hoursOf = (notionals: readonly number[], end: number): Bar[] =>
  notionals.map((notional, i) => bar(end - (notionals.length - i) * HOUR_MS, notional / 2, 2));
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

const MIDNIGHT = 100 * DAY_MS;
const NOON = MIDNIGHT + 12 * HOUR_MS;

/** Row at noon in a market of 30 days of notional 240 each and 48 hours of notional `perHour` each. */
const ask = (change: { days?: Bar[]; hours?: Bar[]; asOf?: number; perHour?: number } = {}): VolumeRow =>
  volumeRow({
    symbol: 'BTC',
    source: 'perpdex_perp',
    hourly: candlesOf(change.hours ?? hoursOf(repeat(change.perHour ?? 30, 48), NOON)),
    daily: candlesOf(change.days ?? daysOf(repeat(240, 30), MIDNIGHT)),
    asOf: change.asOf ?? NOON,
  });

describe('the row [#395]', () => {
  it('holds the last 24 hours against a day of the baseline', () => {
    expect(ask()).toEqual({
      configVersion: 'volume/2',
      symbol: 'BTC',
      source: 'perpdex_perp',
      volume24h: 720,
      avgVolume30d: 240,
      medianVolume30d: 240,
      multiplier: 3,
      multiplierMedian: 3,
      band: 'surging',
      volumeChange24h: 0,
      spark7d: repeat(240, 7),
      change24h: 0,
      days: daysOf(repeat(240, 30), MIDNIGHT).map(({ time, volume }) => ({ time, notional: volume })),
    });
  });

  it('[#397] has the last 30 settled days for a baseline: neither the 31st nor today', () => {
    const days = daysOf([1e9, ...repeat(240, 30)], MIDNIGHT);
    const row = ask({ days, perHour: 1_000 });
    expect([row.avgVolume30d, row.medianVolume30d, row.days.length]).toEqual([240, 240, 30]);
  });

  it('offers the median because one extreme day lifts the mean', () => {
    const row = ask({ days: daysOf([...repeat(240, 29), 240 * 31], MIDNIGHT) });
    expect([row.multiplier, row.multiplierMedian]).toEqual([1.5, 3]);
  });

  it('has the same baseline as notional30', () => {
    const days = daysOf([0.1, 0.2, 0.3, 1e9, 3, 7, 9, 11], MIDNIGHT);
    expect(ask({ days }).avgVolume30d).toBe(notional30(candlesOf(days))[7]);
  });

  it('does not care in which order the 30 days came', () => {
    const notionals = Array.from({ length: 30 }, (_, i) => (i * 37) % 30);
    const { avgVolume30d, medianVolume30d, band } = ask({ days: daysOf(notionals, MIDNIGHT) });
    const sorted = ask({
      days: daysOf(
        [...notionals].sort((a, b) => a - b),
        MIDNIGHT,
      ),
    });
    expect({ avgVolume30d, medianVolume30d, band }).toEqual({
      avgVolume30d: sorted.avgVolume30d,
      medianVolume30d: sorted.medianVolume30d,
      band: sorted.band,
    });
  });

  it('compares the 24 hours with the 24 before them, in percent', () => {
    const row = ask({ hours: hoursOf([...repeat(10, 24), ...repeat(15, 24)], NOON) });
    expect(row.volumeChange24h).toBe(50);
  });

  it('gives the change of price over exactly 24 hours, in percent', () => {
    const hours = hoursOf(repeat(30, 48), NOON).map((hour, i) => (i === 47 ? bar(hour.time, 1, 3) : hour));
    expect(ask({ hours }).change24h).toBe(50);
  });

  it('ends its windows at the last full hour', () => {
    expect(ask({ asOf: NOON + 5 * 60_000 })).toEqual(ask());
  });

  it('takes the last 7 settled days for the spark line, oldest first', () => {
    expect(ask({ days: daysOf([1, 2, 3, 4, 5, 6, 7, 8], MIDNIGHT) }).spark7d).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(ask({ days: daysOf([1, 2], MIDNIGHT) }).spark7d).toEqual([1, 2]);
  });
});

describe('what cannot be measured is null', () => {
  it('[#398] a multiplier of a market listed under 7 settled days, and its band is unknown', () => {
    const six = ask({ days: daysOf(repeat(240, 6), MIDNIGHT) });
    expect(six).toMatchObject({ volume24h: 720, multiplier: null, multiplierMedian: null, band: 'unknown' });
    expect([six.avgVolume30d, six.medianVolume30d]).toEqual([null, null]);
    expect(ask({ days: daysOf(repeat(240, 7), MIDNIGHT) })).toMatchObject({ multiplier: 3, band: 'surging' });
  });

  it('a multiplier against a baseline of 0', () => {
    expect(ask({ days: daysOf(repeat(0, 30), MIDNIGHT) })).toMatchObject({
      avgVolume30d: 0,
      medianVolume30d: 0,
      multiplier: null,
      multiplierMedian: null,
      band: 'unknown',
    });
  });

  it('the median multiplier alone, where most days traded nothing', () => {
    const row = ask({ days: daysOf([...repeat(0, 20), ...repeat(720, 10)], MIDNIGHT) });
    expect([row.multiplier, row.multiplierMedian, row.band]).toEqual([3, null, 'surging']);
  });

  it('a multiplier with an hour of the last 24 missing: an outage is not a quiet market', () => {
    const hours = hoursOf(repeat(30, 48), NOON).filter((_, i) => i !== 40);
    expect(ask({ hours })).toMatchObject({
      volume24h: 690,
      avgVolume30d: 240,
      multiplier: null,
      multiplierMedian: null,
      band: 'unknown',
      volumeChange24h: null,
      change24h: 0,
    });
  });

  it('the volume of the last 24 hours when none of them is there', () => {
    expect(ask({ asOf: NOON + DAY_MS, hours: hoursOf(repeat(30, 48), NOON) })).toMatchObject({
      volume24h: null,
      multiplier: null,
      band: 'unknown',
      change24h: null,
    });
  });

  it('all that needs hours, for a market with days alone', () => {
    expect(ask({ hours: [] })).toMatchObject({
      volume24h: null,
      avgVolume30d: 240,
      medianVolume30d: 240,
      multiplier: null,
      band: 'unknown',
      volumeChange24h: null,
      spark7d: repeat(240, 7),
      change24h: null,
    });
  });

  it('the change of volume with an hour of the day before missing, or when nothing traded then', () => {
    const hours = hoursOf(repeat(30, 48), NOON);
    expect(ask({ hours: hours.slice(1) })).toMatchObject({ multiplier: 3, volumeChange24h: null });
    expect(ask({ hours: hoursOf([...repeat(0, 24), ...repeat(30, 24)], NOON) }).volumeChange24h).toBeNull();
  });

  it('the change of price without the hour that ends now, or the one that ended 24 hours ago', () => {
    const hours = hoursOf(repeat(30, 48), NOON);
    expect(ask({ hours: hours.slice(0, -1) }).change24h).toBeNull();
    expect(ask({ hours: hours.filter((_, i) => i !== 23) }).change24h).toBeNull();
  });

  it('nothing traded in 24 hours is a real 0, and dormant', () => {
    expect(ask({ perHour: 0 })).toMatchObject({ volume24h: 0, multiplier: 0, multiplierMedian: 0, band: 'dormant' });
  });
});

describe('laws', () => {
  it('the unit of volume changes no bit of ratio or band', () => {
    const days = daysOf(
      Array.from({ length: 30 }, (_, i) => 200 + ((i * 37) % 90)),
      MIDNIGHT,
    );
    const hours = hoursOf(
      Array.from({ length: 48 }, (_, i) => 20 + ((i * 7) % 11)),
      NOON,
    );
    const plain = ask({ days, hours });
    for (const power of [-60, -30, 30, 60]) {
      const scale = (bars: Bar[]): Bar[] => bars.map((one) => ({ ...one, volume: one.volume * 2 ** power }));
      const scaled = ask({ days: scale(days), hours: scale(hours) });
      for (const field of ['multiplier', 'multiplierMedian', 'band', 'volumeChange24h', 'change24h'] as const) {
        expect(scaled[field]).toBe(plain[field]);
      }
      expect(scaled.volume24h).toBe(plain.volume24h! * 2 ** power);
    }
  });

  it('a bar that closes after the moment is refused', () => {
    expect(() => ask({ asOf: NOON - 1 })).toThrow(
      `"hourly" expected bars closed by ${NOON - 1}, got one that closes at ${NOON}`,
    );
    expect(() => ask({ hours: [], asOf: MIDNIGHT - 1 })).toThrow(
      `"daily" expected bars closed by ${MIDNIGHT - 1}, got one that closes at ${MIDNIGHT}`,
    );
  });

  it('a bad config is refused', () => {
    const empty = candlesOf([]);
    expect(() =>
      volumeRow(
        { symbol: 'BTC', source: 'perpdex_perp', hourly: empty, daily: empty, asOf: 0 },
        { ...VOLUME_V1, sparkDays: 0 },
      ),
    ).toThrow('"sparkDays" expected an integer ≥ 1, got 0');
  });
});
