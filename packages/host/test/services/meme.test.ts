import type { MemeDetailWire, MemeListQuery, MemeListWire } from '@barograph/contract';
import { DAY_MS, err } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/memory/snapshot-store.ts';
import { createManualClock } from '../../src/clock.ts';
import type { BarsRequest } from '../../src/market/bars.ts';
import { SourceError } from '../../src/market/feed.ts';
import { refreshOf, simulatedMarket } from '../test-support.ts';
import { createMemeDetail } from '../../src/services/meme-detail.ts';
import { createMemeList } from '../../src/services/meme-list.ts';
import { createMemeScore } from '../../src/services/meme-score.ts';

const ALL: MemeListQuery = { source: undefined, regime: undefined, sort: 'symbol', order: 'asc', limit: 250 };
const AS_OF = Date.UTC(2024, 8, 2, 10, 23);

const source = simulatedMarket();
const store = createMemorySnapshotStore();
const refresh = refreshOf(source, createManualClock(AS_OF), store);
const list = createMemeList(store, 'simulated');
const detail = createMemeDetail(source, store);
const score = createMemeScore(store, 'simulated');
const lists = (query: Partial<MemeListQuery> = {}): MemeListWire =>
  JSON.parse(list({ ...ALL, ...query })!.json.toString()) as MemeListWire;
const details = async (name: string): Promise<MemeDetailWire> => {
  const result = await detail(name, {});
  if (result === undefined || !result.ok) throw new Error(`no detail of ${name}`);
  return JSON.parse(result.value.json.toString()) as MemeDetailWire;
};

describe('before the first refresh', () => {
  it('there is nothing to answer with', async () => {
    const empty = createMemorySnapshotStore();
    expect(createMemeList(empty, 'files')(ALL)).toBeUndefined();
    expect(createMemeScore(empty, 'files')()).toBeUndefined();
    expect(await createMemeDetail(source, empty)('DOGE', {})).toBeUndefined();
  });

  it('the score is null while no part of it is known', async () => {
    const own = createMemorySnapshotStore();
    await own.publish('meme', { asOf: 1, head: { warming: [], score: null }, records: [] });
    expect(createMemeScore(own, 'files')()).toBeNull();
  });
});

describe('meme coins', () => {
  beforeAll(async () => {
    await refresh.all();
  });

  it('[#592] lists the memes of both venues and no other coin', () => {
    expect(lists().items.map(({ symbol, pd_symbol }) => `${symbol} ${pd_symbol}`)).toEqual([
      'DOGE DOGE',
      'PEPE kPEPE',
      'kBONK kBONK',
      'kPEPE kPEPE',
      'kSHIB kSHIB',
    ]);
    expect(lists()).toMatchObject({ universe_size: 5, warming: [], as_of: AS_OF, data_source: 'simulated' });
  });

  it('[#592] filters, sorts and cuts', () => {
    expect(lists({ source: 'cexa_spot' })).toMatchObject({ total: 1, count: 1, items: [{ symbol: 'PEPE' }] });
    const { regime } = lists().items[0]!;
    expect(new Set(lists({ regime }).items.map((row) => row.regime))).toEqual(new Set([regime]));
    const sorted = lists({ sort: 'ret_7d', order: 'desc', limit: 3 });
    expect([sorted.count, sorted.total]).toEqual([3, 5]);
    const returns = lists({ sort: 'ret_7d', order: 'desc' }).items.map((row) => row.ret_7d!);
    expect(returns).toEqual([...returns].sort((a, b) => b - a));
    expect(sorted.items.map((row) => row.ret_7d)).toEqual(returns.slice(0, 3));
  });

  it('[#594] gives the row with its last 60 days, the last of which is the row itself', async () => {
    const row = await details('kPEPE');
    const last = row.history.at(-1)!;
    expect(row.history.length).toBe(60);
    expect(last.timestamp - row.history[0]!.timestamp).toBe(59 * DAY_MS);
    const { timestamp, close, ...day } = last;
    expect([timestamp, close]).toEqual([row.computed_from, row.price]);
    expect(row).toMatchObject(day);
  });

  it('finds a bare ticker: exactly, in any case, and as the perp that has a k before it', async () => {
    const symbols = ['kPEPE', 'pepe', 'KPEPE', 'SHIB', 'shib', 'doge'].map(
      async (name) => (await details(name)).symbol,
    );
    expect(await Promise.all(symbols)).toEqual(['kPEPE', 'PEPE', 'kPEPE', 'kSHIB', 'kSHIB', 'DOGE']);
    expect(await detail('BTC', {})).toMatchObject({
      error: { status: 404, body: { detail: { error: 'unknown_symbol' } } },
    });
  });

  it('answers with the same score until the next refresh', async () => {
    const before = score()!;
    expect(JSON.parse(before.json.toString())).toMatchObject({ coins: 4, as_of: AS_OF, source: 'simulated' });
    expect(score()).toBe(before);
    await refresh.all();
    expect(score()).not.toBe(before);
    expect((await refresh.of('meme')).rows).toBe(5);
  });

  it('fails a detail once when its bars do not come, and is asked again the next time', async () => {
    let isDown = true;
    const down = async () => err({ code: 'stale_source', reason: 'down' } as const);
    const shaky = { ...source, bars: async (request: BarsRequest) => (isDown ? down() : source.bars(request)) };
    const shakyDetail = createMemeDetail(shaky, store);
    await expect(shakyDetail('DOGE', {})).rejects.toThrow(SourceError);
    isDown = false;
    expect(await shakyDetail('DOGE', {})).toMatchObject({ ok: true });
  });
});
