import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createMarket } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEWS_HORIZONS, NEWS_V2 } from './config.ts';
import { marketResponse, newsOutcome, type ResponseBars } from './response.ts';

const market = createMarket();
const day = market.config.start + 20 * DAY_MS;
const published = day + 10 * HOUR_MS + 17 * MINUTE_MS + 12_345;
const base = day + 10 * HOUR_MS + 17 * MINUTE_MS;
const bars = market.candles('BTC', 'perpdex_perp', '1m', day - 15 * DAY_MS, day + 2 * DAY_MS);
const openInterest = { time: [base - 60_000, base + 15 * MINUTE_MS, base + HOUR_MS], value: [100, 110, 90] };
const funding = { time: [base - 40 * MINUTE_MS, base + 30 * MINUTE_MS, base + 4 * HOUR_MS], value: [1e-5, 3e-5, 2e-5] };
const ask = (asOf: number, more: object = {}) =>
  marketResponse({ time: published, asOf, bars, openInterest, funding, ...more });
const row = (time: number): number => bars.time.indexOf(time);
const without = (drop: (time: number) => boolean): ResponseBars => {
  const kept = Array.from(bars.time.keys()).filter((i) => !drop(bars.time[i]!));
  return {
    time: kept.map((i) => bars.time[i]!),
    close: kept.map((i) => bars.close[i]!),
    volume: kept.map((i) => bars.volume[i]!),
  };
};

describe('[#421] [#422] the market response', () => {
  it('is the definition written out', () => {
    const response = ask(base + DAY_MS);
    const before = bars.close[row(base - MINUTE_MS)]!;
    const changes = Array.from({ length: 1440 }, (_, i) =>
      Math.log(bars.close[row(base - MINUTE_MS) - i]! / bars.close[row(base - MINUTE_MS) - i - 1]!),
    );
    const deviation = Math.sqrt(changes.reduce((sum, one) => sum + one * one, 0) / changes.length);
    for (const [horizon, minutes] of [
      ['15m', 15],
      ['1h', 60],
      ['4h', 240],
    ] as const) {
      const after = bars.close[row(base + (minutes - 1) * MINUTE_MS)]!;
      const volume = (back: number): number => {
        const from = row(base - back * DAY_MS);
        return bars.volume.slice(from, from + minutes).reduce((sum, one) => sum + one, 0);
      };
      const usual = Array.from({ length: 14 }, (_, i) => volume(i + 1)).reduce((sum, one) => sum + one, 0) / 14;
      const { retPct, abnormality, volumeMultiplier } = response[horizon]!;
      expect(retPct).toMatchOracle(100 * (after / before - 1), { rel: 1e-9, abs: 1e-12 });
      expect(abnormality).toMatchOracle(Math.abs(Math.log(after / before)) / (deviation * Math.sqrt(minutes)), {
        rel: 1e-9,
        abs: 1e-12,
      });
      expect(volumeMultiplier).toMatchOracle(volume(0) / usual, { rel: 1e-9, abs: 0 });
    }
    expect(response['15m']!.oiChangePct).toBeCloseTo(10, 10);
    expect(response['1h']!.oiChangePct).toBeCloseTo(-10, 10);
    expect(response['15m']!.fundingShift).toBe(0);
    expect(response['1h']!.fundingShift).toBeCloseTo(2e-5, 12);
    expect(response['4h']).toMatchObject({ oiChangePct: null, fundingShift: funding.value[2]! - funding.value[0]! });
    expect(newsOutcome(response)).toMatchObject({
      ret15m: response['15m']!.retPct,
      oiChangePct: response['1h']!.oiChangePct,
    });
  });

  it('goes from null to a number once, when the last minute has closed, and never changes', () => {
    const final = ask(bars.time.at(-1)! + MINUTE_MS);
    fc.assert(
      fc.property(fc.integer({ min: -10, max: 600 }), fc.integer({ min: 0, max: 59_999 }), (minutes, rest) => {
        const asOf = base + minutes * MINUTE_MS + rest;
        const known = without((time) => time + MINUTE_MS > asOf);
        const [then, later] = [ask(asOf, { bars: known }), ask(asOf)];
        expect(then).toEqual(later);
        for (const horizon of NEWS_HORIZONS) {
          const isMature = asOf >= base + NEWS_V2.response.horizonsMs[horizon];
          expect(then[horizon]).toEqual(isMature ? final[horizon] : null);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('stays null while its last minute is missing, and leaves unknown what lacks its data', () => {
    const end = base + HOUR_MS - MINUTE_MS;
    expect(ask(base + DAY_MS, { bars: without((time) => time === end) })['1h']).toBeNull();
    const noBase = ask(base + DAY_MS, { bars: without((time) => time < base && time >= base - 10 * MINUTE_MS) });
    expect(noBase['1h']).toMatchObject({ retPct: null, abnormality: null });
    expect(noBase['1h']!.volumeMultiplier).not.toBeNull();
    const young = ask(base + DAY_MS, { bars: without((time) => time < base - 2 * DAY_MS) });
    expect(young['1h']!.volumeMultiplier).toBeNull();
    expect(young['1h']!.abnormality).not.toBeNull();
    const gap = ask(base + DAY_MS, { bars: without((time) => time === base + 5 * MINUTE_MS) });
    expect(gap['15m']).toMatchObject({ volumeMultiplier: null });
    expect(gap['15m']!.retPct).toBe(ask(base + DAY_MS)['15m']!.retPct);
    expect(ask(base + DAY_MS, { openInterest: undefined, funding: undefined })['1h']).toMatchObject({
      oiChangePct: null,
      fundingShift: null,
    });
  });

  it('names every column of the archive, and leaves null what has not matured', () => {
    const response = ask(base + DAY_MS);
    const { '15m': quarter, '1h': hour, '4h': four } = response;
    expect(newsOutcome(response)).toEqual({
      ret15m: quarter!.retPct,
      ret1h: hour!.retPct,
      ret4h: four!.retPct,
      volMult: hour!.volumeMultiplier,
      oiChangePct: hour!.oiChangePct,
      fundingShift: hour!.fundingShift,
      abnormality: hour!.abnormality,
    });
    expect(Object.values(newsOutcome(response)).every((one) => typeof one === 'number')).toBe(true);
    const none = { ret15m: null, ret1h: null, ret4h: null, volMult: null, oiChangePct: null, fundingShift: null, abnormality: null }; // prettier-ignore
    expect(newsOutcome({ '15m': null, '1h': null, '4h': null })).toEqual(none);
    // Complete at the end of the last minute, not a millisecond before.
    expect(ask(base + 15 * MINUTE_MS)['15m']).not.toBeNull();
    expect(ask(base + 15 * MINUTE_MS - 1)['15m']).toBeNull();
  });

  it('takes a value that is as old as it may be, and none that is older', () => {
    const { staleMs } = NEWS_V2.response;
    const aged = (late: number) =>
      ask(base + DAY_MS, { openInterest: { time: [base - staleMs - late, base + HOUR_MS], value: [100, 90] } })['1h']!;
    expect([aged(0).oiChangePct, aged(1).oiChangePct]).toEqual([expect.closeTo(-10, 10), null]);
    const lastClose = (minutes: number) =>
      ask(base + DAY_MS, { bars: without((time) => time < base && time >= base - minutes * MINUTE_MS) })['1h']!.retPct;
    expect(lastClose(5)).not.toBeNull();
    expect(lastClose(6)).toBeNull();
  });

  it('takes deviations of returns of one bar alone, of half of them at least, and usual volume of enough days', () => {
    // A jump after each gap is not a return of a minute.
    const steps = 24 * 60;
    const [time, close, volume]: number[][] = [[], [], []];
    for (let i = -20 * steps; i < 5 * 60; i++) {
      const gap = i >= -steps && i < 0 && i % 10 === -5;
      if (gap) continue;
      time!.push(base + i * MINUTE_MS);
      const level = i >= -steps && i < 0 && Math.abs(i % 20) < 10 ? 200 : 100;
      close!.push(level * (i % 2 === 0 ? 1.001 : 1));
      volume!.push(1);
    }
    const jumpy = { time: time!, close: close!, volume: volume! };
    const { abnormality } = ask(base + DAY_MS, { bars: jumpy })['1h']!;
    const returns: number[] = [];
    for (let i = 1; i < jumpy.time.length; i++) {
      const at = jumpy.time[i]!;
      if (at < base - DAY_MS || at >= base || at - jumpy.time[i - 1]! !== MINUTE_MS) continue;
      returns.push(Math.log(jumpy.close[i]! / jumpy.close[i - 1]!) ** 2);
    }
    const deviation = Math.sqrt(returns.reduce((sum, one) => sum + one) / returns.length);
    const at = (moment: number): number => jumpy.close[jumpy.time.indexOf(moment)]!;
    const change = Math.abs(Math.log(at(base + 59 * MINUTE_MS) / at(base - MINUTE_MS)));
    expect(abnormality).toBeCloseTo(change / (deviation * Math.sqrt(60)), 9);

    const half = steps / 2;
    const since = (minutes: number) =>
      ask(base + DAY_MS, { bars: without((one) => one < base - minutes * MINUTE_MS) })['1h']!.abnormality;
    expect([since(half + 1) === null, since(half) === null]).toEqual([false, true]);
    const { volumeDaysLeast: least } = NEWS_V2.response;
    const days = (count: number) =>
      ask(base + DAY_MS, { bars: without((one) => one < base - count * DAY_MS) })['1h']!.volumeMultiplier;
    expect([days(least) === null, days(least - 1) === null]).toEqual([false, true]);
  });

  it('[#423] takes bars of an hour for one hour and four, and leaves a quarter of it unknown', () => {
    const hours = market.candles('BTC', 'perpdex_perp', '1h', day - 16 * DAY_MS, day + DAY_MS);
    const response = marketResponse({ time: published, asOf: day + DAY_MS, bars: hours, stepMs: HOUR_MS });
    const at = hours.time.indexOf(day + 10 * HOUR_MS);
    expect(response['15m']).toBeNull();
    expect(response['1h']!.retPct).toMatchOracle(100 * (hours.close[at]! / hours.close[at - 1]! - 1), {
      rel: 1e-9,
      abs: 0,
    });
    expect(newsOutcome(response)).toMatchObject({ ret15m: null, ret4h: response['4h']!.retPct });
    expect(() => marketResponse({ time: 0, asOf: 0, bars: hours, stepMs: 0 })).toThrow(/stepMs/);
  });
});
