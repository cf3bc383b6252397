/** Changing listings, and days older than the hours, as the universe handles them. */

import type { VolatilityRowWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, resample, sliceCandles, type Candles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { BarSeries } from '../../../sources/src/files/bars.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import type { Listing } from '../../../sources/src/market/listing.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import type { EngineStates } from '../../../store/src/engine-state.ts';
import { dayEngine, sumEngine, type DayRow, type SumRow } from '../services/universe/toy-engines.ts';
import { universeWith, type TestUniverse } from '../../../runtime/test/test-support.ts';
import { memoryStates, refreshOf, series, START, waveBars } from '../test-support.ts';
import { toySource } from '../../../sources/test/market/toy-source.ts';

const HOURS = 24 * 30;
const at = (hours: number): number => START + hours * HOUR_MS;
const wave = (price: number): Candles => waveBars(HOURS, START, price);
const BARS = { BTC: wave(50_000), OLD: wave(3), ETH: wave(2000) };
const files = createFilesSource(Object.entries(BARS).map(([name, bars]) => series(name, 'perpdex_perp', bars)));

/** `taken`: renamed to NEW, and a coin with the bars of ETH has the former name. */
type Change = 'listed' | 'delisted' | 'renamed' | 'taken';

/** A venue whose coin OLD is delisted, listed or renamed to NEW as a test says. */
function venue(): {
  readonly source: ReturnType<typeof toySource>;
  readonly set: (change: Change) => void;
} {
  let state: Change = 'listed';
  const renamed = (listing: Listing): Listing => ({ ...listing, symbol: 'NEW', formerly: 'OLD' });
  const source = toySource(files, {
    nameOf: (symbol) => (symbol === 'NEW' ? 'OLD' : symbol === 'OLD' && state === 'taken' ? 'ETH' : symbol),
    listings: async (listed) =>
      listed.flatMap((one) => {
        if (one.symbol !== 'OLD' || state === 'listed') return [one];
        return { delisted: [], renamed: [renamed(one)], taken: [one, renamed(one)] }[state];
      }),
  });
  return { source, set: (change) => (state = change) };
}

function universeOf(source: Source, states: EngineStates = memoryStates()): TestUniverse {
  const engines = [sumEngine(), dayEngine];
  return universeWith({ source: openMarket([source]), engines, states });
}
interface Rows {
  readonly sums: ReadonlyMap<string, SumRow>;
  readonly days: ReadonlyMap<string, DayRow>;
  readonly bars: number;
}
async function rowsOf(universe: TestUniverse, asOf: number): Promise<Rows> {
  const { views, bars } = await universe.at(asOf);
  const rows = (name: string): unknown[] =>
    views.find(({ engine }) => engine.name === name)!.members.map(({ row }) => row);
  const bySymbol = <Row extends { readonly symbol: string }>(list: Row[]) => new Map(list.map((r) => [r.symbol, r]));
  return { sums: bySymbol(rows('sum') as SumRow[]), days: bySymbol(rows('days') as DayRow[]), bars };
}
const closes = (bars: Candles, hours: number): number =>
  bars.close.subarray(0, hours).reduce((sum, close) => sum + close, 0);

describe('a listing', () => {
  it('has the rows of all its hours at the first refresh after it', async () => {
    const { source, set } = venue();
    set('delisted');
    const universe = universeOf(source);
    expect([...(await rowsOf(universe, at(300))).sums.keys()]).toEqual(['BTC', 'ETH']);
    set('listed');
    const { sums, days } = await rowsOf(universe, at(301));
    expect([...sums.keys()]).toEqual(['BTC', 'ETH', 'OLD']);
    expect(sums.get('OLD')).toMatchObject({ hours: 301, sum: closes(BARS.OLD, 301) });
    expect(days.get('OLD')!.days).toHaveLength(12);
  });
});

describe('a delisting', () => {
  it('takes the rows away, and a later listing goes on with every hour, also after a restart', async () => {
    const states = memoryStates();
    const { source, set } = venue();
    const universe = universeOf(source, states);
    await universe.at(at(300));
    set('delisted');
    expect([...(await rowsOf(universe, at(310))).sums.keys()]).toEqual(['BTC', 'ETH']);
    set('listed');
    for (const again of [universe, universeOf(source, states)]) {
      const { sums, days } = await rowsOf(again, at(330));
      expect(sums.get('OLD')).toMatchObject({ hours: 330, sum: closes(BARS.OLD, 330) });
      expect(days.get('OLD')!.days).toHaveLength(13);
    }
  });
});

describe('a rename', () => {
  const before = 300;
  const after = 325;

  it('keeps the state of the trackers: only the hours since are new', async () => {
    const { source, set } = venue();
    const universe = universeOf(source);
    await universe.at(at(before));
    set('renamed');
    source.asked.length = 0;
    const { sums, days, bars } = await rowsOf(universe, at(after));
    expect([...sums.keys()]).toEqual(['BTC', 'ETH', 'NEW']);
    expect(sums.get('NEW')).toMatchObject({ symbol: 'NEW', hours: after, sum: sumOf(after) });
    expect(days.get('NEW')!.days).toEqual([...resample(BARS.OLD, '1h', '1d').bars.time].slice(0, 13));
    expect(bars).toBe(3 * (after - before));
    const asked = source.asked.filter(({ symbol, interval }) => symbol === 'NEW' && interval === '1h');
    expect(asked.every(({ window }) => window.kind === 'range' && window.from >= at(before - 48))).toBe(true);
    expect((await rowsOf(universe, at(after + 1))).sums.get('NEW')).toMatchObject({ hours: after + 1 });
  });

  it('keeps it over a restart before the rename is seen, and over one after it', async () => {
    const states = memoryStates();
    const { source, set } = venue();
    await universeOf(source, states).at(at(before));
    set('renamed');
    const first = await rowsOf(universeOf(source, states), at(after));
    expect(first.bars).toBe(3 * (after - before));
    expect(first.sums.get('NEW')).toMatchObject({ hours: after, sum: sumOf(after) });
    const second = await rowsOf(universeOf(source, states), at(after + 1));
    expect(second.bars).toBe(3);
    expect(second.sums.get('NEW')).toMatchObject({ hours: after + 1 });
  });

  it.each([false, true])('leaves nothing to a new coin that takes the former name (restart: %s)', async (restarts) => {
    const states = memoryStates();
    const { source, set } = venue();
    let universe = universeOf(source, states);
    await universe.at(at(before));
    set('taken');
    for (const hours of [after, after + 1]) {
      if (restarts) universe = universeOf(source, states);
      const { sums } = await rowsOf(universe, at(hours));
      expect(sums.get('NEW')).toMatchObject({ hours, sum: sumOf(hours) });
      expect(sums.get('OLD')).toMatchObject({ hours, sum: closes(BARS.ETH, hours) });
    }
  });

  it('stores under the new name even when no hour has closed since', async () => {
    const states = memoryStates();
    const { source, set } = venue();
    const universe = universeOf(source, states);
    await universe.at(at(before));
    set('renamed');
    await universe.at(at(before) + 1);
    const scopes = (await states.load('sum@t', 'sum/1')).map(({ scope }) => scope);
    expect(scopes).toContain('perpdex_perp:NEW');
  });

  /** The sum as it is added up: hour by hour. */
  function sumOf(hours: number): number {
    return closes(BARS.OLD, hours);
  }
});

describe('days that are older than the first hour', () => {
  const DAYS = 420;
  const KEPT = 208;
  const all = waveBars(DAYS * 24 + 7);
  const NOW = START + DAYS * DAY_MS + 7 * HOUR_MS;
  /** The hours of a venue begin within a day. */
  const first = (DAYS - KEPT) * 24 + 5;
  const hours = sliceCandles(all, first);

  /** A venue that keeps hours for 208 days, and days for longer. */
  function keeping(bars: Candles, days: Candles | undefined): Market {
    const file = (one: Omit<BarSeries, 'symbol' | 'venue'>): Source =>
      createFilesSource([{ symbol: 'BTC', venue: 'perpdex_perp', ...one }]);
    const [short, long] = [file({ interval: '1h', bars }), days && file({ interval: '1d', bars: days })];
    const source = toySource(short);
    const feed = source.feeds.bars!;
    const pull: typeof feed.pull = async (request) =>
      request.interval === '1d' && long !== undefined ? long.feeds.bars!.pull(request) : feed.pull(request);
    return openMarket([{ ...source, feeds: { bars: { ...feed, pull } } }]);
  }
  async function volatilityOf(market: Market) {
    const store = createMemorySnapshotStore();
    await refreshOf(market, createManualClock(NOW), store).all();
    return store.latest<VolatilityRowWire>('volatility')!.records[0]!.value;
  }

  it('give the yearly percentile of volatility that all hours give', async () => {
    const whole = await volatilityOf(keeping(all, undefined));
    const short = await volatilityOf(keeping(hours, undefined));
    const joined = await volatilityOf(keeping(hours, resample(all, '1h', '1d').bars));
    expect(whole.vol_pctile_30).not.toBeNull();
    expect(short.vol_pctile_30).not.toBe(whole.vol_pctile_30);
    expect(joined).toEqual(whole);
  });

  it('come before the hours, whole, and each day once; every later hour is told', async () => {
    const universe = universeWith({
      source: keeping(hours, resample(all, '1h', '1d').bars),
      engines: [sumEngine(), dayEngine],
      states: memoryStates(),
    });
    const { days, sums } = await rowsOf(universe, NOW);
    expect(days.get('BTC')!.days).toEqual(Array.from({ length: DAYS }, (_, i) => START + i * DAY_MS));
    // The day that the hours begin within is known as a day.
    expect(sums.get('BTC')!.hours).toBe((KEPT - 1) * 24 + 7);
  });
});
