import { barAt, candlesOf, DAY_MS, HOUR_MS, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketHealth } from '../health/score.ts';
import { averageFundingPct8h, spotAt, type PairHours } from './flow.ts';
import { changeAt, cleanSeries, valueAt } from './dated.ts';
import { bitcoinAt } from './bitcoin.ts';
import { HEALTH_INPUTS_V1, HEALTH_INPUTS_V2, healthInputs, NO_HEALTH_READINGS } from './health.ts';
import { dollarOf, fearGreedAt } from './mood.ts';

const AT = Date.UTC(2026, 5, 10, 9, 30);
const TODAY = Date.UTC(2026, 5, 10);

function bars(count: number, step: number, end: number, close: (i: number) => number): Candles {
  return candlesOf(
    Array.from({ length: count }, (_, i) => {
      const price = close(i);
      return {
        time: end - (count - i) * step,
        open: price,
        high: price * (1.01 + i / 1e5),
        low: price * 0.99,
        close: price,
        volume: 1,
      };
    }),
  );
}
const daily = bars(400, DAY_MS, TODAY, (i) => 100 + i);
const hourly = bars(200, HOUR_MS, TODAY + 9 * HOUR_MS, (i) => 500 + i);
/** One value a day, known at noon. */
const days = (count: number, value: (i: number) => number, end = TODAY - DAY_MS / 2) => ({
  time: Array.from({ length: count }, (_, i) => end - (count - 1 - i) * DAY_MS),
  value: Array.from({ length: count }, (_, i) => value(i)),
});
const pair = (quote: (fromEnd: number) => number, share: number): PairHours => {
  const time = Array.from({ length: 32 * 24 }, (_, i) => TODAY + 9 * HOUR_MS - (32 * 24 - i) * HOUR_MS);
  const quoteVolume = time.map((_, i) => quote(time.length - i));
  return { time, quoteVolume, volume: quoteVolume, takerBuy: quoteVolume.map((one) => one * share) };
};

describe('inputs of market health', () => {
  it('are null from nothing, and every number known from a whole market', () => {
    const nothing = healthInputs(NO_HEALTH_READINGS, AT).inputs;
    expect(new Set(Object.values(nothing))).toEqual(new Set([null]));
    const { inputs } = healthInputs(
      {
        bitcoin: { daily, hourly },
        breadth200Pct: 60,
        breadth20Pct: 40,
        fearGreed: [{ publisher: 'a', ...days(3, () => 40) }],
        macro: [
          { name: 'dollar_index', ...days(120, (i) => 100 + i / 100) },
          { name: 'us_10y', ...days(120, (i) => 4 + i / 1000) },
        ],
        stablecoins: days(120, (i) => 1e11 * 1.001 ** i),
        pairs: [pair((fromEnd) => (fromEnd <= 24 ? 20 : 10), 0.52)],
        perps: [{ fundingRate: 0.0001, intervalHours: 4, dayNotional: 5 }],
        openInterest: days(20, (i) => 1000 + i),
        longShare: 0.6,
      },
      AT,
    );
    expect(marketHealth(inputs).partial).toBe(false);
    expect(inputs).toMatchOracle(
      {
        pctFrom200ma: 100 * (499 / 399.5 - 1),
        slope200Pct: 100 * (399.5 / 369.5 - 1),
        cross: 1,
        breadthPct: 60,
        stablecoin90dPct: 100 * (1.001 ** 90 - 1),
        dollar90dPct: 100 * (101.19 / 100.29 - 1),
        yield10y90dBp: 9,
        buyRatio: 0.52,
        volumeMultiplier: 2,
        fearGreed: 40,
        fundingPct8h: 0.02,
        openInterest7dPct: 100 * (1019 / 1012 - 1),
        longShortRatio: 1.5,
        breadth20Pct: 40,
        // The range widens every day.
        volatilityPctile: (100 * 364.5) / 365,
        return7dPct: 100 * (699 / 531 - 1),
        return1dPct: 100 * (699 / 675 - 1),
        rsi14: 100,
        stablecoin14dPct: 100 * (1.001 ** 14 - 1),
      },
      { rel: 1e-9, abs: 1e-9 },
    );
  });

  it('read nothing of the future: what comes later changes nothing', () => {
    const now = healthInputs({ ...NO_HEALTH_READINGS, stablecoins: days(120, (i) => 1e11 + i) }, AT).inputs;
    const later = days(125, (i) => (i < 120 ? 1e11 + i : 9e99), TODAY + 4.5 * DAY_MS);
    expect(healthInputs({ ...NO_HEALTH_READINGS, stablecoins: later }, AT).inputs).toEqual(now);
  });

  it('are null of bitcoin where a day or an hour is missing, and of a series that fell silent', () => {
    const gone = healthInputs({ ...NO_HEALTH_READINGS, bitcoin: { daily, hourly } }, AT + DAY_MS).inputs;
    expect([gone.pctFrom200ma, gone.rsi14, gone.volatilityPctile, gone.return1dPct]).toEqual([null, null, null, null]);
    const silent = { ...NO_HEALTH_READINGS, stablecoins: days(120, () => 1e11, TODAY - 4 * DAY_MS) };
    expect(healthInputs(silent, AT).inputs.stablecoin90dPct).toBeNull();
    expect(healthInputs({ ...NO_HEALTH_READINGS, longShare: 1 }, AT).inputs.longShortRatio).toBeNull();
  });
});

describe('series of feeds', () => {
  it('drop what cannot be, with a count, and carry a gap at most as long as they may', () => {
    const series = { time: [1, 2, 3, 4, 9], value: [50, NaN, 5000, 70, 80] };
    expect(cleanSeries(series, 8, { min: 0, max: 100 })).toEqual({
      series: { time: [1, 4], value: [50, 70] },
      dropped: 3,
    });
    expect(valueAt({ time: [1, 4], value: [50, 70] }, 8, 4)).toEqual({ time: 4, value: 70 });
    expect(valueAt({ time: [1, 4], value: [50, 70] }, 8, 3)).toBeNull();
    expect(valueAt({ time: [1, 4], value: [50, 70] }, 0, 9)).toBeNull();
    expect(changeAt({ time: [1, 4], value: [50, 70] }, 5, 3, 2)).toMatchObject({
      difference: 20,
      percent: expect.closeTo(40, 9) as number,
    });
    expect(changeAt({ time: [1, 4], value: [0, 70] }, 5, 3, 2)).toBeNull();
    expect(() => cleanSeries({ time: [2, 2], value: [1, 1] }, 9, { min: 0, max: 1 })).toThrow(
      '"time[1]" expected a moment after 2, got 2',
    );
    expect(() => cleanSeries({ time: [2], value: [] }, 9, { min: 0, max: 1 })).toThrow('"value" expected 1 values');
  });

  it('average the indices of fear and greed that are fresh, half up', () => {
    const at = 100 * HOUR_MS;
    const index = (publisher: string, hoursAgo: number, value: number) => ({
      publisher,
      time: [at - hoursAgo * HOUR_MS],
      value: [value],
    });
    expect(fearGreedAt([index('a', 1, 40), index('b', 36, 41)], at, 36 * HOUR_MS)).toMatchObject({
      value: 41,
      exact: 40.5,
    });
    expect(fearGreedAt([index('a', 1, 40), index('b', 37, 80)], at, 36 * HOUR_MS)?.sources).toEqual([
      { publisher: 'a', time: at - HOUR_MS, value: 40 },
    ]);
    expect(fearGreedAt([index('a', 37, 40)], at, 36 * HOUR_MS)).toBeNull();
  });

  it('read the dollar from the first series that speaks, the euro as its inverse', () => {
    const one = (name: string, time: number, value: number) => ({ name, time: [time], value: [value] });
    const read = (...series: ReturnType<typeof one>[]) => dollarOf(series, 10, 5);
    expect(read(one('eur_usd', 9, 1.25), one('dollar_index', 8, 100))).toMatchObject({ name: 'dollar_index' });
    expect(read(one('eur_usd', 9, 1.25), one('dollar_index', 1, 100))).toEqual({
      name: 'eur_usd',
      series: { time: [9], value: [0.8] },
    });
    expect(read(one('gold_usd', 9, 1.25))).toBeNull();
  });

  it('weigh what takers bought by notional, and leave pairs out that are too young', () => {
    const large = pair(() => 30, 0.5);
    const small = pair(() => 10, 0.7);
    expect(spotAt([large, small], AT, 30)).toMatchObject({
      buyRatio: expect.closeTo(0.55, 12) as number,
      volumeMultiplier: expect.closeTo(1, 12) as number,
      pairs: 2,
    });
    const young: PairHours = {
      time: large.time,
      volume: large.volume,
      takerBuy: large.takerBuy,
      quoteVolume: large.quoteVolume,
    };
    const cut = Object.fromEntries(
      Object.entries(young).map(([name, column]) => [name, Array.from(column as number[]).slice(-100)]),
    );
    expect(spotAt([large, cut as unknown as PairHours], AT, 30).pairs).toBe(1);
    expect(spotAt([], AT, 30)).toEqual({ buyRatio: null, volumeMultiplier: null, pairs: 0 });
  });

  it('count the hours from the first of the mean day to the last that has closed, edges included', () => {
    const hour = (time: number, quoteVolume: number, takerBuy = 5, volume = 10) => ({
      time,
      quoteVolume,
      takerBuy,
      volume,
    });
    const end = 2 * DAY_MS;
    const of = (...rows: ReturnType<typeof hour>[]): PairHours => ({
      time: rows.map(({ time }) => time),
      quoteVolume: rows.map((row) => row.quoteVolume),
      takerBuy: rows.map((row) => row.takerBuy),
      volume: rows.map((row) => row.volume),
    });
    const read = (...rows: ReturnType<typeof hour>[]) => spotAt([of(...rows)], end + 59 * 60_000, 1);
    const [first, last] = [hour(0, 100), hour(end - HOUR_MS, 300)];
    expect(read(first, last)).toEqual({ buyRatio: 0.5, volumeMultiplier: 3, pairs: 1 });
    // The open hour does not count, and an hour before the window is not in the mean.
    expect(read(hour(-HOUR_MS, 1e9), first, last, hour(end, 1e9))).toEqual({ buyRatio: 0.5, volumeMultiplier: 3, pairs: 1 }); // prettier-ignore
    expect(read(hour(1, 100), last).pairs).toBe(0);
    expect(read(first, hour(end - HOUR_MS - 1, 300)).pairs).toBe(0);
    // A volume below 0 does not count; when more is bought than traded the volume counts, the share does not; shares of
    // 0 and 1 count.
    expect(read(first, hour(DAY_MS, -50), last).volumeMultiplier).toBe(3);
    expect(read(first, hour(DAY_MS, 300, 11), last)).toMatchObject({ buyRatio: 0.5, volumeMultiplier: 6 });
    expect(read(first, hour(DAY_MS, 300, -1), last)).toMatchObject({ buyRatio: 0.5, volumeMultiplier: 6 });
    expect(read(first, hour(DAY_MS, 300, 10), last).buyRatio).toBe(0.75);
    expect(read(first, hour(DAY_MS, 300, 0), last).buyRatio).toBe(0.25);
  });

  it('take the largest perps whatever their order, and none without a volume', () => {
    const perp = (fundingRate: number, dayNotional: number) => ({ fundingRate, intervalHours: 8, dayNotional });
    expect(averageFundingPct8h([perp(0.0009, 1), perp(0.0001, 9), perp(0.0005, 4)], 1)).toBeCloseTo(0.01, 12);
    expect(averageFundingPct8h([perp(0.0009, 0)], 1)).toBeNull();
  });

  it('keep the edges of what can be, and know no change of what is not there', () => {
    expect(cleanSeries({ time: [1, 2, 3, 4], value: [0, 100, -1, 50] }, 4, { min: 0, max: 100 })).toEqual({
      series: { time: [1, 2, 4], value: [0, 100, 50] },
      dropped: 1,
    });
    expect(changeAt({ time: [], value: [] }, 5, 3, 2)).toBeNull();
    expect(changeAt({ time: [4], value: [70] }, 5, 3, 2)).toBeNull();
  });

  it('[#181] take the mean funding of the largest perps on one scale, percent', () => {
    const perp = (fundingRate: number, intervalHours: number, dayNotional: number) => ({
      fundingRate,
      intervalHours,
      dayNotional,
    });
    expect(averageFundingPct8h([perp(0.0001, 8, 3), perp(0.0003, 1, 2), perp(9, 8, 1)], 2)).toBeCloseTo(0.125, 12);
    expect(averageFundingPct8h([perp(NaN, 8, 3), perp(0.0001, 8, NaN)], 2)).toBeNull();
  });
});

describe('bitcoin under the rule of breaks', () => {
  const { bitcoin } = HEALTH_INPUTS_V2;
  const still = (close: number, time: number) => ({ time, open: close, high: close, low: close, close, volume: 0 });
  const barsOf = (of: Candles) => Array.from({ length: of.length }, (_, i) => ({ ...barAt(of, i) }));
  const without = (of: Candles, from: number, to: number): Candles =>
    candlesOf(barsOf(of).filter((_, i) => i < from || i >= to));
  const halted = (of: Candles, from: number, to: number): Candles =>
    candlesOf(barsOf(of).map((bar, i, all) => (i < from || i >= to ? bar : still(all[from - 1]!.close, bar.time))));

  it('reads a halt as it reads missing bars, of days and of hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 396 }), fc.integer({ min: 3, max: 28 }), (from, length) => {
        const to = Math.min(from + length, 400);
        fc.pre(to - from >= 3);
        const [flat, missing] = [halted(daily, from, to), without(daily, from, to)];
        expect(bitcoinAt(flat, hourly, AT, bitcoin)).toEqual(bitcoinAt(missing, hourly, AT, bitcoin));
        const hour = Math.min(from, 197);
        const end = Math.min(hour + length, 200);
        const [flatHours, missingHours] = [halted(hourly, hour, end), without(hourly, hour, end)];
        expect(bitcoinAt(daily, flatHours, AT, bitcoin)).toEqual(bitcoinAt(daily, missingHours, AT, bitcoin));
      }),
    );
    expect(bitcoinAt(halted(daily, 397, 400), hourly, AT, bitcoin)).toMatchObject({
      rsi: null,
      volatilityPctile: null,
    });
    expect(bitcoinAt(halted(daily, 397, 400), hourly, AT, HEALTH_INPUTS_V1.bitcoin).rsi).not.toBeNull();
  });

  it('knows nothing of the days before a change of scale', () => {
    const split = candlesOf(
      barsOf(daily).map(({ time, open, high, low, close, volume }, i) =>
        i < 395
          ? { time, open: 1e3 * open, high: 1e3 * high, low: 1e3 * low, close: 1e3 * close, volume }
          : { time, open, high, low, close, volume },
      ),
    );
    expect(bitcoinAt(split, hourly, AT, bitcoin)).toMatchObject({
      pctFromLong: null,
      slopePct: null,
      cross: null,
      rsi: null,
      volatilityPctile: null,
    });
    expect(bitcoinAt(split, hourly, AT, HEALTH_INPUTS_V1.bitcoin).pctFromLong).toBeLessThan(-90);
  });

  it('is version 1 on bars without a break', () => {
    expect(bitcoinAt(daily, hourly, AT, bitcoin)).toEqual(bitcoinAt(daily, hourly, AT, HEALTH_INPUTS_V1.bitcoin));
  });
});
