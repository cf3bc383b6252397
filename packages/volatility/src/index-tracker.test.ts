import { candlesOf, DAY_MS, HOUR_MS, type Bar } from '@barograph/core';
import { barsOf, firstNotJson, ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastMarketDays, withIndexDay, type IndexHistory, type PastRow } from './index-history.ts';
import { createIndexTracker, withIndexDays, type IndexMember, type IndexTrackerSnapshot } from './index-tracker.ts';
import { VOLATILITY_REGIME_V2 } from './regime/config.ts';
import { volatilityHistory, volatilityRow } from './regime/row.ts';
import { VOLATILITY_INDEX_V1 } from './volatility-index.ts';
import { notional30 } from './volume/notional30.ts';

const ABOUT = { symbol: 'BTC', source: 'perpdex_perp', pegged: false, staleCycles: 0 } as const;
const days = ohlcv({ n: { min: 0, max: 60 }, interval: '1d', regime: 'wild' }).map(barsOf);
const closeOf = (list: readonly Bar[]): number => (list.at(-1)?.time ?? 0) + DAY_MS;
const defined = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Past rows of a coin, computed in one batch. */
function batchPast(list: readonly Bar[], symbol = 'BTC'): PastRow[] {
  const daily = candlesOf(list);
  const weights = notional30(daily);
  return volatilityHistory(daily, daily.length).map((day, i) => ({
    computedFrom: day.computedFrom!,
    regime: day.regime,
    rvGk7: day.rvGk7,
    rvGk30: day.rvGk30,
    volPctile30: day.volPctile30,
    termStructureRatio: day.termStructureRatio,
    notional30: defined(weights[i]),
    symbol,
    isStable: false,
  }));
}
function tracked(list: readonly Bar[], symbol = 'BTC', asOf = closeOf(list)): IndexMember {
  const tracker = createIndexTracker();
  for (const day of list) tracker.day(day);
  return { row: tracker.row({ ...ABOUT, symbol }, asOf), past: tracker.past };
}

describe('the tracker of a coin of the index', () => {
  it('has the row and the past days of the whole history, also when resumed through JSON', () => {
    fc.assert(
      fc.property(days, fc.nat(), (list, at) => {
        const cut = at % (list.length + 1);
        const first = createIndexTracker();
        for (const day of list.slice(0, cut)) first.day(day);
        const snapshot = first.snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const second = createIndexTracker(
          VOLATILITY_REGIME_V2,
          JSON.parse(JSON.stringify(snapshot)) as IndexTrackerSnapshot,
        );
        for (const day of list.slice(cut)) second.day(day);

        const daily = candlesOf(list);
        const weight = defined(notional30(daily).at(-1));
        const asOf = closeOf(list);
        expect(second.row(ABOUT, asOf)).toEqual(volatilityRow({ ...ABOUT, notional30: weight, daily, asOf }));
        const known = batchPast(list).map(({ symbol: _, isStable: __, ...day }) => day);
        expect(second.past).toEqual(known.slice(Math.max(0, cut - 1)));
      }),
    );
  });

  it('keeps no more past days than the index ranks', () => {
    const tracker = createIndexTracker(VOLATILITY_REGIME_V2, undefined, { percentile: { days: 3, minDays: 1 } });
    for (let i = 0; i < 5; i++) tracker.day({ time: i * DAY_MS, open: 1, high: 2, low: 1, close: 1, volume: 1 });
    expect(tracker.past.map(({ computedFrom }) => computedFrom / DAY_MS)).toEqual([2, 3, 4]);
  });

  it('refuses a snapshot of another version', () => {
    const snapshot = createIndexTracker().snapshot();
    expect(() => createIndexTracker(VOLATILITY_REGIME_V2, { ...snapshot, version: 2 as 1 })).toThrow(
      '"resume" expected a snapshot of version 1, got version 2',
    );
  });
});

describe('withIndexDays', () => {
  const START = Date.UTC(2026, 7, 24) - 50 * DAY_MS;
  const list = Array.from({ length: 60 }, (_, i): Bar => {
    const width = 1 + 0.02 * (1.5 + Math.sin(i / 5));
    return { time: START + i * DAY_MS, open: 100, high: 100 * width, low: 100 / width, close: 101, volume: 1e6 };
  });
  const until = (asOf: number): readonly Bar[] => list.filter(({ time }) => time + DAY_MS <= asOf);
  const at = (asOf: number): readonly IndexMember[] => [
    tracked(until(asOf), 'BTC', asOf),
    tracked(until(asOf).slice(5), 'ETH', asOf),
  ];
  const dates = (history: IndexHistory): readonly number[] => history.map(({ date }) => (date - START) / DAY_MS);

  it('[#390] reconstructs every past date from the rows of its completed day', () => {
    const asOf = START + 45 * DAY_MS + HOUR_MS;
    const rows = [...batchPast(until(asOf)), ...batchPast(until(asOf).slice(5), 'ETH')];
    const past = rows.filter(({ computedFrom }) => computedFrom + DAY_MS < START + 45 * DAY_MS);
    const expected = pastMarketDays(past).reduce<IndexHistory>((before, day) => withIndexDay(before, day, false), []);
    const history = withIndexDays([], at(asOf), asOf);
    expect(history).toEqual(expected);
    expect(dates(history)).toEqual(Array.from({ length: 44 }, (_, i) => i + 1));
  });

  it('[#391] adds the date of the moment from 20:00 UTC on, once, and changes no date that was there', () => {
    const evening = START + 52 * DAY_MS + VOLATILITY_INDEX_V1.snapshotAfterMs;
    const before = withIndexDays([], at(evening - 1), evening - 1);
    const after = withIndexDays(before, at(evening), evening);
    expect([dates(before).at(-1), dates(after).at(-1)]).toEqual([51, 52]);
    expect(after.slice(0, -1)).toEqual(before);
    expect([before.at(-1)!.backfilled, after.at(-1)!.backfilled]).toEqual([true, false]);
    expect(withIndexDays(after, at(evening + HOUR_MS), evening + HOUR_MS)).toBe(after);
  });

  it('reconstructs the dates that were missed in between, and marks them', () => {
    const evening = (day: number): number => START + day * DAY_MS + 21 * HOUR_MS;
    const slept = withIndexDays(withIndexDays([], at(evening(51)), evening(51)), at(evening(54)), evening(54));
    expect(slept.slice(-4).map(({ date, backfilled }) => [(date - START) / DAY_MS, backfilled])).toEqual([
      [51, false],
      [52, true],
      [53, true],
      [54, false],
    ]);
  });
});
