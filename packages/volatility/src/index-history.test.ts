import { DAY_MS, HOUR_MS } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import {
  indexAt,
  pastMarketDays,
  withIndexDay,
  withIndexSnapshot,
  type IndexHistory,
  type PastMarketDay,
  type PastRow,
} from './index-history.ts';
import { marketVolatility, type MarketVolatility } from './market.ts';
import { VOLATILITY_INDEX_V1, volatilityIndexPoint, type VolatilityIndexPoint } from './volatility-index.ts';

const row = (symbol: string, rvGk30: number, computedFrom = 0): PastRow => ({
  symbol,
  regime: 'normal',
  rvGk7: rvGk30 / 2,
  rvGk30,
  volPctile30: 40,
  termStructureRatio: 0.5,
  notional30: 1e9,
  isStable: false,
  computedFrom,
});
const market = (cvi: number): MarketVolatility => marketVolatility([{ ...row('BTC', cvi), stale: false }]);
const DATE = Date.UTC(2026, 7, 24);
const day = (offset: number, cvi = 50 + offset): PastMarketDay => ({
  date: DATE + offset * DAY_MS,
  market: market(cvi),
});
const after = (days: readonly PastMarketDay[], captured = false): IndexHistory =>
  days.reduce((history, one) => withIndexDay(history, one, captured), [] as IndexHistory);

describe('the history of the index', () => {
  it('[#389] has one point per UTC date, with both indices, the composite, the sentiment and backfilled', () => {
    const days = Array.from({ length: 100 }, (_, i) => day(i - 100, 50 + (i % 7)));
    const points = after(days);
    const before: VolatilityIndexPoint[] = [];
    for (const [i, { date, market: of }] of days.entries()) {
      const point = volatilityIndexPoint(of, before);
      expect(points[i]).toEqual({ date, ...point, backfilled: true });
      before.push(point);
    }
    expect(points.at(-1)!.cviPctile30).not.toBeNull();
  });

  it('[#390] counts a captured point as live from 2026-08-24 on, and never a reconstructed one', () => {
    const flags = (captured: boolean): boolean[] =>
      after([day(-1), day(0), day(1)], captured).map(({ backfilled }) => backfilled);
    expect(flags(true)).toEqual([true, false, false]);
    expect(flags(false)).toEqual([true, true, true]);
  });

  it("[#391] has today's point from the snapshot of 20:00 UTC on, once", () => {
    const yesterday = after([day(0)], true);
    const at = (hour: number): IndexHistory => withIndexSnapshot(yesterday, market(70), DATE + DAY_MS + hour * HOUR_MS);
    expect(at(19.999)).toBe(yesterday);
    expect(at(20).at(-1)).toMatchObject({ date: DATE + DAY_MS, cviRealized30: 70, backfilled: false });
    expect(withIndexSnapshot(at(20), market(99), DATE + DAY_MS + 21 * HOUR_MS)).toEqual(at(20));
  });

  it('never changes a point that was published, or puts one before it', () => {
    const history = after([day(0), day(2)]);
    expect(withIndexDay(history, day(2, 99), true)).toBe(history);
    expect(withIndexDay(history, day(1), true)).toBe(history);
  });

  it('ranks a moment of a date against the dates before it, with and without a point of its own', () => {
    const days = Array.from({ length: 120 }, (_, i) => day(i - 120, 50 + (i % 11)));
    const before = after(days);
    const asOf = DATE + 21 * HOUR_MS;
    const live = indexAt(before, market(56), asOf);
    expect(indexAt(withIndexSnapshot(before, market(56), asOf), market(56), asOf)).toEqual(live);
    expect(withIndexSnapshot(before, market(56), asOf).at(-1)).toMatchObject(live);
    expect(live.cviPctile30).toBe(
      (100 *
        (before.filter((one) => one.cviRealized30! < 56).length +
          0.5 * (1 + before.filter((one) => one.cviRealized30 === 56).length))) /
        121,
    );
  });

  it('keeps 365 points, is JSON, and goes on from it to the same points', () => {
    const days = Array.from({ length: 380 }, (_, i) => day(i, 50 + ((i * 17) % 31)));
    const whole = after(days);
    expect(whole).toHaveLength(365);
    const half = after(days.slice(0, 200));
    expect(firstNotJson(half)).toBeUndefined();
    let resumed = JSON.parse(JSON.stringify(half)) as IndexHistory;
    for (const one of days.slice(200)) resumed = withIndexDay(resumed, one, false);
    expect(resumed).toEqual(whole);
  });

  it('starts empty, with an index that has no percentile yet', () => {
    expect(indexAt([], market(50), DATE)).toMatchObject({
      cviRealized30: 50,
      cviPctile30: null,
      partial: true,
    });
    expect(VOLATILITY_INDEX_V1.liveFrom).toBe(DATE);
  });
});

describe('past markets', () => {
  it('are the rows of the day before each date, of the coins that had one', () => {
    const d = (n: number): number => DATE + n * DAY_MS;
    const days = pastMarketDays([
      row('BTC', 40, d(0)),
      row('BTC', 48, d(3)),
      row('BTC', 44, d(1)),
      row('ETH', 60, d(1)),
    ]);
    expect(days.map(({ date }) => date)).toEqual([d(1), d(2), d(4)]);
    expect(days.map(({ market: of }) => of.cviRealized30)).toEqual([40, 52, 48]);
    expect(pastMarketDays([])).toEqual([]);
  });
});
