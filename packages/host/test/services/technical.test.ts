import type { TechnicalItemWire } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Market } from '../../../sources/src/market/market.ts';
import { asker } from '../ask.ts';
import { AS_OF, START, filesMarket, refreshOf, series, smallMarket, waveBars } from '../test-support.ts';

interface List {
  readonly items: readonly TechnicalItemWire[];
  readonly warming: readonly string[];
  readonly universe_size: number;
  readonly breadth: object;
}
type Detail = TechnicalItemWire & { readonly history: readonly { readonly timestamp: number }[] };

const source = smallMarket();
const clock = createManualClock(AS_OF);
const store = createMemorySnapshotStore();
const askerOf = (bars: Market, from = store) => asker({ source: bars, latest: () => from.latest('technical') });
const ask = askerOf(source);
const lists = async (query: object = {}): Promise<List> =>
  ask.json<List>('indicators.technical', { query: { order: 'asc', ...query } });
const details = async (symbol: string): Promise<Detail> =>
  ask.json<Detail>('indicators.technical_symbol', { path: { symbol } });
const detail = async (symbol: string, one = ask) => one.outcome('indicators.technical_symbol', { path: { symbol } });

describe('before the first refresh', () => {
  it.each(['indicators.technical', 'indicators.technical_symbol'])('%s is 503', async (id) => {
    const early = askerOf(source, createMemorySnapshotStore());
    expect(await early.outcome(id, { path: { symbol: 'BTC' } })).toMatchObject({
      error: {
        status: 503,
        headers: { 'retry-after': '5' },
        body: { detail: { error: 'warming_up', message: 'The first technical rows are being computed.' } },
      },
    });
  });
});

describe('the technical service', () => {
  beforeAll(async () => {
    await refreshOf(source, clock, store).all();
  });

  it('lists a young coin with nulls in its fields', async () => {
    const { items, warming } = await lists();
    expect(warming).toEqual([]);
    expect(items.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'NEW', 'PEPE', 'USDC', 'kPEPE']);
    expect(items.find(({ symbol }) => symbol === 'NEW')).toMatchObject({
      rsi_1d: expect.any(Number) as number,
      sma_200: null,
      ma_state: null,
    });
  });

  it('[#586] counts breadth over the universe, whatever the filters; pegged rows are outside', async () => {
    const { items, breadth } = await lists();
    const counted = items.filter((row) => !row.pegged && row.in_squeeze !== null);
    expect(breadth).toMatchObject({
      total: counted.length,
      in_squeeze: counted.filter((row) => row.in_squeeze).length,
      history_days: 0,
      pct_in_squeeze_pctile_30d: null,
    });
    expect(items.find(({ symbol }) => symbol === 'USDC')).toMatchObject({ pegged: true });
    expect(counted.length).toBeGreaterThan(0);
    const none = await lists({ rsi: 'extreme', range_zone: 'near_low', bb: 'in_squeeze', source: 'cexa_spot' });
    expect([none.breadth, none.universe_size]).toEqual([breadth, items.length]);
  });

  it('[#589] filters by all that is asked, and cuts at the limit', async () => {
    const spot = await lists({ source: 'cexa_spot' });
    expect(spot.items.map(({ symbol }) => symbol)).toEqual(['PEPE', 'USDC']);
    const zone = spot.items[0]!.range_zone!;
    const both = await lists({ source: 'cexa_spot', range_zone: zone });
    expect(both.items.every((row) => row.range_zone === zone && row.source === 'cexa_spot')).toBe(true);
    expect(await lists({ limit: 2 })).toMatchObject({ count: 2, total: 6, universe_size: 6 });
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
    expect(await detail('bonk', askerOf(plain, own))).toMatchObject({ ok: true });
    expect(await detail('NOSUCH')).toMatchObject({ error: { status: 404 } });
  });

  it('names a coin without a completed day as warming', async () => {
    const fresh = filesMarket([series('BABY', 'perpdex_perp', waveBars(5, START, 1))]);
    const own = createMemorySnapshotStore();
    await refreshOf(fresh, createManualClock(START + 5 * 3_600_000), own).all();
    const young = askerOf(fresh, own);
    expect(await young.json('indicators.technical')).toMatchObject({
      items: [],
      warming: ['BABY'],
      breadth: { total: 0 },
    });
    expect(await detail('BABY', young)).toMatchObject({
      error: { status: 404, body: { detail: { error: 'too_little_history' } } },
    });
  });
});
