import type { Published, VolatilityHead, VolatilityRowWire } from '@barograph/contract';
import { candlesOf, DAY_MS, err, HOUR_MS, resample, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { isPegged } from '@barograph/indicators';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import {
  indexAt,
  pastMarketDays,
  marketVolatility,
  notional30,
  volatilityHistory,
  volatilityRow,
  withIndexDay,
  type IndexHistory,
  type PastRow,
  type VolatilityRow,
} from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import type { BarSeries } from '../../../../sources/src/files/bars.ts';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { createLog } from '../../../../store/src/log.ts';
import { readOver, type Market } from '../../../../sources/src/market/market.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import { engineOf } from '../../engines.ts';
import { filesMarket, memoryStates } from '../../test-support.ts';
import { engineRefresh } from '../../../../runtime/test/test-support.ts';

type Seen = Published<VolatilityRowWire, VolatilityHead>;
const market = createMarket();
const LIVE = Date.UTC(2026, 7, 24);
/** So many days before the first live date that percentiles are there. */
const START = LIVE - 220 * DAY_MS;
const SYMBOLS = ['BTC', 'ETH', 'SOL'];

/** Days of the simulator, moved in time: they are the same market. */
function daysOf(symbol: string, count: number): Candles {
  const { start } = SIMULATOR_V2;
  const days = resample(market.candles(symbol, 'perpdex_perp', '1h', start, start + count * DAY_MS), '1h', '1d').bars;
  const bars = Array.from(days.time, (_, i): Bar => ({
    time: START + i * DAY_MS,
    open: days.open[i]!,
    high: days.high[i]!,
    low: days.low[i]!,
    close: days.close[i]!,
    volume: days.volume[i]!,
  }));
  return candlesOf(bars);
}
/** ETH is listed 40 days later, so that weights change on the way. */
const SERIES: readonly BarSeries[] = SYMBOLS.map((symbol) => {
  const bars = daysOf(symbol, 240);
  const listed = symbol === 'ETH' ? 40 : 0;
  return { symbol, venue: 'perpdex_perp', interval: '1d', bars: sliceCandles(bars, listed, bars.length) };
});
const closedBy = (bars: Candles, asOf: number): Candles =>
  sliceCandles(bars, 0, bars.time.filter((time) => time + DAY_MS <= asOf).length);

/** Publications of the engine at given moments, with or without earlier states. */
function published(states?: EngineStates, source: Market = filesMarket(SERIES)): (asOf: number) => Promise<Seen> {
  const log = createLog('silent');
  const engines = [engineOf('volatility')];
  const store = createMemorySnapshotStore();
  const clock = createManualClock(START);
  const refresh = engineRefresh(engines, clock, store, { source, states, log });
  return async (asOf) => {
    clock.moveTo(asOf);
    await refresh.all();
    return store.latest<VolatilityRowWire, VolatilityHead>('volatility')!;
  };
}

/** The rows and the history from all bars at once: the other way to compute them. */
function batchRows(asOf: number): VolatilityRow[] {
  return SERIES.flatMap(({ symbol, bars }): VolatilityRow[] => {
    const daily = closedBy(bars, asOf);
    if (daily.length === 0) return [];
    const mean = notional30(daily).at(-1)!;
    const about = { symbol, source: 'perpdex_perp', pegged: isPegged(symbol, daily), staleCycles: 0 } as const;
    return [volatilityRow({ ...about, notional30: Number.isNaN(mean) ? null : mean, daily, asOf })];
  });
}
function batchHistory(until: number): IndexHistory {
  const rows = SERIES.flatMap(({ symbol, bars }): PastRow[] => {
    const weights = notional30(bars);
    return volatilityHistory(bars, bars.length).flatMap((day, i) =>
      day.computedFrom === null || day.computedFrom + DAY_MS > until
        ? []
        : [
            {
              ...day,
              computedFrom: day.computedFrom,
              symbol,
              isStable: false,
              notional30: Number.isNaN(weights[i]!) ? null : weights[i]!,
            },
          ],
    );
  });
  return pastMarketDays(rows).reduce<IndexHistory>((history, day) => withIndexDay(history, day, false), []);
}
const dates = (snapshot: Seen): readonly string[] => snapshot.head.history.map(({ date }) => date);

describe('the volatility engine', () => {
  it('says what the batch says, and reconstructs the dates before it ran [#390]', async () => {
    const asOf = LIVE - 5 * DAY_MS + 10 * HOUR_MS;
    const { records, head } = await published()(asOf);
    const rows = batchRows(asOf);
    expect(records.map(({ value }) => [value.symbol, value.regime, value.rv_gk_30, value.notional_30])).toEqual(
      rows.map((row) => [row.symbol, row.regime, row.rvGk30, row.notional30]),
    );
    const history = batchHistory(LIVE - 6 * DAY_MS);
    expect(head.history.map(({ composite_score, cvi_realized_30 }) => [composite_score, cvi_realized_30])).toEqual(
      history.map((point) => [point.compositeScore, point.cviRealized30]),
    );
    expect(head.history.every(({ backfilled }) => backfilled)).toBe(true);
    expect(head.market).toEqual(marketVolatility(rows));
    expect(head.index).toEqual(indexAt(history, marketVolatility(rows), asOf));
    expect(head.index.cviPctile30).not.toBeNull();
  });

  it("has today's point from 20:00 UTC on, once, and counts it as live from 2026-08-24 on [#390] [#391]", async () => {
    const at = published();
    const before = await at(LIVE + 19 * HOUR_MS);
    expect(dates(before).at(-1)).toBe('2026-08-23');
    const after = await at(LIVE + 20 * HOUR_MS);
    expect(after.head.history.at(-1)).toMatchObject({ date: '2026-08-24', backfilled: false });
    expect(after.head.history.slice(0, -1)).toEqual(before.head.history);
    expect((await at(LIVE + 21 * HOUR_MS)).head.history).toEqual(after.head.history);
    // Live and reconstructed points of the same rows are the same but for the mark.
    const { backfilled, ...live } = after.head.history.at(-1)!;
    const late = (await published()(LIVE + DAY_MS + HOUR_MS)).head.history.at(-1);
    expect([backfilled, late]).toEqual([false, { ...live, backfilled: true }]);
  });

  it('goes on after a restart, and reconstructs the dates that it slept through', async () => {
    const states = memoryStates();
    await published(states)(LIVE + 20 * HOUR_MS);
    const next = await published(states)(LIVE + 4 * DAY_MS + 21 * HOUR_MS);
    expect(next.head.history.slice(-6).map(({ date, backfilled }) => [date, backfilled])).toEqual([
      ['2026-08-23', true],
      ['2026-08-24', false],
      ['2026-08-25', true],
      ['2026-08-26', true],
      ['2026-08-27', true],
      ['2026-08-28', false],
    ]);
    const whole = await published()(LIVE + 4 * DAY_MS + 21 * HOUR_MS);
    const plain = ({ head }: Seen) => head.history.map((point) => ({ ...point, backfilled: true }));
    expect(plain(next)).toEqual(plain(whole));
    expect(next.records.map(({ value }) => value)).toEqual(whole.records.map(({ value }) => value));
  });

  it('[#392] [#394] sets realised 30-day close-to-close volatility of BTC and ETH beside no implied one', async () => {
    const asOf = LIVE + 10 * HOUR_MS;
    const { head } = await published()(asOf);
    const [btc, eth] = batchRows(asOf);
    expect(head.majors).toEqual({
      BTC: { realized: btc!.rvCc30, implied: null, vrp: null },
      ETH: { realized: eth!.rvCc30, implied: null, vrp: null },
    });
  });

  it('[#405] carries the row of a coin whose pulls fail for 8 hours, counting them, and then drops it', async () => {
    const files = filesMarket(SERIES);
    let isDown = false;
    const at = published(undefined, {
      ...files,
      read: readOver(files.read, 'bars', async (request) =>
        isDown && request.symbol === 'ETH'
          ? err({ code: 'stale_source', reason: 'down' } as const)
          : files.read('bars', request),
      ),
    });
    const staleCycles = async (hour: number): Promise<readonly (number | undefined)[]> => {
      const { records } = await at(LIVE + hour * HOUR_MS);
      return ['BTC', 'ETH'].map((name) => records.find(({ value }) => value.symbol === name)?.value.stale_cycles);
    };
    expect(await staleCycles(1)).toEqual([0, 0]);
    isDown = true;
    expect([await staleCycles(2), await staleCycles(9), await staleCycles(10)]).toEqual([
      [0, 1],
      [0, 8],
      [0, undefined],
    ]);
    isDown = false;
    expect(await staleCycles(11)).toEqual([0, 0]);
  });

  it('lists a coin whose days ended long ago as stale, and counts it in no index', async () => {
    const ended = SERIES.map((one) =>
      one.symbol === 'SOL' ? { ...one, bars: sliceCandles(one.bars, 0, one.bars.length - 60) } : one,
    );
    const asOf = LIVE + DAY_MS + HOUR_MS;
    const { records, head } = await published(undefined, filesMarket(ended))(asOf);
    expect(records.map(({ value }) => [value.symbol, value.stale])).toEqual([
      ['BTC', false],
      ['ETH', false],
      ['SOL', true],
    ]);
    expect(head.market).toEqual(marketVolatility(batchRows(asOf).filter(({ symbol }) => symbol !== 'SOL')));
    // The point of the date that is reconstructed later is of the same rows.
    const tomorrow = await published(undefined, filesMarket(ended))(asOf + DAY_MS);
    expect(tomorrow.head.history.at(-1)!.cvi_realized_30).toBe(head.market.cviRealized30);
  });

  it('names coins without a regime as warming, and still counts their volatility in the index', async () => {
    const asOf = START + (40 + 60) * DAY_MS + HOUR_MS;
    const { records, head } = await published()(asOf);
    expect(records.map(({ value }) => value.symbol)).toEqual(['BTC', 'SOL']);
    expect(head.warming).toEqual(['ETH']);
    expect(head.market.cviRealized30).toBe(marketVolatility(batchRows(asOf)).cviRealized30);
  });
});
