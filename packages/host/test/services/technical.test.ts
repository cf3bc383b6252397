import type { TechnicalDetailWire, TechnicalListQuery, TechnicalListWire } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/memory/snapshot-store.ts';
import { createManualClock } from '../../src/clock.ts';
import { AS_OF, START, filesMarket, refreshOf, series, smallMarket, waveBars } from '../test-support.ts';
import { createTechnicalDetail } from '../../src/services/technical-detail.ts';
import { createTechnicalList } from '../../src/services/technical-list.ts';

const ALL: TechnicalListQuery = {
  source: undefined,
  maState: undefined,
  bb: undefined,
  rangeZone: undefined,
  rsi: undefined,
  minDaysInState: undefined,
  sort: 'symbol',
  order: 'asc',
  limit: 250,
};
const source = smallMarket();
const clock = createManualClock(AS_OF);
const store = createMemorySnapshotStore();
const list = createTechnicalList(store, 'files');
const detail = createTechnicalDetail(source, store);
const lists = (query: Partial<TechnicalListQuery> = {}): TechnicalListWire =>
  JSON.parse(list({ ...ALL, ...query })!.json.toString()) as TechnicalListWire;
const details = async (name: string): Promise<TechnicalDetailWire> => {
  const result = await detail(name, {});
  if (result === undefined || !result.ok) throw new Error(`no detail of ${name}`);
  return JSON.parse(result.value.json.toString()) as TechnicalDetailWire;
};

describe('before the first refresh', () => {
  it('there is nothing to answer with', async () => {
    const empty = createMemorySnapshotStore();
    expect(createTechnicalList(empty, 'files')(ALL)).toBeUndefined();
    expect(await createTechnicalDetail(source, empty)('BTC', {})).toBeUndefined();
  });
});

describe('the technical service', () => {
  beforeAll(async () => {
    await refreshOf(source, clock, store).all();
  });

  it('lists a young coin with nulls in its fields', () => {
    const { items, warming } = lists();
    expect(warming).toEqual([]);
    expect(items.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'NEW', 'PEPE', 'USDC', 'kPEPE']);
    expect(items.find(({ symbol }) => symbol === 'NEW')).toMatchObject({
      rsi_1d: expect.any(Number) as number,
      sma_200: null,
      ma_state: null,
    });
  });

  it('[#586] counts breadth over the universe, whatever the filters; pegged rows are outside', () => {
    const { items, breadth } = lists();
    const counted = items.filter((row) => !row.pegged && row.in_squeeze !== null);
    expect(breadth).toMatchObject({
      total: counted.length,
      in_squeeze: counted.filter((row) => row.in_squeeze).length,
      history_days: 0,
      pct_in_squeeze_pctile_30d: null,
    });
    expect(items.find(({ symbol }) => symbol === 'USDC')).toMatchObject({ pegged: true });
    expect(counted.length).toBeGreaterThan(0);
    const none = lists({ rsi: 'extreme', rangeZone: 'near_low', bb: 'in_squeeze', source: 'cexa_spot' });
    expect([none.breadth, none.universe_size]).toEqual([breadth, items.length]);
  });

  it('[#589] filters by all that is asked, and cuts at the limit', () => {
    const spot = lists({ source: 'cexa_spot' });
    expect(spot.items.map(({ symbol }) => symbol)).toEqual(['PEPE', 'USDC']);
    const zone = spot.items[0]!.range_zone!;
    const both = lists({ source: 'cexa_spot', rangeZone: zone });
    expect(both.items.every((row) => row.range_zone === zone && row.source === 'cexa_spot')).toBe(true);
    expect(lists({ limit: 2 })).toMatchObject({ count: 2, total: 6, universe_size: 6 });
  });

  it('[#588] gives the row with its last 60 days, the last of which is the row itself', async () => {
    const row = await details('BTC');
    expect(row.history.length).toBe(60);
    expect(row.history.at(-1)).toEqual({
      timestamp: row.computed_from,
      close: row.close_1d,
      rsi: row.rsi_1d,
      bb_bandwidth: row.bb_bandwidth,
      sma_200: row.sma_200,
      above_200: row.above_200,
    });
    expect(row.history.at(-1)!.timestamp - row.history[0]!.timestamp).toBe(59 * DAY_MS);
  });

  it('[#590] a k-prefixed ticker stands for the plain symbol, and the other way round; an exact name wins', async () => {
    expect(await details('kETH')).toMatchObject({ symbol: 'ETH' });
    expect(await details('kPEPE')).toMatchObject({ symbol: 'kPEPE' });
    expect(await details('PEPE')).toMatchObject({ symbol: 'PEPE', source: 'cexa_spot' });
    const plain = filesMarket([series('kBONK', 'perpdex_perp', waveBars(24 * 30, START, 0.01))]);
    const own = createMemorySnapshotStore();
    await refreshOf(plain, createManualClock(START + 30 * DAY_MS), own).all();
    expect(await createTechnicalDetail(plain, own)('bonk', {})).toMatchObject({ ok: true });
    expect(await detail('NOSUCH', {})).toMatchObject({ error: { status: 404 } });
  });

  it('names a coin without a completed day as warming', async () => {
    const fresh = filesMarket([series('BABY', 'perpdex_perp', waveBars(5, START, 1))]);
    const own = createMemorySnapshotStore();
    await refreshOf(fresh, createManualClock(START + 5 * 3_600_000), own).all();
    const answer = createTechnicalList(own, 'files')(ALL)!;
    expect(JSON.parse(answer.json.toString())).toMatchObject({ items: [], warming: ['BABY'], breadth: { total: 0 } });
    expect(await createTechnicalDetail(fresh, own)('BABY', {})).toMatchObject({
      error: { status: 404, body: { detail: { error: 'too_little_history' } } },
    });
  });
});
