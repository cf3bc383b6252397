import { candlesOf, DAY_MS, HOUR_MS, resample, type Bar } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { signumRow } from '../signum/row.ts';
import { technicalRow } from '../technical/technical.ts';
import { HEATMAP_V1 } from './config.ts';
import { heatmapRow, type HeatmapRow } from './row.ts';

const bar = (time: number, close: number, open = close): Bar => ({
  time,
  open,
  high: Math.max(open, close),
  low: Math.min(open, close),
  close,
  volume: 1,
});
const MIDNIGHT = 400 * DAY_MS;
/** 14:00: the last closed 4h bar ran from 08:00 to 12:00. */
const TWO = MIDNIGHT + 14 * HOUR_MS;

/** Closed hours that end at `end`; the close of each is its number in the series, counted from 1. */
const hoursTo = (end: number, count: number): Bar[] =>
  Array.from({ length: count }, (_, i) => bar(end - (count - i) * HOUR_MS, i + 1, i === 0 ? 1 : i));
const daysTo = (end: number, closes: readonly number[]): Bar[] =>
  closes.map((close, i) => bar(end - (closes.length - i) * DAY_MS, close));
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

interface Asked {
  readonly hours?: readonly Bar[];
  readonly days?: readonly Bar[];
  readonly asOf?: number;
  readonly notional30?: number | null;
  readonly pegged?: boolean;
}

function ask({ hours = hoursTo(TWO, 100), days = [], asOf = TWO, notional30 = null, pegged }: Asked = {}): HeatmapRow {
  const hourly = candlesOf(hours);
  const daily = candlesOf(days);
  const about = { symbol: 'BTC', source: 'perpdex_perp' as const, asOf, ...(pegged === undefined ? {} : { pegged }) };
  const signum = signumRow({ ...about, hourly, ...(days.length === 0 ? {} : { daily }) });
  return heatmapRow({ signum, notional30, hourly, daily, asOf });
}

/** The hours, except those that close `ages` hours before two o'clock. */
const without = (...ages: number[]): Bar[] =>
  hoursTo(TWO, 100).filter(({ time }) => !ages.includes((TWO - time) / HOUR_MS - 1));

describe('the row [#564]', () => {
  it('holds moves, colours, liquidity and the long average', () => {
    expect(ask({ notional30: 5e6, days: daysTo(MIDNIGHT, repeat(80, 200)) })).toEqual({
      configVersion: 'heatmap/2',
      symbol: 'BTC',
      source: 'perpdex_perp',
      pegged: false,
      price: 100,
      pct1h: 100 * (100 / 99 - 1),
      pct4h: 100 * (100 / 96 - 1),
      pct24h: 100 * (100 / 76 - 1),
      pct4hBar: 100 * (98 / 94 - 1),
      signum: 'grey',
      daysInColor: 173,
      adx: 0,
      signum4h: null,
      barsInColor4h: null,
      notional30: 5e6,
      aboveSma200: true,
      distFrom200Pct: 25,
    });
  });

  it('takes colours and ages from the SIGNUM row, of days and of 4h bars', () => {
    const hours = hoursTo(TWO, 40 * 24 + 14);
    const row = ask({ hours });
    const signum = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: candlesOf(hours), asOf: TWO });
    expect([row.signum, row.daysInColor, row.adx]).toEqual([signum.color, signum.daysInColor, signum.adx]);
    expect([row.signum4h, row.barsInColor4h]).toEqual([signum.h4Color, signum.h4BarsInColor]);
    expect([row.signum, row.signum4h]).toEqual(['green', 'green']);
  });

  it('[#565] moves end at the price, and the four hours are not those of a 4h bar', () => {
    const { price, pct4h, pct4hBar } = ask();
    expect(price).toBe(100);
    expect(pct4h).toBe(100 * (100 / 96 - 1));
    expect(pct4hBar).not.toBe(pct4h);
  });

  it('[#566] the 4h bar is the last one of 00, 04, 08, 12, 16, 20 UTC that closed, open to close', () => {
    const open = 12;
    const close = (hour: number) => bar(MIDNIGHT + hour * HOUR_MS, hour + 1, hour === 8 ? open : hour + 1);
    const hours = Array.from({ length: 16 }, (_, hour) => close(hour));
    const at = (hour: number): number | null =>
      ask({ hours: hours.slice(0, hour), asOf: MIDNIGHT + hour * HOUR_MS }).pct4hBar;
    expect([at(12), at(15)]).toEqual([0, 0]);
    expect(at(16)).toBe(100 * (16 / 13 - 1));
    expect(at(11)).toBe(100 * (8 / 5 - 1));
  });

  it('[#568] notional30 is what it is told', () => {
    expect([ask({ notional30: 0 }).notional30, ask({ notional30: null }).notional30]).toEqual([0, null]);
  });

  it('ends its windows at the last full hour', () => {
    expect(ask({ asOf: TWO + 5 * 60_000 })).toEqual(ask());
  });

  it('a price on the average is not above it, and 0 % from it', () => {
    const row = ask({ days: daysTo(MIDNIGHT, repeat(100, 200)) });
    expect([row.aboveSma200, row.distFrom200Pct]).toEqual([false, 0]);
    expect(ask({ days: daysTo(MIDNIGHT, repeat(400, 200)) })).toMatchObject({
      aboveSma200: false,
      distFrom200Pct: -75,
    });
  });

  it('at midnight is as far from the average as the technical row, to the bit; later it moves with the price', () => {
    const hours = Array.from({ length: 230 * 24 + 1 }, (_, i) => bar(i * HOUR_MS, 100 + 30 * Math.sin(i / 500)));
    const at = (asOf: number) => {
      const closed = hours.filter(({ time }) => time + HOUR_MS <= asOf);
      const hourly = candlesOf(closed);
      const days = resample(hourly, '1h', '1d').bars;
      const daily = Array.from(days.time, (time, i) => bar(time, days.close[i]!));
      const technical = technicalRow({ symbol: 'BTC', source: 'perpdex_perp', hourly, daily: candlesOf(daily), asOf });
      return [ask({ hours: closed, days: daily, asOf }).distFrom200Pct, technical.distFrom200Pct];
    };
    const [heatmap, technical] = at(230 * DAY_MS);
    expect(heatmap).toBe(technical);
    const [later, still] = at(230 * DAY_MS + HOUR_MS);
    expect(still).toBe(technical);
    expect(later).not.toBe(heatmap);
  });

  it('averages the last 200 days only', () => {
    expect(ask({ days: daysTo(MIDNIGHT, [1e9, ...repeat(50, 200)]) }).distFrom200Pct).toBe(100);
  });
});

describe('what cannot be measured is null [#567]', () => {
  const moves = ({ price, pct1h, pct4h, pct24h, pct4hBar }: HeatmapRow) =>
    Object.entries({ price, pct1h, pct4h, pct24h, pct4hBar })
      .filter(([, value]) => value === null)
      .map(([name]) => name);

  it('price and every move, when the last hour is missing: no older hour stands in', () => {
    expect(moves(ask({ hours: without(0) }))).toEqual(['price', 'pct1h', 'pct4h', 'pct24h']);
    expect(moves(ask({ hours: [] }))).toEqual(['price', 'pct1h', 'pct4h', 'pct24h', 'pct4hBar']);
  });

  it.each([
    [1, 'pct1h'],
    [24, 'pct24h'],
  ])('the move whose other end is the hour %s back, when it is missing', (age, name) => {
    expect(moves(ask({ hours: without(age) }))).toEqual([name]);
  });

  it('pct4h, and the 4h bar that needs the same hour, when the hour four back is missing', () => {
    expect(moves(ask({ hours: without(4) }))).toEqual(['pct4h', 'pct4hBar']);
  });

  it('nothing, when an hour between the ends is missing', () => {
    expect(moves(ask({ hours: without(10, 11, 12, 20) }))).toEqual([]);
  });

  it.each([2, 3, 4, 5])('[#566] pct4hBar is null without the hour that closed %s hours ago', (age) => {
    expect(ask({ hours: without(age) }).pct4hBar).toBeNull();
  });

  it('pct4hBar with its four hours and neither neighbour is there', () => {
    expect(ask({ hours: without(1, 6) }).pct4hBar).toBe(100 * (98 / 94 - 1));
  });

  it('signum, daysInColor and adx, while there are too few completed days', () => {
    expect(ask()).toMatchObject({ signum: null, daysInColor: null, adx: null });
  });

  it('signum4h and barsInColor4h under 30 complete 4h bars', () => {
    const row = (bars: number): HeatmapRow => ask({ hours: hoursTo(MIDNIGHT, 4 * bars), asOf: MIDNIGHT });
    expect(resample(candlesOf(hoursTo(MIDNIGHT, 4 * 29)), '1h', '4h').bars.length).toBe(29);
    expect([row(29).signum4h, row(29).barsInColor4h]).toEqual([null, null]);
    expect([row(30).signum4h, row(30).barsInColor4h]).toEqual(['green', 2]);
  });

  it('aboveSma200 and distFrom200Pct under 200 daily bars', () => {
    const under = ask({ days: daysTo(MIDNIGHT, repeat(80, 199)) });
    expect([under.aboveSma200, under.distFrom200Pct]).toEqual([null, null]);
    const enough = ask({ days: daysTo(MIDNIGHT, repeat(80, 200)) });
    expect([enough.aboveSma200, enough.distFrom200Pct]).toEqual([true, 25]);
  });

  it('everything of a coin whose days ended more than 2 days ago', () => {
    const hours = hoursTo(MIDNIGHT, 40 * 24);
    const about = new Set(['symbol', 'source', 'configVersion', 'pegged']);
    const at = (asOf: number) => {
      const row = ask({ hours, asOf, notional30: 5e6 });
      return Object.entries(row).flatMap(([name, value]) => (value === null || about.has(name) ? [] : name));
    };
    const colours = ['signum', 'daysInColor', 'adx', 'signum4h', 'barsInColor4h', 'notional30'];
    expect(at(MIDNIGHT + 2 * DAY_MS)).toEqual(colours);
    expect(at(MIDNIGHT + 2 * DAY_MS + 1)).toEqual([]);
  });

  it('aboveSma200 and distFrom200Pct without a price', () => {
    const row = ask({ hours: without(0), days: daysTo(MIDNIGHT, repeat(80, 200)) });
    expect([row.aboveSma200, row.distFrom200Pct]).toEqual([null, null]);
  });
});

describe('bad input', () => {
  it('a bar that closes after the moment is refused', () => {
    const signum = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: candlesOf([]), asOf: TWO });
    const about = { signum, notional30: null, asOf: TWO - 1 };
    expect(() => heatmapRow({ ...about, hourly: candlesOf(hoursTo(TWO, 2)), daily: candlesOf([]) })).toThrow(
      `"hourly" expected bars closed by ${TWO - 1}, got one that closes at ${TWO}`,
    );
    expect(() => heatmapRow({ ...about, hourly: candlesOf([]), daily: candlesOf(daysTo(TWO, [1])) })).toThrow(
      `"daily" expected bars closed by ${TWO - 1}`,
    );
  });

  it('a bad config is refused', () => {
    const signum = signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: candlesOf([]), asOf: TWO });
    const input = { signum, notional30: null, hourly: candlesOf([]), daily: candlesOf([]), asOf: TWO };
    expect(() => heatmapRow(input, { ...HEATMAP_V1, smaDays: 0 })).toThrow('"smaDays" expected an integer ≥ 1, got 0');
  });
});
