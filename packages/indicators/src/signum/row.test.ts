import {
  candlesOf,
  DAY_MS,
  firstAtOrAfter,
  HOUR_MS,
  resample,
  sliceCandles,
  type Bar,
  type Candles,
} from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { adx } from '../adx.ts';
import type { SignumColor } from './color.ts';
import { SIGNUM_V1 } from './config.ts';
import { signumRow, type SignumInput, type SignumRow } from './row.ts';
import { createSignum, signum } from './signum.ts';

const market = createMarket(SIMULATOR_V1);
const START = SIMULATOR_V1.start;
/** 13:00 on a day in the middle: 13 hours of that day have closed. */
const AS_OF = START + 200 * DAY_MS + 13 * HOUR_MS;
const hourlyOf = (symbol: string, to = AS_OF, from: number = START): Candles =>
  market.candles(symbol, 'perpdex_perp', '1h', from, to);

const input = (over: Partial<SignumInput> = {}): SignumInput => ({
  symbol: 'BTC',
  source: 'perpdex_perp',
  hourly: hourlyOf('BTC'),
  asOf: AS_OF,
  ...over,
});

describe('the SIGNUM_RGG row', () => {
  it('[#572] speaks of completed days: colour, days, ADX, price and where it was computed from', () => {
    const row = signumRow(input());
    const days = resample(hourlyOf('BTC', START + 200 * DAY_MS), '1h', '1d').bars;
    const columns = signum(days);
    const last = days.length - 1;
    expect(row).toMatchObject({
      color: columns.color[last],
      daysInColor: columns.barsInColor[last],
      adx: columns.adx[last],
      plusDi: columns.plusDi[last],
      minusDi: columns.minusDi[last],
      computedFrom: START + 199 * DAY_MS,
      isFinal: true,
      price: hourlyOf('BTC').close.at(-1),
      configVersion: 'signum/2',
      settled: true,
      stale: false,
      incompleteDays: 0,
    });
    const flip = last - (columns.barsInColor[last]! - 1);
    expect(row.flippedAt).toBe(days.time[flip]! + DAY_MS);
  });

  it('[#571] is red, grey or green by ADX(14) and the lead of a DI on completed days, with hysteresis', () => {
    const met = { red: 0, grey: 0, green: 0, heldBelowEntry: 0 };
    for (const symbol of ['BTC', 'DOGE', 'SOL']) {
      const whole = hourlyOf(symbol);
      const days = resample(whole, '1h', '1d').bars;
      const { adx: strength, plusDi, minusDi } = adx(days, { period: 14, seed: 'wilder', onFlat: 'zero' });
      let color: SignumColor = 'grey';
      for (let day = 27; day < days.length; day++) {
        const lead = plusDi[day]! - minusDi[day]!;
        const side = lead >= 2 ? 'green' : lead <= -2 ? 'red' : 'grey';
        const before: SignumColor = color;
        if (day === 27) color = 'grey';
        else if (strength[day]! >= 25 && side !== 'grey') color = side;
        else if (strength[day]! < 20 || (side !== 'grey' && side !== before)) color = 'grey';
        met[color]++;
        if (color !== 'grey' && strength[day]! < 25) met.heldBelowEntry++;
        const asOf = days.time[day]! + DAY_MS + 5 * HOUR_MS;
        const hourly = sliceCandles(whole, 0, firstAtOrAfter(whole, asOf));
        if (day % 5 === 0 || color !== before) expect(signumRow(input({ symbol, hourly, asOf })).color).toBe(color);
      }
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThan(10);
  });

  it('has no flip time while the colour is the one that the history began with', () => {
    const hourly = hourlyOf('BTC', START + 28 * DAY_MS);
    const row = signumRow(input({ hourly, asOf: START + 28 * DAY_MS }));
    expect(row).toMatchObject({ color: 'grey', daysInColor: 1, flippedAt: null, recentFlip: true });
  });

  it('[#573] lets the forming day into the live fields only', () => {
    const row = signumRow(input());
    const days = barsOf(resample(hourlyOf('BTC', START + 200 * DAY_MS), '1h', '1d').bars);
    const today = barsOf(hourlyOf('BTC', AS_OF, START + 200 * DAY_MS));
    expect(today.length).toBe(13);
    const forming: Bar = {
      time: START + 200 * DAY_MS,
      open: today[0]!.open,
      high: Math.max(...today.map((bar) => bar.high)),
      low: Math.min(...today.map((bar) => bar.low)),
      close: today.at(-1)!.close,
      volume: 1,
    };
    const machine = createSignum();
    for (const day of days) machine.next(day);
    const live = machine.next(forming);
    expect([row.colorLive, row.adxLive, row.daysInColorLive]).toEqual([live.color, live.adx, live.barsInColor]);
    expect(row.adxLive).not.toBe(row.adx);
  });

  it('has live fields equal to the final ones when no day is forming', () => {
    const asOf = START + 200 * DAY_MS;
    const row = signumRow(input({ hourly: hourlyOf('BTC', asOf), asOf }));
    expect([row.colorLive, row.adxLive, row.daysInColorLive]).toEqual([row.color, row.adx, row.daysInColor]);
  });

  it('[#574][#575] carries the hours: alert, reason and disagreement as the last four closed 1h colours say', () => {
    for (const { row, at } of rowsOver('SOL', 400)) {
      const hours = signum(hourlyOf('SOL', at)).color.slice(-4);
      expect(row.flipAlert).toBe(row.color !== null && hours.every((color) => color !== null && color !== row.color));
      expect(row.intradayDisagrees).toBe(row.color === null ? null : hours[3] !== row.color);
      expect(row.flipAlertReason === null).toBe(!row.flipAlert);
      expect(row.intradayTimeframe).toBe('1h');
      expect(row.recentFlip).toBe(row.daysInColor !== null && row.daysInColor <= 3);
    }
  });

  it('[#576] carries the 20-day range on grey rows and on no other', () => {
    const seen = new Set<string>();
    for (const { row, at } of rowsOver('ETH', 400)) {
      seen.add(row.color ?? 'none');
      if (row.color !== 'grey') {
        expect(row.range).toBeNull();
        continue;
      }
      const days = barsOf(resample(hourlyOf('ETH', at), '1h', '1d').bars).slice(-20);
      const high = Math.max(...days.map((day) => day.high));
      const low = Math.min(...days.map((day) => day.low));
      expect(row.range).toEqual({ high, low, position: (row.price! - low) / (high - low) });
    }
    expect([...seen].sort()).toEqual(['green', 'grey', 'red']);
  });

  it('puts a price in the middle of a range without width', () => {
    const flat = candlesOf(
      Array.from({ length: 40 }, (_, i) => ({ time: i * DAY_MS, open: 7, high: 7, low: 7, close: 7, volume: 1 })),
    );
    const row = signumRow(input({ hourly: candlesOf([]), daily: flat, asOf: 40 * DAY_MS }));
    expect(row.range).toEqual({ high: 7, low: 7, position: 0.5 });
    expect(row).toMatchObject({ color: 'grey', adx: 0, price: 7, quoteVolume24h: null, h4Color: null });
  });

  it('[#578] carries the 4h machine on complete UTC 4h bars, null below 30 of them', () => {
    const row = signumRow(input());
    const bars = resample(hourlyOf('BTC', START + 200 * DAY_MS + 12 * HOUR_MS), '1h', '4h').bars;
    const columns = signum(bars);
    const last = bars.length - 1;
    expect(row).toMatchObject({
      h4Color: columns.color[last],
      h4Adx: columns.adx[last],
      h4PlusDi: columns.plusDi[last],
      h4MinusDi: columns.minusDi[last],
      h4BarsInColor: columns.barsInColor[last],
      h4ComputedFrom: START + 200 * DAY_MS + 8 * HOUR_MS,
    });
    const rowAfter = (bars4h: number): SignumRow => {
      const asOf = START + bars4h * 4 * HOUR_MS;
      return signumRow(input({ hourly: hourlyOf('BTC', asOf), asOf }));
    };
    const none = {
      h4Color: null,
      h4Adx: null,
      h4PlusDi: null,
      h4MinusDi: null,
      h4BarsInColor: null,
      h4ComputedFrom: null,
    };
    expect(rowAfter(29)).toMatchObject(none);
    expect(rowAfter(30).h4Color).not.toBeNull();
  });

  it('is all null without history, and says so', () => {
    const row = signumRow(input({ hourly: candlesOf([]) }));
    for (const field of ['color', 'daysInColor', 'adx', 'price', 'flippedAt', 'computedFrom', 'colorLive'] as const) {
      expect(row[field]).toBeNull();
    }
    expect(row).toMatchObject({ stale: true, settled: false, recentFlip: false, flipAlert: false, range: null });
  });

  it('measures the day’s change against the close exactly 24 h earlier, null when that bar is missing', () => {
    const hourly = hourlyOf('BTC');
    const closes = hourly.close;
    const n = hourly.length;
    expect(signumRow(input()).pctChange24h).toBeCloseTo(100 * (closes[n - 1]! / closes[n - 25]! - 1), 10);
    const holed = candlesOf(barsOf(hourly).filter((_, i) => i !== n - 25));
    expect(signumRow(input({ hourly: holed })).pctChange24h).toBeNull();
  });

  it('sums the quote volume of the closed hours of the last day', () => {
    const hourly = hourlyOf('BTC');
    const day = barsOf(hourly).slice(-24);
    const expected = day.reduce((sum, bar) => sum + bar.close * bar.volume, 0);
    expect(signumRow(input()).quoteVolume24h).toBeCloseTo(expected, 4);
    const old = signumRow(input({ asOf: AS_OF + 2 * DAY_MS }));
    expect(old.quoteVolume24h).toBeNull();
  });

  it('leaves out days with a missing hour, and counts them', () => {
    const hourly = hourlyOf('BTC');
    const holed = candlesOf(barsOf(hourly).filter((_, i) => i !== 50 * 24 + 5));
    const whole = resample(hourly, '1h', '1d').bars;
    const without = candlesOf(barsOf(whole).filter((_, day) => day !== 50));
    const row = signumRow(input({ hourly: holed }));
    expect(row.incompleteDays).toBe(1);
    expect(row.adx).toBe(signum(without).adx.at(-1));
  });

  it('is stale once its last completed day ended more than two days ago', () => {
    const hourly = hourlyOf('BTC', START + 200 * DAY_MS);
    const at = (asOf: number): boolean => signumRow(input({ hourly, asOf })).stale;
    expect(at(START + 202 * DAY_MS)).toBe(false);
    expect(at(START + 202 * DAY_MS + 1)).toBe(true);
  });

  it('refuses bars that close after the moment it speaks of', () => {
    expect(() => signumRow(input({ asOf: AS_OF - 1 }))).toThrow(
      new RegExp(`"hourly" expected bars closed by ${AS_OF - 1}, got one that closes at ${AS_OF}`),
    );
    const daily = resample(hourlyOf('BTC'), '1h', '1d').bars;
    expect(() => signumRow(input({ hourly: candlesOf([]), daily, asOf: START + 199 * DAY_MS }))).toThrow(
      /"daily" expected bars closed by/,
    );
  });

  it('never looks ahead: a row at T is the same whatever came later', () => {
    const all = hourlyOf('BTC', AS_OF + 30 * DAY_MS);
    const seen = sliceCandles(all, 0, firstAtOrAfter(all, AS_OF));
    expect(signumRow(input({ hourly: seen }))).toEqual(signumRow(input()));
  });
});

/** Rows every 97 h over `days` days, which covers every hour of the day. */
function rowsOver(symbol: string, days: number): { row: SignumRow; at: number }[] {
  const rows: { row: SignumRow; at: number }[] = [];
  for (let at = START + 40 * DAY_MS; at < START + days * DAY_MS; at += 97 * HOUR_MS) {
    rows.push({ row: signumRow(input({ symbol, hourly: hourlyOf(symbol, at), asOf: at }), SIGNUM_V1), at });
  }
  return rows;
}
