import type { SignumItemWire } from '@barograph/contract';
import { DAY_MS, err, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { BarsRequest } from '../../../sources/src/market/bars.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import type { Market } from '../../../sources/src/market/market.ts';
import { asker } from '../ask.ts';
import { AS_OF, refreshOf, slowSource, smallMarket } from '../test-support.ts';
import { readOver } from '../../../sources/src/market/market.ts';

interface List {
  readonly items: readonly SignumItemWire[];
  readonly warming: readonly string[];
  readonly breadth: Readonly<Record<'total' | 'red' | 'grey' | 'green', number>>;
}
type Detail = SignumItemWire & {
  readonly history: readonly { readonly timestamp: number }[];
  readonly intraday_history?: readonly { readonly timestamp: number }[];
  readonly h4_history?: readonly unknown[];
};

const source = slowSource(smallMarket(), async () => undefined);
const clock = createManualClock(AS_OF);
const store = createMemorySnapshotStore();
const refresh = refreshOf(source, clock, store);
const askerOf = (bars: Market, from = store) =>
  asker({ source: bars, now: () => clock.now(), latest: () => from.latest('signum') });
const ask = askerOf(source);
const bySymbol = { sort: 'symbol', order: 'asc' };
const lists = async (query: object = {}): Promise<List> =>
  ask.json<List>('indicators.signum', { query: { ...bySymbol, ...query } });
const details = async (symbol: string, query: Readonly<Record<string, unknown>> = {}): Promise<Detail> =>
  ask.json<Detail>('indicators.signum_symbol', { path: { symbol }, query });

describe('before the first refresh', () => {
  it.each(['indicators.signum', 'indicators.signum_symbol'])('%s is 503', async (id) => {
    const early = askerOf(source, createMemorySnapshotStore());
    expect(await early.outcome(id, { path: { symbol: 'BTC' } })).toMatchObject({
      error: {
        status: 503,
        headers: { 'retry-after': '5' },
        body: { detail: { error: 'warming_up', message: 'The first SIGNUM_RGG rows are being computed.' } },
      },
    });
  });
});

describe('a source that fails', () => {
  const down = async () => err({ code: 'stale_source', reason: 'down' } as const);
  const failing = { ...source, read: readOver(source.read, 'bars', down) };

  it('keeps the last rows, whatever the refresh that failed says', async () => {
    const own = createMemorySnapshotStore();
    await refreshOf(source, clock, own).all();
    const before = own.latest('signum');
    await expect(refreshOf(failing, clock, own).all()).rejects.toThrow(/perpdex_perp BTC 1h: down/);
    // Only that their source is fresh is no longer said.
    const { provenance, ...rows } = own.latest('signum')!;
    expect(before).toMatchObject(rows);
    expect(provenance).toMatchObject([{ feed: 'bars', isFresh: false }]);
  });

  it('fails a detail once and is asked again the next time', async () => {
    const own = createMemorySnapshotStore();
    await refreshOf(source, clock, own).all();
    let isDown = true;
    const bars = async (request: BarsRequest) => (isDown ? failing : source).read('bars', request);
    const shaky = { ...source, read: readOver(source.read, 'bars', bars) };
    const shakily = askerOf(shaky, own);
    const detail = async () =>
      shakily.outcome('indicators.signum_symbol', { path: { symbol: 'BTC' }, query: { intraday: true } });
    await expect(detail()).rejects.toThrow(SourceError);
    isDown = false;
    expect(await detail()).toMatchObject({ ok: true });
  });
});

describe('SIGNUM_RGG', () => {
  beforeAll(async () => {
    await refresh.all();
  });

  it('lets the perp win overlaps and fills with spot pairs of $100k and more [#579]', async () => {
    const { items } = await lists();
    expect(items.map(({ symbol, source: venue }) => `${symbol} ${venue}`)).toEqual([
      'BTC perpdex_perp',
      'ETH perpdex_perp',
      'PEPE cexa_spot',
      'USDC cexa_spot',
      'kPEPE perpdex_perp',
    ]);
    expect(items.find(({ symbol }) => symbol === 'PEPE')!.quote_volume_24h).toBeGreaterThan(100_000);
  });

  it('names what has too few days instead of guessing', async () => {
    expect((await lists()).warming).toEqual(['NEW']);
  });

  it('keeps pegged rows in the list and out of breadth [#577]', async () => {
    const { items, breadth } = await lists();
    expect(items.find(({ symbol }) => symbol === 'USDC')).toMatchObject({ pegged: true });
    expect(breadth.total).toBe(4);
    for (const color of ['red', 'grey', 'green'] as const) {
      expect(breadth[color]).toBe(items.filter((row) => !row.pegged && row.color === color).length);
    }
  });

  it('counts the universe before filters, and the rows after them [#581]', async () => {
    const spot = await lists({ source: 'cexa_spot' });
    expect(spot).toMatchObject({ universe_size: 5, total: 2, count: 2 });
    expect(await lists({ limit: 2, offset: 1 })).toMatchObject({ universe_size: 5, total: 5, count: 2 });
    expect((await lists({ limit: 2, offset: 4 })).items.length).toBe(1);
    expect(await lists({ offset: 9 })).toMatchObject({ items: [], total: 5 });
  });

  it('answers the same bytes for the same question until the next refresh', async () => {
    const answer = async () => {
      const done = await ask.outcome('indicators.signum', { query: { ...bySymbol } });
      return done.ok ? done.value : undefined;
    };
    const before = await answer();
    expect(await answer()).toBe(before);
    await refresh.all();
    expect(await answer()).not.toBe(before);
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
    const named = async (symbol: string) => ask.outcome('indicators.signum_symbol', { path: { symbol } });
    expect(await named('kETH')).toMatchObject({
      error: { status: 404, body: { detail: { error: 'unknown_symbol', suggestions: ['ETH'] } } },
    });
    expect(await named('new')).toMatchObject({
      error: { status: 404, body: { detail: { error: 'too_little_history' } } },
    });
  });

  it('gives the row with its last 60 days, the last of which is the row itself [#558]', async () => {
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
      await details('ETH', { intraday: true });
      return source.asked.slice(before).filter(({ interval }) => interval === '1h').length;
    };
    expect(await pulls()).toBe(1);
    clock.moveTo(AS_OF + 30 * MINUTE_MS - 1);
    expect(await pulls()).toBe(0);
    clock.moveTo(AS_OF + 30 * MINUTE_MS);
    expect(await pulls()).toBe(1);
  });
});
