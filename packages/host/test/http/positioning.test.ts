/** Positioning over HTTP: tiers, refused parameters, coins without levels, and a host with positioning disabled. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../sources/src/market/market.ts';
import { perpOf } from '../services/liquidity/test-support.ts';
import { accountsVenue } from '../services/positioning/test-support.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { AS_OF, hostOver, smallSeries, TIER_GATE } from '../test-support.ts';

const CYCLE = 5 * MINUTE_MS;
const NOW = Math.floor(AS_OF / CYCLE) * CYCLE;

/** Whales of BTC on both sides, and one of SOL whose level is too far away for the ladder. */
const ACCOUNTS: readonly AccountRecord[] = [
  ...Array.from({ length: 12 }, (_, i): AccountRecord => {
    const isLong = i % 2 === 0;
    const liquidation = isLong ? 99 - i / 3 : 101 + i / 3;
    return {
      address: `whale-${i}`,
      equity: 2e6,
      positions: [{ coin: 'BTC', size: isLong ? 4000 : -3000, entry: 100, liquidation }],
    };
  }),
  { address: 'far', equity: 1e6, positions: [{ coin: 'SOL', size: 2e5, entry: 1, liquidation: 0.1 }] },
];
const venue = accountsVenue({
  perps: () => [perpOf('BTC'), perpOf('ETH', { mark: 10 }), perpOf('SOL', { mark: 1 })],
  accounts: () => ACCOUNTS,
});
const market = (): Market => openMarket([createFilesSource(smallSeries()), ...venue.sources]);

let server: TestServer;
let on: Host;
let off: Host;
beforeAll(async () => {
  server = await startTestServer();
  const clock = createManualClock(NOW);
  const started = async (positioning: boolean): Promise<Host> => {
    const store = await server.open(await server.database());
    const host = hostOver(store, { market: market(), clock, gate: TIER_GATE, positioning });
    await host.start();
    return host;
  };
  [on, off] = [await started(true), await started(false)];
  await vi.waitFor(async () => expect((await ask('positioning')).status).toBe(200), { interval: 50 });
});
afterAll(async () => {
  await on.stop();
  await off.stop();
  await server.stop();
});

interface Reply {
  readonly status: number;
  readonly retryAfter: unknown;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at what they get
  readonly body: any;
}

async function ask(path: string, tier = 'pro', host = on): Promise<Reply> {
  const reply = await host.server.inject({ url: `/api/v1/quant/${path}`, headers: { 'x-api-key': tier } });
  const retryAfter = reply.headers['retry-after'];
  return { status: reply.statusCode, retryAfter, body: JSON.parse(reply.body) as unknown };
}

const codeOf = ({ status, body }: Reply): unknown => [status, body.detail.error];

describe('positioning over HTTP', () => {
  it('answers a pro key with splits, gamma and history, and a pro plus key with a ladder [#440] [#441] [#442] [#443]', async () => {
    const [split, gex, history, ladder] = [
      await ask('positioning?symbol=btc'),
      await ask('gex?symbol=BTC'),
      await ask('gex/history?symbol=BTC&grain=1h'),
      await ask('positioning/ladder?symbol=BTC', 'pro_plus'),
    ];
    expect([split, gex, history, ladder].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(split.body.coins.BTC.all.n_accounts).toBe(12);
    // Intervals of levels are of the tier of the ladder.
    const levels = ladder.body.levels.map((level: object) => ({ ...level, total_usd_interval: null }));
    expect(gex.body.coins.BTC.levels).toEqual(levels);
    expect(history.body).toMatchObject({ count: 1, grain: '1h', from: history.body.to });
    expect(ladder.body.bins).toHaveLength(12);
  });

  it('asks for the tiers of the contract [#440] [#441] [#501] [#506]', async () => {
    expect(codeOf(await ask('positioning', 'free'))).toEqual([403, 'tier_too_low']);
    expect(codeOf(await ask('positioning/ladder?symbol=BTC', 'pro'))).toEqual([403, 'tier_too_low']);
    expect(codeOf(await ask('gex?symbol=ETH', 'free'))).toEqual([403, 'tier_too_low']);
    expect(codeOf(await ask('gex/history?symbol=ETH', 'free'))).toEqual([403, 'tier_too_low']);
    expect((await ask('gex/history?symbol=BTC', 'free')).status).toBe(200);
    const { status, body } = await ask('gex', 'free');
    expect([status, Object.keys(body.coins)]).toEqual([200, ['BTC']]);
  });

  it.each([
    ['gex/history?symbol=BTC&grain=4h', 'grain'],
    ['gex/history?symbol=BTC&grain=15m', 'grain'],
    ['gex/history?symbol=BTC&grain=1d', 'grain'],
    ['gex/history?symbol=BTC&from=2025-01-02&to=2025-01-01', 'from'],
    [`gex/history?symbol=BTC&from=${NOW}&to=${NOW - 1}`, 'from'],
    ['gex/history?symbol=BTC&from=noon', 'from'],
    ['gex/history?symbol=BTC&to=1%20May', 'to'],
    ['gex/history', 'symbol'],
    ['positioning/ladder', 'symbol'],
  ])('refuses %s: 422 with the place of %s [#145] [#506]', async (path, field) => {
    const { status, body } = await ask(path, 'pro_plus');
    expect([status, body.detail[0].loc]).toEqual([422, ['query', field]]);
  });

  it('takes a start that is the end: both belong to it [#506]', async () => {
    const { body } = await ask('gex/history?symbol=BTC');
    const at = body.points[0].ts as number;
    const of = async (from: string, to: string): Promise<number> =>
      (await ask(`gex/history?symbol=BTC&from=${from}&to=${to}`)).body.count;
    expect(await of(String(at), String(at))).toBe(1);
    expect(await of(new Date(at).toISOString(), new Date(at + HOUR_MS).toISOString())).toBe(1);
    expect(await of(String(at + 1), String(at + HOUR_MS))).toBe(0);
  });

  it('has no ladder of a coin without levels: 404 symbol_not_found [#141] [#486]', async () => {
    for (const symbol of ['SOL', 'ETH', 'NOPE']) {
      expect(codeOf(await ask(`positioning/ladder?symbol=${symbol}`, 'pro_plus'))).toEqual([404, 'symbol_not_found']);
    }
    // Lists and histories say nothing of a coin that they do not have.
    expect((await ask('positioning?symbol=NOPE')).body.coins).toEqual({});
    expect((await ask('gex/history?symbol=NOPE')).body).toMatchObject({
      count: 0,
      from: null,
      to: null,
      available: {
        from: null,
        to: null,
        reason: 'no cycle has measured this coin: samples begin with the first one',
      },
    });
    const before = await ask('gex/history?symbol=BTC&from=2001-01-01&to=2001-02-01');
    const { first_sample_ts: from, last_sample_ts: last } = before.body.meta as Record<string, number>;
    expect(before.body).toMatchObject({
      count: 0,
      available: { from, to: last! + 1, reason: 'no sample is between from and to' },
    });
    expect((await ask('gex/history?symbol=BTC')).body).not.toHaveProperty('available');
  });

  it('is 503 positioning_disabled on every operation where it is off, with Retry-After [#152] [#486]', async () => {
    for (const path of ['positioning', 'positioning/ladder?symbol=BTC', 'gex', 'gex/history?symbol=BTC']) {
      const reply = await ask(path, 'pro_plus', off);
      expect(codeOf(reply)).toEqual([503, 'positioning_disabled']);
      expect(Number(reply.retryAfter)).toBeGreaterThan(0);
    }
  });
});
