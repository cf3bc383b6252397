/** The edge of the archive over two replicas on one database: rate, queue, deadline, and callers or replicas that go. */

import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../src/store/open-store.ts';
import { ask, codeOf, mint, NOW, replica, type Reply } from '../accounts/test-support.ts';
import { startTestServer, type TestServer } from '../store/test-support.ts';
import { archiveReads } from './archive-reads.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const HEAVY = '/backtesting/toy';
const LIGHT = '/backtesting/toy-status';

let server: TestServer;
let stores: readonly [Store, Store];
let wall: ManualClock;
let hosts: readonly [Host, Host];
/** Replaced by each test: what a read waits for. */
let until: () => Promise<void> = async () => undefined;
const reads = archiveReads(async () => until());
const { count, signals } = reads;

beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  stores = [await server.open(url), await server.open(url)];
  wall = createManualClock(NOW);
  const [one, two] = stores;
  hosts = [replica(one, wall, undefined, reads), replica(two, wall, undefined, reads)];
});
afterEach(() => {
  vi.useRealTimers();
  openLast();
  until = async () => undefined;
  Object.assign(count, { most: 0, begun: 0 });
  signals.splice(0);
});
afterAll(async () => {
  for (const { server: http } of hosts) await http.close();
  await server.stop();
});

let minted = 0;
/** A key that may read the archive. */
async function plusKey(): Promise<string> {
  const email = `reader-${minted++}@example.com`;
  const key = await mint(hosts[0], email);
  await stores[0].pool.query(`update keys set tier = 'pro_plus' where email = $1`, [email]);
  return key;
}
const get = async (path: string, key: string, at = 0): Promise<Reply> => ask(hosts[at % 2]!, `GET ${path}`, { key });
const statuses = (replies: readonly Reply[], status: number): readonly Reply[] =>
  replies.filter((one) => one.status === status);
/** Real, also while a test holds the timers of the host. */
const later = setTimeout;
const pause = async (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));
async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 1000 && !(await holds()); i++) await pause(5);
  expect(await holds()).toBe(true);
}
/** Whether a replica has so many reads that wait. */
const isWaiting = async (of: Host, most: number): Promise<boolean> =>
  (await of.server.inject('/metrics')).body.includes(`barograph_archive_reads{state="waiting"} ${most}`);
const holdTimers = (): unknown => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
/** What a test began and did not end would fail the next one. */
let openLast = (): void => undefined;
/** A gate that reads wait at. */
function barrier(): { readonly open: () => void; readonly passed: Promise<void> } {
  const passed = new Promise<void>((resolve) => (openLast = resolve));
  return { open: openLast, passed };
}

describe('the rate of a key', () => {
  it.each([HEAVY, LIGHT])(
    '%s lets 20 of 50 clients at once through, over two replicas, and then two a second; the rest is 429 with Retry-After [#80] [#146]',
    async (path) => {
      const [key, other] = [await plusKey(), await plusKey()];
      const storm = async (): Promise<readonly Reply[]> =>
        Promise.all(Array.from({ length: 50 }, async (_, i) => get(path, key, i)));
      const first = await storm();
      expect(statuses(first, 200)).toHaveLength(20);
      const refused = statuses(first, 429);
      expect(refused).toHaveLength(30);
      expect(new Set(refused.map(codeOf))).toEqual(new Set(['rate_limited']));
      expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['1']));
      // Another key has a bucket of its own.
      expect((await get(path, other)).status).toBe(200);
      wall.moveTo(wall.now() + 1000);
      expect(statuses(await storm(), 200)).toHaveLength(2);
      wall.moveTo(wall.now() + 499);
      expect(statuses(await storm(), 200)).toHaveLength(0);
      wall.moveTo(wall.now() + 1);
      expect(statuses(await storm(), 200)).toHaveLength(1);
      // What was refused was not counted.
      expect((await ask(hosts[0], 'GET /auth/keys/me', { key })).body['requests_today']).toBe(24);
      wall.moveTo(wall.now() + 60_000);
    },
  );

  it('is of the archive alone', async () => {
    const key = await plusKey();
    const others = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => ask(hosts[i % 2]!, 'GET /auth/keys/me', { key })),
    );
    expect(statuses(others, 200)).toHaveLength(30);
  });
});

describe('heavy reads', () => {
  it('are never three, over two replicas under 50 clients, and each has its turn [#81] [#149~]', async () => {
    for (let round = 0; round < (FULL ? 20 : 2); round++) {
      const keys = await Promise.all(Array.from({ length: 3 }, plusKey));
      until = async () => pause(Math.random() * 8);
      const replies = await Promise.all(Array.from({ length: 50 }, async (_, i) => get(HEAVY, keys[i % 3]!, i)));
      expect(statuses(replies, 200)).toHaveLength(50);
      expect(count.most).toBe(2);
      expect(count.running).toBe(0);
    }
  });

  it('wait 25 s and are then 503 backtesting_busy with Retry-After 5; a light one is served meanwhile [#81] [#149] [#640~]', async () => {
    const key = await plusKey();
    const { open, passed } = barrier();
    until = async () => passed;
    const running = [get(HEAVY, key, 0), get(HEAVY, key, 1)];
    await eventually(() => count.running === 2);
    holdTimers();
    let answer: Reply | undefined;
    void get(HEAVY, key, 0).then((reply) => (answer = reply));
    await eventually(async () => isWaiting(hosts[0], 1));
    expect(await get(LIGHT, key, 0)).toMatchObject({ status: 200, body: { running: 2 } });
    vi.advanceTimersByTime(24_999);
    await pause(20);
    expect(answer).toBeUndefined();
    vi.advanceTimersByTime(1);
    await eventually(() => answer !== undefined);
    expect([answer!.status, codeOf(answer!), answer!.headers['retry-after']]).toEqual([503, 'backtesting_busy', '5']);
    vi.useRealTimers();
    open();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(HEAVY, key, 0)).status).toBe(200);
  });

  it('free their places with their connection, as those of a dead replica do, and are cancelled: 503', async () => {
    const key = await plusKey();
    const { open, passed } = barrier();
    until = async () => passed;
    const lost = [get(HEAVY, key, 1), get(HEAVY, key, 1)];
    await eventually(() => count.running === 2);
    const next = get(HEAVY, key, 0);
    await stores[0].pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${0x62610007}`,
    );
    const ended = await Promise.all(lost);
    expect(ended.map((one) => [one.status, codeOf(one)])).toEqual(Array(2).fill([503, 'store_unavailable']));
    expect(signals.slice(0, 2).map(({ aborted }) => aborted)).toEqual([true, true]);
    open();
    expect((await next).status).toBe(200);
    expect((await get(HEAVY, key, 1)).status).toBe(200);
  });
});

describe('a connection', () => {
  let port = 0;
  beforeAll(async () => {
    await hosts[0].server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = hosts[0].server.server.address() as AddressInfo);
  });
  interface Ended {
    readonly status: number | undefined;
    readonly connection: string | undefined;
    readonly error: unknown;
  }
  /** Asks over a socket; resolves when that has ended. */
  function open(key: string): { readonly leave: () => void; readonly ended: Promise<Ended> } {
    const sent = request({ port, host: '127.0.0.1', path: `/api/v1${HEAVY}`, headers: { 'x-api-key': key } });
    const ended = new Promise<Ended>((resolve) => {
      let got: Omit<Ended, 'error'> = { status: undefined, connection: undefined };
      sent.on('response', (answer) => {
        got = { status: answer.statusCode, connection: answer.headers.connection };
        answer.resume();
      });
      sent.on('error', (error) => resolve({ ...got, error }));
      sent.on('close', () => resolve({ ...got, error: undefined }));
    });
    sent.end();
    return { leave: () => sent.destroy(), ended };
  }

  it('of a read that takes longer than 60 s is closed, the read cancelled, and its place free [#83]', async () => {
    const key = await plusKey();
    until = async () => new Promise(() => undefined);
    holdTimers();
    const { ended } = open(key);
    await eventually(() => count.running === 1);
    vi.advanceTimersByTime(57_000);
    await pause(20);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    vi.advanceTimersByTime(1000);
    expect(await ended).toEqual({ status: 504, connection: 'close', error: undefined });
    expect(signals[0]?.aborted).toBe(true);
    vi.useRealTimers();
    await eventually(() => count.running === 0);
    until = async () => undefined;
    expect((await get(HEAVY, key)).status).toBe(200);
  });

  it('that its caller closes cancels the read', async () => {
    const key = await plusKey();
    until = async () => new Promise(() => undefined);
    const { leave, ended } = open(key);
    await eventually(() => count.running === 1);
    leave();
    await ended;
    await eventually(() => count.running === 0);
    expect(signals[0]?.aborted).toBe(true);
  });
});
