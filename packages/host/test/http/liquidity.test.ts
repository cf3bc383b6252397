/** Liquidity over HTTP: tiers, untracked coins, windows, rankings, metrics, replicas and restarts. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { evenBook, perpOf, venueOf } from '../services/liquidity/test-support.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { AS_OF, hostOver, smallSeries, TIER_GATE } from '../test-support.ts';

const PASS = 2 * MINUTE_MS;
const NOW = Math.floor(AS_OF / PASS) * PASS;

interface Reply {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at what they get
  readonly body: any;
}

/** Books that were asked for. */
const pulled: string[] = [];
/** BTC always has a book, ETH until a moment, kPEPE never; SOL trades until then; interest of ETH grows. */
const venue = venueOf({
  perps: (asOf) => [
    perpOf('BTC', { dayNotional: 9e9, openInterest: 10 }),
    perpOf('ETH', { dayNotional: 5e9, openInterest: 100 + (asOf - NOW) / PASS }),
    perpOf('kPEPE', { dayNotional: 1e9 }),
    perpOf('SOL', { dayNotional: 8e9, isDelisted: asOf > NOW + PASS, openInterest: NaN }),
  ],
  book: ({ symbol, asOf }) => {
    pulled.push(`${symbol} ${asOf}`);
    if (symbol === 'kPEPE') return undefined;
    return { ...evenBook(100, 1000), time: asOf - 1 };
  },
});
const market = (): Market => openMarket([createFilesSource(smallSeries()), ...venue.sources]);

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.database();
});
afterAll(async () => server.stop());

interface Replica {
  readonly host: Host;
  readonly clock: ReturnType<typeof createManualClock>;
}
const running: Replica[] = [];
async function replica(at: number): Promise<Replica> {
  const clock = createManualClock(at);
  const host = hostOver(await server.open(url), { market: market(), clock, gate: TIER_GATE });
  await host.start();
  const one = { host, clock };
  running.push(one);
  return one;
}
afterAll(async () => {
  for (const { host } of running) await host.stop();
});

async function ask({ host }: Replica, path: string, tier = 'pro'): Promise<Reply> {
  const reply = await host.server.inject({ url: `/api/v1/liquidity/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as unknown };
}

/** Moves all clocks to a pass, and waits until each has its answers. */
async function pass(at: number): Promise<void> {
  for (const { clock } of running) clock.moveTo(at);
  for (const one of running) {
    await vi.waitFor(async () => expect((await ask(one, 'depth')).body.as_of).toBeGreaterThanOrEqual(at), {
      interval: 20,
    });
  }
}

describe('liquidity of a host', () => {
  let first: Replica;
  beforeAll(async () => {
    first = await replica(NOW);
  });

  it('has the newest sample of each tracked coin, and names those without one [#362] [#367] [#368]', async () => {
    const { status, body } = await ask(first, 'depth', 'free');
    expect([status, body.count, body.tracked, body.waiting]).toEqual([
      200,
      3,
      ['BTC', 'SOL', 'ETH', 'kPEPE'],
      ['kPEPE'],
    ]);
    expect(body.items[0]).toMatchObject({
      symbol: 'BTC',
      timestamp: NOW - 1,
      sampled_at: NOW,
      imbalance_10bps: expect.closeTo(0, 12),
      open_interest_usd: 1000,
      levels_truncated: { bid: { '10bps': false, '100bps': false } },
    });
    expect(body.items[0].bid_depth['10bps']).toBeCloseTo(2000, 6);
    const bands = ['10bps', '25bps', '50bps', '100bps'];
    for (const row of body.items) {
      const { bid_depth: bids, ask_depth: asks, levels_truncated: cut } = row;
      expect([bids, asks, cut.bid, cut.ask].map(Object.keys)).toEqual([bands, bands, bands, bands]);
      expect(row.spread_bps).toBeGreaterThan(0);
    }
    // Not known is left out, never 0.
    expect(body.items[1]).not.toHaveProperty('open_interest_usd');
  });

  it('is warming below 24 hours of samples: labels neutral, scores of a part [#364] [#365] [#371] [#376] [#377]', async () => {
    const { body } = await ask(first, 'regime');
    expect(body).toMatchObject({ status: 'warming', count: 3, aggregate: { regime: null, warming: 3, partial: true } });
    for (const row of body.items) {
      expect(row).toMatchObject({
        regime: 'neutral',
        status: 'warming',
        since: null,
        depth_baseline: null,
        partial: true,
      });
      expect(row.score).toBe(100);
      expect(row.components.map(({ weight }: { weight: number }) => weight)).toEqual([0, 0, 1, 0]);
    }
    const score = await ask(first, 'regime/score');
    expect(score.body).toMatchObject({ score: 100, band: 'healthy', status: 'warming', aggregate: body.aggregate });
  });

  it('opens depth and divergence to any key, labels and score from Pro on [#362] [#363] [#364] [#365]', async () => {
    for (const path of ['depth', 'oi-divergence']) expect((await ask(first, path, 'free')).status).toBe(200);
    for (const path of ['regime', 'regime/score']) {
      expect((await ask(first, path, 'free')).status).toBe(403);
      expect((await ask(first, path, 'pro')).status).toBe(200);
    }
  });

  it('shows BTC to any key, other coins from Pro on: 403 with required_tier [#375]', async () => {
    for (const name of ['BTC', 'btc', 'BTCUSDT', 'BTC-PERP']) {
      expect([(await ask(first, `depth/${name}`, 'free')).status, name]).toEqual([200, name]);
    }
    const refused = await ask(first, 'depth/ETH', 'free');
    expect([refused.status, refused.body.detail]).toMatchObject([
      403,
      { required_tier: 'pro', pricing_url: '/pricing' },
    ]);
    expect((await ask(first, 'depth/eth', 'pro')).body.symbol).toBe('ETH');
  });

  it('is 404 for a coin that is not tracked, and 200 with count 0 for one without samples [#144~] [#374]', async () => {
    const unknown = await ask(first, 'depth/NEW');
    // The table of the contract names no code for it, while every 404 of this host has one.
    expect([unknown.status, unknown.body.detail.error]).toEqual([404, 'unknown_symbol']);
    // A free key may not learn what is tracked.
    expect((await ask(first, 'depth/NEW', 'free')).status).toBe(403);
    const { status, body } = await ask(first, 'depth/kpepe');
    expect([status, body]).toMatchObject([200, { symbol: 'kPEPE', count: 0, samples: [], is_tracked: true }]);
  });

  it.each(['0', '1441', '1.5', 'x'])('refuses minutes=%s [#366]', async (minutes) => {
    const { status, body } = await ask(first, `depth/BTC?minutes=${minutes}`);
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'minutes']]);
  });

  it('goes on every 2 minutes, one pass for all replicas, with equal answers [#366] [#373]', async () => {
    const second = await replica(NOW);
    for (let i = 1; i <= 4; i++) await pass(NOW + i * PASS);
    for (const path of ['depth', 'oi-divergence', 'regime', 'regime/score', 'depth/BTC?minutes=1440']) {
      expect([path, await ask(second, path)]).toEqual([path, await ask(first, path)]);
    }
    // One sampler: no book was asked for twice.
    expect(pulled.length).toBe(new Set(pulled).size);
    const { body } = await ask(second, 'depth/BTC?minutes=1440');
    const times = body.samples.map(({ sampled_at }: { sampled_at: number }) => sampled_at);
    expect(times).toEqual(Array.from({ length: 5 }, (_, i) => NOW + i * PASS));
    const short = await ask(second, 'depth/BTC?minutes=3');
    expect(short.body.samples).toEqual(body.samples.slice(-2));
    expect((await ask(second, 'depth/BTC?minutes=1')).body.count).toBe(1);
  });

  it('keeps the samples of a coin that left for 24 hours [#374]', async () => {
    const { body } = await ask(first, 'depth/SOL?minutes=1440');
    expect(body).toMatchObject({ is_tracked: false, count: 2 });
    expect((await ask(first, 'depth')).body.tracked).not.toContain('SOL');
  });

  it('counts books that are no sample in /metrics', async () => {
    const texts = await Promise.all(running.map(async ({ host }) => (await host.server.inject('/metrics')).body));
    const sum = (pattern: RegExp): number =>
      texts.reduce((total, text) => total + Number(pattern.exec(text)?.[1] ?? 0), 0);
    expect(sum(/^barograph_books_refused_total\{reason="unavailable",book="exact"\} (\d+)/m)).toBe(5);
    expect(sum(/^barograph_depth_samples_total (\d+)/m)).toBe(2 * 5 + 2);
  });

  it('says the same after a restart, and goes on', async () => {
    const paths = ['depth', 'oi-divergence', 'regime', 'regime/score', 'depth/ETH?minutes=1440'];
    const before = await Promise.all(paths.map(async (path) => ask(first, path)));
    for (const { host } of running.splice(0)) await host.stop();
    const again = await replica(NOW + 4 * PASS);
    expect(await Promise.all(paths.map(async (path) => ask(again, path)))).toEqual(before);
    await pass(NOW + 5 * PASS);
    const { body } = await ask(again, 'regime');
    expect(body.items.map(({ samples }: { samples: number }) => samples)).toEqual([5, 5]);
  });

  it('forgets the samples of a coin that left after a day', async () => {
    const [one] = running;
    await pass(NOW + DAY_MS + 4 * PASS);
    expect((await ask(one!, 'depth/SOL')).status).toBe(404);
  });
});

describe('a host without books', () => {
  it('says that it has no source of them', async () => {
    const clock = createManualClock(AS_OF);
    const store = await server.open(await server.database());
    const host = hostOver(store, { market: openMarket([createFilesSource(smallSeries())]), clock, gate: TIER_GATE });
    await host.start();
    for (const path of ['depth', 'depth/BTC', 'oi-divergence', 'regime', 'regime/score']) {
      const { status, body } = await ask({ host, clock }, path);
      expect([path, status, body.detail.error]).toEqual([path, 503, 'source_unavailable']);
    }
    await host.stop();
  });
});
