import type { HeatmapRowWire, Tier, VolumeRowWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, sliceCandles } from '@barograph/core';
import { volumeRow } from '@barograph/volatility';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { asker } from '../ask.ts';
import { filesMarket, refreshOf, START } from '../test-support.ts';
import { AS_OF, barsOfSymbol, barsUntil, END, HOURS, perp, scannedMarket } from './scanned-market.ts';
import { readOver } from '../../../sources/src/market/market.ts';

const { source, ask } = scannedMarket('volume');

interface List {
  readonly items: readonly VolumeRowWire[];
  readonly count: number;
  readonly universe_size: number;
  readonly warming: readonly string[];
  readonly as_of: number;
}
interface Detail extends VolumeRowWire {
  readonly history: readonly { readonly timestamp: number; readonly notional: number }[];
}
/** Nobody's tier sees all rows. */
const list = async (query: object = {}, tier?: Tier): Promise<List> =>
  ask.json<List>('volume.scanner', { query: { sort: 'symbol', ...query }, ...(tier === undefined ? {} : { tier }) });
const detailOf = async (symbol: string) => ask.outcome('volume.scanner_symbol', { path: { symbol } });
const detail = async (symbol: string): Promise<Detail> =>
  ask.json<Detail>('volume.scanner_symbol', { path: { symbol } });

describe('the volume scanner', () => {
  it('has a row for every perp, and none for spot pairs [#381]', async () => {
    const { items, universe_size, warming, as_of } = await list();
    const names = items.map(({ symbol }) => symbol);
    expect(names).toEqual(['BTC', ...Array.from({ length: 20 }, (_, i) => `C${10 + i}`), 'NEW', 'USDE', 'kPEPE']);
    expect([universe_size, as_of]).toEqual([24, AS_OF]);
    expect(warming).toEqual(['GONE']);
  });

  it('says what the batch says', async () => {
    const about = { symbol: 'BTC', source: 'perpdex_perp' } as const;
    const row = volumeRow({ ...about, ...barsOfSymbol('BTC'), asOf: AS_OF });
    expect((await list()).items[0]).toMatchObject({
      symbol: 'BTC',
      volume_24h: row.volume24h,
      avg_volume_30d: row.avgVolume30d,
      multiplier: row.multiplier,
      band: row.band,
      spark_7d: row.spark7d,
      change_24h: row.change24h,
    });
    expect(row.band).toBe('normal');
  });

  it('knows no multiplier of a perp that is listed for 5 days [#398]', async () => {
    expect((await list({ band: 'unknown' })).items).toMatchObject([
      { symbol: 'NEW', multiplier: null, avg_volume_30d: null },
    ]);
  });

  it('shows a Free key the top 20 by 24h volume, whatever is asked, and all to the tiers above [#399]', async () => {
    const free = await list({}, 'free');
    const top = (await list({ sort: 'volume_24h', limit: 20 })).items.map(({ symbol }) => symbol);
    expect(free.items.map(({ symbol }) => symbol)).toEqual([...top].sort());
    expect(free).toMatchObject({ count: 20, universe_size: 20 });
    expect((await list({ band: 'unknown' }, 'free')).items).toEqual([]);
    const counts = (['free', 'pro', 'pro_plus'] as const).map(
      async (tier) => (await list({ sort: 'multiplier' }, tier)).count,
    );
    expect(await Promise.all(counts)).toEqual([20, 24, 24]);
  });

  it('adds the 30 settled days that the row is measured against [#382] [#400]', async () => {
    const { history, avg_volume_30d, spark_7d } = await detail('BTC');
    const { daily } = barsOfSymbol('BTC');
    const last = sliceCandles(daily, daily.length - 30);
    expect(history).toEqual(
      Array.from(last.time, (timestamp, i) => ({ timestamp, notional: last.close[i]! * last.volume[i]! })),
    );
    expect(history.at(-1)!.timestamp).toBe(START + 119 * DAY_MS);
    expect(spark_7d).toEqual(history.slice(-7).map(({ notional }) => notional));
    expect(history.reduce((sum, { notional }) => sum + notional, 0) / 30).toBeCloseTo(avg_volume_30d!, 3);
  });

  it('takes a k-prefixed ticker for the plain symbol, and the other way round [#400]', async () => {
    expect(await detail('PEPE')).toMatchObject({ symbol: 'kPEPE' });
    expect(await detail('kBTC')).toMatchObject({ symbol: 'BTC' });
    expect(await detail('btc')).toMatchObject({ symbol: 'BTC' });
    expect(await detailOf('SPOT')).toMatchObject({ ok: false, error: { status: 404 } });
    expect(await detailOf('GONE')).toMatchObject({
      error: { body: { detail: { error: 'too_little_history' } } },
    });
  });
});

describe('before the first refresh', () => {
  it('there is nothing to answer with', async () => {
    const early = asker({ source, latest: () => undefined });
    expect(await early.outcome('volume.scanner_symbol', { path: { symbol: 'BTC' } })).toMatchObject({
      error: { status: 503 },
    });
  });
});

describe('a symbol whose bars do not come', () => {
  it('has no price, and no multiplier, at the hours that it missed', async () => {
    const source = filesMarket([
      perp('BTC', barsUntil(HOURS + 3, 50_000, END + 3 * HOUR_MS)),
      perp('ETH', barsUntil(HOURS + 3, 9, END + 3 * HOUR_MS)),
    ]);
    let isDown = false;
    const shaky: typeof source = {
      ...source,
      read: readOver(source.read, 'bars', async (request) =>
        isDown && request.symbol === 'ETH'
          ? ({ ok: false, error: { code: 'stale_source', reason: 'down' } } as const)
          : source.read('bars', request),
      ),
    };
    const own = createMemorySnapshotStore();
    const clock = createManualClock(AS_OF);
    const refreshed = refreshOf(shaky, clock, own);
    await refreshed.all();
    isDown = true;
    clock.moveTo(AS_OF + 2 * HOUR_MS);
    await refreshed.all();
    const [btc, eth] = own.latest<HeatmapRowWire>('heatmap')!.records.map(({ value }) => value);
    expect([btc!.price === null, eth!.symbol, eth!.price]).toEqual([false, 'ETH', null]);
    const volumes = own.latest<VolumeRowWire>('volume')!.records.map(({ value }) => [value.symbol, value.band]);
    expect(volumes).toEqual([
      ['BTC', 'normal'],
      ['ETH', 'unknown'],
    ]);
  });
});
