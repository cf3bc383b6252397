/** Events and wake-ups through Redis: every tail has every event once and in order, whatever happens to Redis. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventLog, type EventLog, type NewEvent, type StoredEvent } from '../src/events.ts';
import { createTail } from '../src/event-tail.ts';
import { openStore, type Store } from '../src/open-store.ts';
import { createRedisSide } from '../src/redis/redis-side.ts';
import { QUIET, startTestServer, temporaryFolder, valueOf, type TestServer } from './test-support.ts';

const REDIS = '/usr/bin/redis-server';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let server: TestServer;
let folder = '';
let port = 0;
let redis: ChildProcess;
const startRedis = async (): Promise<void> => {
  redis = spawn(REDIS, ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  redis.stdout!.on('data', (text: Buffer) => (printed += text.toString()));
  await vi.waitUntil(() => printed.includes('Ready to accept connections'), { timeout: 30_000 });
};

const event = (n: number): NewEvent => ({
  ts: n,
  recvTs: n + 1,
  type: 'price_move',
  venue: n % 2 === 0 ? null : 'perpdex',
  symbol: 'BTC',
  usd: n / 7,
  payload: { n, text: 'µ"\\', list: [null, 1e-9] },
});

/** Follows the log of a store until `count` events came. */
async function followed(store: Store, count: number, log: StoredEvent[]): Promise<void> {
  const ends = new AbortController();
  for await (const one of store.tail(0, { signal: ends.signal })) {
    log.push(one);
    if (log.length === count) ends.abort();
  }
}

describe.skipIf(!existsSync(REDIS))('events through Redis (needs the package redis-server)', () => {
  beforeAll(async () => {
    server = await startTestServer();
    folder = await temporaryFolder();
    port = await freePort();
    await startRedis();
  });
  afterAll(async () => {
    redis.kill('SIGKILL');
    await server.stop();
  });
  const url = () => `redis://127.0.0.1:${port}`;
  const opened = async (database: string): Promise<Store> =>
    valueOf(await openStore({ dataDir: folder, databaseUrl: database, redisUrl: url(), log: QUIET }));

  it('come once and in order to every replica while Redis is killed, paused, flushed and replaced', async () => {
    const database = await server.database();
    const stores = await Promise.all([opened(database), opened(database), server.open(database)]);
    const control = await import('ioredis').then(({ Redis }) => new Redis(url(), { retryStrategy: () => 100 }));
    control.on('error', () => undefined);
    const BURSTS = 60;
    const total = BURSTS * 3 * 2;
    const logs: StoredEvent[][] = stores.map(() => []);
    const tails = Promise.all(stores.map(async (store, i) => followed(store, total, logs[i]!)));
    const faults: Readonly<Record<number, () => Promise<void>>> = {
      10: async () => void redis.kill('SIGKILL'),
      15: startRedis,
      25: async () => void redis.kill('SIGSTOP'),
      32: async () => void redis.kill('SIGCONT'),
      40: async () => void (await control.flushall()),
      // An empty server replaces the old one: a failover that lost everything.
      48: async () => {
        redis.kill('SIGKILL');
        await new Promise((resolve) => redis.once('exit', resolve));
        await startRedis();
      },
    };
    for (let burst = 0; burst < BURSTS; burst++) {
      await faults[burst]?.();
      const appended = stores.map(async (store, i) => {
        for (let k = 0; k < 2; k++) await store.events.append([event(burst * 6 + i * 2 + k)]);
      });
      await Promise.all(appended);
      await setTimeout(20);
    }
    await tails;
    const stored = await stores[2]!.events.since(0, total + 1);
    expect(stored.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    for (const log of logs) expect(log).toEqual(stored);
    control.disconnect();
    await Promise.all(stores.slice(0, 2).map(async (store) => store.close()));
  });

  it('are not read from Postgres by replicas that only follow them', async () => {
    const database = await server.database();
    const [writer, plain] = await Promise.all([opened(database), server.open(database)]);
    const side = createRedisSide(url(), plain.db, plain.listener, QUIET);
    const log = createEventLog(plain.db, async () => undefined);
    const reads = vi.fn<EventLog['since']>(async (after, limit) => log.since(after, limit));
    const ends = new AbortController();
    const found: number[] = [];
    // Long enough that no poll happens meanwhile.
    const tail = createTail({ since: reads }, plain.listener, side.since)(0, { signal: ends.signal, pollMs: 60_000 }); // prettier-ignore
    const ended = (async () => {
      for await (const { id } of tail) {
        found.push(id);
        if (found.length === 40) ends.abort();
      }
    })();
    await vi.waitUntil(() => reads.mock.calls.length > 0);
    await setTimeout(500);
    for (let n = 0; n < 40; n++) {
      await writer.events.append([event(n)]);
      await setTimeout(15);
    }
    await ended;
    expect(found).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    // A busy machine hears late, and a first read or one after a gap is Postgres' own.
    expect(reads.mock.calls.length).toBeLessThan(30);
    await side.close();
    await writer.close();
  });
});
