import type { SignumDetailWire, SignumListQuery, SignumListWire } from '@barograph/contract';
import { DAY_MS, err, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/memory/snapshot-store.ts';
import { createManualClock } from '../../src/clock.ts';
import type { BarsRequest } from '../../src/market/bars.ts';
import { SourceError } from '../../src/market/feed.ts';
import { AS_OF, refreshOf, slowSource, smallMarket } from '../test-support.ts';
import { createSignumDetail } from '../../src/services/signum-detail.ts';
import { createSignumList } from '../../src/services/signum-list.ts';

const ALL: SignumListQuery = {
  color: undefined,
  source: undefined,
  minDays: undefined,
  maxDays: undefined,
  sort: 'symbol',
  order: 'asc',
  limit: 250,
  offset: 0,
};

const source = slowSource(smallMarket(), async () => undefined);
const clock = createManualClock(AS_OF);
const store = createMemorySnapshotStore();
const refresh = refreshOf(source, clock, store);
const list = createSignumList(store, 'live');
const detail = createSignumDetail(source, clock, store);
const lists = (query: Partial<SignumListQuery> = {}): SignumListWire =>
  JSON.parse(list({ ...ALL, ...query })!.json.toString()) as SignumListWire;
const details = async (name: string, query = { intraday: false, h4: false }): Promise<SignumDetailWire> => {
  const result = await detail(name, query);
  if (result === undefined || !result.ok) throw new Error(`no detail of ${name}`);
  return JSON.parse(result.value.json.toString()) as SignumDetailWire;
};

describe('before the first refresh', () => {
  it('there is nothing to answer with', async () => {
    const empty = createMemorySnapshotStore();
    expect(createSignumList(empty, 'files')(ALL)).toBeUndefined();
    expect(await createSignumDetail(source, clock, empty)('BTC', { intraday: false, h4: false })).toBeUndefined();
  });
});

describe('a source that fails', () => {
  const failing = { ...source, bars: async () => err({ code: 'stale_source', reason: 'down' } as const) };

  it('keeps the last rows, whatever the refresh that failed says', async () => {
    const own = createMemorySnapshotStore();
    await refreshOf(source, clock, own).all();
    const before = own.latest('signum');
    await expect(refreshOf(failing, clock, own).all()).rejects.toThrow(/perpdex_perp BTC 1h: down/);
    expect(own.latest('signum')).toBe(before);
  });

  it('fails a detail once and is asked again the next time', async () => {
    const own = createMemorySnapshotStore();
    await refreshOf(source, clock, own).all();
    let isDown = true;
    const shaky = { ...source, bars: async (request: BarsRequest) => (isDown ? failing : source).bars(request) };
    const shakyDetail = createSignumDetail(shaky, clock, own);
    const query = { intraday: true, h4: false };
    await expect(shakyDetail('BTC', query)).rejects.toThrow(SourceError);
    isDown = false;
    expect(await shakyDetail('BTC', query)).toMatchObject({ ok: true });
  });
});

describe('SIGNUM_RGG', () => {
  beforeAll(async () => {
    await refresh.all();
  });

  it('lets the perp win overlaps and fills with spot pairs of $100k and more [#579]', () => {
    expect(lists().items.map(({ symbol, source: venue }) => `${symbol} ${venue}`)).toEqual([
      'BTC perpdex_perp',
      'ETH perpdex_perp',
      'PEPE cexa_spot',
      'USDC cexa_spot',
      'kPEPE perpdex_perp',
    ]);
    expect(lists().items.find(({ symbol }) => symbol === 'PEPE')!.quote_volume_24h).toBeGreaterThan(100_000);
  });

  it('names what has too few days instead of guessing', () => {
    expect(lists().warming).toEqual(['NEW']);
  });

  it('keeps pegged rows in the list and out of breadth [#577]', () => {
    const { items, breadth } = lists();
    expect(items.find(({ symbol }) => symbol === 'USDC')).toMatchObject({ pegged: true });
    expect(breadth.total).toBe(4);
    for (const color of ['red', 'grey', 'green'] as const) {
      expect(breadth[color]).toBe(items.filter((row) => !row.pegged && row.color === color).length);
    }
  });

  it('counts the universe before filters, and the rows after them [#581]', () => {
    const spot = lists({ source: 'cexa_spot' });
    expect(spot).toMatchObject({ universe_size: 5, total: 2, count: 2 });
    expect(lists({ limit: 2, offset: 1 })).toMatchObject({ universe_size: 5, total: 5, count: 2 });
    expect(lists({ limit: 2, offset: 4 }).items.length).toBe(1);
    expect(lists({ offset: 9 })).toMatchObject({ items: [], total: 5 });
  });

  it('answers the same bytes for the same question until the next refresh', async () => {
    const before = list(ALL);
    expect(list({ ...ALL })).toBe(before);
    await refresh.all();
    expect(list(ALL)).not.toBe(before);
  });

  it('shares one run among calls at the same time', async () => {
    const [first, second] = await Promise.all([refresh.of('signum'), refresh.of('signum')]);
    expect(first).toEqual(second);
  });

  it('finds an exact name first, then any case [#583]', async () => {
    expect(await details('kPEPE')).toMatchObject({ symbol: 'kPEPE', source: 'perpdex_perp' });
    expect(await details('PEPE')).toMatchObject({ symbol: 'PEPE', source: 'cexa_spot' });
    expect(await details('pepe')).toMatchObject({ symbol: 'PEPE', source: 'cexa_spot' });
    expect(await details('KPEPE')).toMatchObject({ symbol: 'kPEPE' });
  });

  it('says what there is when a name is not, and why when it is too young', async () => {
    expect(await detail('kETH', { intraday: false, h4: false })).toMatchObject({
      error: { status: 404, body: { detail: { error: 'unknown_symbol', suggestions: ['ETH'] } } },
    });
    expect(await detail('new', { intraday: false, h4: false })).toMatchObject({
      error: { status: 404, body: { detail: { error: 'too_little_history' } } },
    });
  });

  it('gives the row with its last 60 days, the last of which is the row itself', async () => {
    const row = await details('BTC');
    expect(row.history.length).toBe(60);
    expect(row.history.at(-1)).toMatchObject({
      timestamp: row.computed_from,
      color: row.color,
      adx: row.adx,
      days_in_color: row.days_in_color,
    });
    expect(row.history.at(-1)!.timestamp - row.history[0]!.timestamp).toBe(59 * DAY_MS);
    expect(row).not.toHaveProperty('intraday_history');
    expect(row).not.toHaveProperty('h4_history');
  });

  it('adds 60 days of 1h and the last 90 completed 4h bars when asked [#582]', async () => {
    const row = await details('BTC', { intraday: true, h4: true });
    expect(row.intraday_history!.length).toBe(60 * 24);
    expect(row.intraday_history!.at(-1)!.timestamp).toBe(AS_OF - 1.5 * HOUR_MS);
    expect(row.h4_history!.length).toBe(90);
    expect(row.h4_history!.at(-1)).toMatchObject({
      timestamp: row.h4_computed_from,
      color: row.h4_color,
      bars_in_color: row.h4_bars_in_color,
    });
  });

  it('pulls the 1h bars of a symbol once in 30 minutes, refreshed or not [#582]', async () => {
    const pulls = async (): Promise<number> => {
      await refresh.all();
      const before = source.asked.length;
      await details('ETH', { intraday: true, h4: false });
      return source.asked.slice(before).filter(({ interval }) => interval === '1h').length;
    };
    expect(await pulls()).toBe(1);
    clock.moveTo(AS_OF + 30 * MINUTE_MS - 1);
    expect(await pulls()).toBe(0);
    clock.moveTo(AS_OF + 30 * MINUTE_MS);
    expect(await pulls()).toBe(1);
  });
});
