/** A source that counts requests behind the ingest lease: replicas on one database spend one budget. */

import { candleColumns, candles, HOUR_MS, ok, type Candles } from '@barograph/core';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock, createSystemClock, type ManualClock } from '../../../sources/src/clock.ts';
import { composeHost, type Host } from '../../src/compose.ts';
import { failedFeed } from '../../../sources/src/market/feed.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createLedMarket, type LedMarket } from '../../../runtime/src/relay/lead.ts';
import { RELAY_V1, type RelayConfig } from '../../../runtime/src/relay/relay.ts';
import type { Source } from '../../../sources/src/market/source.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { createFeedRequests, FEED_REQUESTS_V2 } from '../../../store/src/feed-requests.ts';
import { movedDeadlines, realDeadlines } from '../../../sources/test/deadlines.ts';
import { debianBinaries, QUIET, startOwnServer, type TestServer } from '../../../store/test/test-support.ts';
import { AS_OF, OPEN_GATE, series, smallSeries } from '../test-support.ts';
import { toySource, type ToyOptions, type ToySource } from '../../../sources/test/market/toy-source.ts';

const files = createFilesSource(smallSeries());
const BTC = { symbol: 'BTC', venue: 'perpdex_perp', interval: '1h', asOf: AS_OF } as const;
const pass = movedDeadlines();
const LAST = { kind: 'last', count: 5 } as const;

let server: TestServer;
beforeAll(async () => (server = await startOwnServer(debianBinaries)));
afterAll(async () => server.stop());

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await server.closeStores();
});

/** Hours of nine years whose prices do not repeat: over 1 MiB, packed too. */
function longHistory(): Candles {
  const hours = 9 * 365 * 24;
  const columns = candleColumns(hours);
  let price = 100;
  for (let i = 0; i < hours; i++) {
    const open = price;
    price = 100 + ((i * 0.618_033_988_749_894_9) % 1);
    columns.time[i] = AS_OF - (AS_OF % HOUR_MS) - (hours - i) * HOUR_MS;
    columns.open[i] = open;
    columns.close[i] = price;
    columns.high[i] = Math.max(open, price) * (1 + ((i * 0.414_213_562_373_095) % 1) / 100);
    columns.low[i] = Math.min(open, price) / (1 + ((i * 0.732_050_807_568_877_2) % 1) / 100);
    columns.volume[i] = 1000 * ((i * 0.236_067_977_499_789_7) % 1);
  }
  return candles(columns);
}

interface Replica {
  readonly source: ToySource;
  readonly led: LedMarket;
  readonly store: Store;
}
let owners = 0;
async function replica(
  url: string,
  options: ToyOptions = {},
  relay?: Partial<RelayConfig>,
  from: Source = files,
): Promise<Replica> {
  const store = await server.open(url);
  const source = toySource(from, { countsRequests: true, ...options });
  const led = createLedMarket({
    market: openMarket([source]),
    store,
    timeline: 't',
    owner: `replica ${++owners}`,
    wall: () => Date.now(),
    log: QUIET,
    relay: { ...RELAY_V1, ...relay },
  });
  await led.start();
  stops.push(async () => led.stop());
  return { source, led, store };
}

describe('a replica that is stopped while it stands for leader', () => {
  it('gives the lease up and renews nothing: a process that was told to end would go on for ever', async () => {
    vi.useFakeTimers();
    try {
      let answer = (_: boolean): void => undefined;
      let takes = 0;
      const released: string[] = [];
      const leases = {
        take: async () => {
          takes++;
          return new Promise<boolean>((resolve) => (answer = resolve));
        },
        release: async (scope: string) => void released.push(scope),
      };
      const { listener, feedRequests } = await server.open(await server.database());
      const led = createLedMarket({
        market: openMarket([files]),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a leader takes and releases, and no more
        store: { listener, feedRequests, leases: leases as unknown as Store['leases'] },
        timeline: 't',
        owner: 'stopped',
        wall: () => Date.now(),
        log: QUIET,
      });
      const starting = led.start();
      await vi.waitFor(() => expect(takes).toBe(1));
      const stopping = led.stop();
      answer(true);
      await Promise.all([starting, stopping]);
      expect([led.leads(), released]).toEqual([false, ['ingest']]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(takes).toBe(1);
      await led.start();
      expect(takes).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a source that counts requests', () => {
  it('is opened and called by the leader alone; the other gets the same rows, provenance and listings', async () => {
    const url = await server.database();
    const [leader, follower] = [await replica(url), await replica(url)];
    expect([leader.led.leads(), follower.led.leads()]).toEqual([true, false]);
    expect([leader.source.isOpen(), follower.source.isOpen()]).toEqual([true, false]);
    const request = { ...BTC, window: { kind: 'range', from: AS_OF - 50 * HOUR_MS, to: AS_OF } } as const;
    const mine = await leader.led.market.read('bars', request);
    expect(await follower.led.market.read('bars', request)).toEqual(mine);
    expect(mine).toMatchObject({ ok: true, value: { provenance: { source: 'toy', kind: 'live', asOf: AS_OF } } });
    expect(await follower.led.market.listings(AS_OF)).toEqual(await leader.led.market.listings(AS_OF));
    const stranger = { ...request, symbol: 'NO-SUCH' };
    expect(await follower.led.market.read('bars', stranger)).toEqual(await leader.led.market.read('bars', stranger));
    expect(follower.source.asked).toEqual([]);
  });

  it('is asked once for the trailing bars that many replicas want within a minute', async () => {
    const url = await server.database();
    const [leader, ...others] = [await replica(url), await replica(url), await replica(url)];
    const all = [leader, ...others, ...others, leader];
    const answers = await Promise.all(
      all.map(async ({ led }, i) => led.market.read('bars', { ...BTC, window: LAST, asOf: AS_OF + i })),
    );
    expect(answers.every((answer) => answer.ok && answer.value.closed.length === 5)).toBe(true);
    const later = { ...BTC, window: LAST, asOf: AS_OF + 30_000 };
    for (const { led } of all) expect((await led.market.read('bars', later)).ok).toBe(true);
    expect(others.flatMap(({ source }) => source.asked)).toEqual([]);
    // The leader's own question may come a moment before that of the others: they are of different moments then.
    expect(leader.source.asked.length).toBeLessThanOrEqual(2);
    const minute = { ...later, asOf: AS_OF + 120_000 };
    const before = leader.source.asked.length;
    for (const { led } of all) await led.market.read('bars', minute);
    expect(leader.source.asked.length).toBe(before + 1);
  });

  it('is asked by the leader alone for accounts, leaderboards and fills, once for an address in ten seconds [#359]', async () => {
    const url = await server.database();
    const address = `0x${'a'.repeat(40)}`;
    const account = { address, equity: 5, positions: [{ coin: 'BTC', size: NaN, entry: null }] };
    const asked: string[] = [];
    const from: Source = {
      ...files,
      feeds: {
        ...files.feeds,
        leaderboard: {
          pull: async ({ asOf }) => {
            asked.push('leaderboard');
            return ok({ rows: { rows: [], listed: 7, readAt: asOf }, asOf });
          },
        },
        account: {
          pull: async ({ address: of, asOf }) => {
            asked.push(of);
            await setTimeout(50);
            return ok({ rows: { account: of === address ? account : null }, asOf });
          },
        },
      },
    };
    const [leader, ...others] = [
      await replica(url, {}, {}, from),
      await replica(url, {}, {}, from),
      await replica(url, {}, {}, from),
    ];
    const markets = [...others, leader, ...others].map(({ led }) => led.market);
    const answers = await Promise.all(markets.map(async (one) => one.read('account', { address, asOf: AS_OF })));
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { account } });
    expect(asked).toEqual([address]);
    const other = `0x${'b'.repeat(40)}`;
    for (const one of markets) {
      expect(await one.read('account', { address: other, asOf: AS_OF })).toMatchObject({
        ok: true,
        value: { account: null },
      });
    }
    expect(asked).toEqual([address, other]);
    await others[0]!.led.market.read('account', { address, asOf: AS_OF + 11_000 });
    expect(asked).toEqual([address, other, address]);
    const board = await others[1]!.led.market.read('leaderboard', { asOf: AS_OF });
    expect(board).toMatchObject({ ok: true, value: { listed: 7, readAt: AS_OF } });
    expect(asked.filter((one) => one === 'leaderboard')).toHaveLength(1);
  });

  it('is called by the next leader after a change, and never by both', async () => {
    const url = await server.database();
    const first = await replica(url);
    const second = await replica(url);
    const ask = async (led: LedMarket, asOf: number) => led.market.read('bars', { ...BTC, window: LAST, asOf });
    await ask(second.led, AS_OF);
    expect([first.source.asked.length, second.source.asked.length]).toEqual([1, 0]);
    await first.led.stop();
    expect(first.source.isOpen()).toBe(false);
    // Requested without a leader: answered as soon as a leader exists again.
    expect((await ask(second.led, AS_OF + 2 * HOUR_MS)).ok).toBe(true);
    expect(second.led.leads()).toBe(true);
    expect(second.source.isOpen()).toBe(true);
    expect([first.source.asked.length, second.source.asked.length]).toEqual([1, 1]);
  });

  it('is late when the leader does not answer in time, and the next question is asked anew', async () => {
    const url = await server.database();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const leader = await replica(url, { wait: async () => opened });
    const follower = await replica(url, {}, { repeatMs: 100 });
    const late = follower.led.market.read('bars', { ...BTC, window: LAST });
    await vi.waitFor(() => expect(leader.source.asked).toHaveLength(1));
    await pass(RELAY_V1.deadlineMs);
    expect(await late).toEqual({
      ok: false,
      error: { code: 'stale_source', reason: 'the leader did not answer in time', source: 'toy' },
    });
    open();
    await vi.waitFor(async () =>
      expect((await follower.led.market.read('bars', { ...BTC, window: LAST })).ok).toBe(true),
    );
    expect(leader.source.asked.length).toBe(1);
  });

  it('is not waited for by a replica that stops', async () => {
    const url = await server.database();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const leader = await replica(url, { wait: async () => opened });
    const follower = await replica(url);
    const late = follower.led.market.read('bars', { ...BTC, window: LAST });
    await vi.waitFor(() => expect(leader.source.asked).toHaveLength(1));
    await follower.led.stop();
    expect(await late).toMatchObject({ ok: false, error: { reason: 'this replica stops' } });
    open();
  });

  it('fails for the others as it fails for the leader, and a failure is not kept', async () => {
    const url = await server.database();
    let isDown = true;
    await replica(url, {
      wait: async () => {
        if (isDown) throw new Error('secret detail');
      },
      listings: async () => Promise.reject(failedFeed('the venue is closed')),
    });
    const follower = await replica(url);
    // A reason that may be shown arrives in the health of each replica.
    await expect(follower.led.market.listings(AS_OF)).rejects.toThrow('no source could list');
    expect(follower.led.market.state(AS_OF)[0]!.feeds[0]).toMatchObject({ reason: 'the venue is closed' });
    const failed = await follower.led.market.read('bars', { ...BTC, window: LAST });
    expect(failed).toEqual({ ok: false, error: { code: 'stale_source', reason: 'the source failed', source: 'toy' } });
    isDown = false;
    expect((await follower.led.market.read('bars', { ...BTC, window: LAST })).ok).toBe(true);
  });

  it('brings a whole history, which is larger than what is read at once', async () => {
    const url = await server.database();
    const from = createFilesSource([series('BTC', 'perpdex_perp', longHistory())]);
    const [leader, follower] = [await replica(url, {}, {}, from), await replica(url, {}, {}, from)];
    const whole = { ...BTC, window: { kind: 'range', from: 0, to: AS_OF } } as const;
    const answer = await follower.led.market.read('bars', whole);
    expect(answer.ok).toBe(true);
    expect(answer).toEqual(await leader.led.market.read('bars', whole));
    const [row] = await follower.store.db.selectFrom('feedRequests').select('answer').execute();
    expect(row!.answer!.length).toBeGreaterThan(FEED_REQUESTS_V2.pieceBytes);
    expect(follower.source.asked).toEqual([]);
  });

  it('refuses answers beyond the bounds of one, and of all', async () => {
    const store = await server.open(await server.database());
    const bounds = { ...FEED_REQUESTS_V2, answerBytes: 100, totalBytes: 150, pieceBytes: 7 };
    const requests = createFeedRequests(store.db, async () => undefined, bounds);
    const now = Date.now();
    const request = { timeline: 'x', source: 's', feed: 'f', asOf: 0, reuseMs: 1, now, expiresAt: now + 1000 };
    for (const key of ['a', 'b', 'c']) await requests.ask({ ...request, key, query: Buffer.from('q') });
    await requests.take('x', 'me', now, now + 1000);
    const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => i));
    expect(await requests.answer('a', 'me', bytes(101), true)).toBe('refused');
    expect(await requests.read('a')).toBeUndefined();
    expect(await requests.answer('a', 'me', bytes(100), true)).toBe('kept');
    expect(await requests.read('a')).toEqual(bytes(100));
    expect(await requests.answer('b', 'me', bytes(51), true)).toBe('refused');
    expect(await requests.answer('b', 'me', bytes(50), true)).toBe('kept');
    expect(await requests.read('b')).toEqual(bytes(50));
    expect(await requests.answer('c', 'me', bytes(0), true)).toBe('kept');
    expect(await requests.read('c')).toEqual(bytes(0));
  });

  it('leaves no rows behind, and no more of them than the table may hold', async () => {
    const url = await server.database();
    const leader = await replica(url);
    const follower = await replica(url);
    await follower.led.market.read('bars', { ...BTC, window: LAST });
    const { feedRequests, db } = follower.store;
    const count = async (): Promise<number> => (await db.selectFrom('feedRequests').selectAll().execute()).length;
    expect(await count()).toBe(1);
    await feedRequests.prune(Date.now() + RELAY_V1.keptMs + 1);
    expect(await count()).toBe(0);
    await leader.led.stop();
    const now = Date.now();
    const request = { timeline: 'x', source: 's', feed: 'f', asOf: 0, reuseMs: 1, now, expiresAt: now + HOUR_MS };
    const ask = async (key: string, bytes = 1) => feedRequests.ask({ ...request, key, query: Buffer.alloc(bytes) });
    for (let i = 0; i < FEED_REQUESTS_V2.rows; i++) expect(await ask(`k${i}`)).toBe('waiting');
    expect(await ask('one more')).toBe('refused');
    expect(await ask('k0')).toBe('waiting');
    expect(await ask('k1', FEED_REQUESTS_V2.queryBytes + 1)).toBe('refused');
  });
});

describe('two hosts on one database with a source that counts requests', () => {
  async function host(url: string, source: ToySource, clock: ManualClock): Promise<Host> {
    const made = composeHost({
      market: openMarket([source]),
      clock,
      wall: createSystemClock(),
      store: await server.open(url),
      timeline: 'test',
      log: QUIET,
      version: '0.0.0',
      publicUrl: () => 'http://localhost',
      pricingUrl: '/pricing',
      gate: OPEN_GATE,
    });
    await made.start();
    await made.ready();
    return made;
  }
  const counted = (): ToySource => toySource(files, { countsRequests: true });

  it('serve the same rows and candles from one budget, also across a change of leader', async () => {
    const url = await server.database();
    const sources = [counted(), counted()] as const;
    const clocks = [createManualClock(AS_OF), createManualClock(AS_OF)] as const;
    const first = await host(url, sources[0], clocks[0]);
    const second = await host(url, sources[1], clocks[1]);
    stops.push(async () => second.stop());
    const get = async (one: Host, path: string) => {
      const reply = await one.server.inject(`/api/v1${path}`);
      return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
    };
    const spent = (): readonly number[] => sources.map(({ asked }) => asked.length);
    // What one host alone spends on its start.
    const alone = counted();
    const other = await host(await server.database(), alone, createManualClock(AS_OF));
    expect(spent()).toEqual([alone.asked.length, 0]);
    await other.stop();

    const before = spent()[0]!;
    const path = '/perpdex/candles?coin=BTC&interval=1h&limit=50';
    const [a, b] = [await get(first, path), await get(second, path)];
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(b.body['candles']).toEqual(a.body['candles']);
    expect(spent()[0]! - before).toBeLessThanOrEqual(2);
    expect(spent()[1]).toBe(0);
    const rows = await get(second, '/indicators/signum-rgg');
    expect(rows.body['items']).toEqual((await get(first, '/indicators/signum-rgg')).body['items']);

    await first.stop();
    const left = spent()[0];
    await vi.waitFor(() => expect(sources[1].isOpen()).toBe(true));
    clocks[1].moveTo(AS_OF + HOUR_MS);
    expect((await get(second, path)).status).toBe(200);
    expect(spent()[0]).toBe(left);
    expect(spent()[1]).toBeGreaterThan(0);
  });

  it('answer 503 with Retry-After while nobody leads', async () => {
    realDeadlines();
    const url = await server.database();
    const store = await server.open(url);
    await store.leases.take('ingest', 1, 'somebody else', 600_000, Date.now());
    const waiting = await host(url, counted(), createManualClock(AS_OF));
    stops.push(async () => waiting.stop());
    const reply = await waiting.server.inject('/api/v1/perpdex/candles?coin=BTC');
    expect(reply.statusCode).toBe(503);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(reply.json()).toMatchObject({ detail: { error: 'source_unavailable' } });
  });
});
