/**
 * The archive's edge: rate, queue and deadline over two replicas on one database, callers and replicas that disconnect,
 * and the guard of the second replica.
 */

import { OPERATIONS } from '@barograph/contract';
import * as fc from 'fast-check';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { CONFIG_FIELDS } from '../../src/config-fields.ts';
import { LOCKS } from '../../../store/src/locks.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { ask, codeOf, mint, NOW, replica, type Reply } from '../accounts/test-support.ts';
import { movedDeadlines, until } from '../../../sources/test/deadlines.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { archiveReads } from './archive-reads.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const hasPython = spawnSync('python3', ['--version']).status === 0;
const HEAVY = '/backtesting/toy';
const LIGHT = '/backtesting/toy-status';

let server: TestServer;
let stores: readonly [Store, Store];
let wall: ManualClock;
let hosts: readonly [Host, Host];
/** Replaced by each test: what a read waits for. */
let waited: () => Promise<void> = async () => undefined;
const reads = archiveReads(async () => waited());
const { count, signals } = reads;

beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  stores = [await server.open(url), await server.open(url)];
  wall = createManualClock(NOW);
  const [one, two] = stores;
  hosts = [replica(one, wall, undefined, reads), replica(two, wall, undefined, { ...reads, edgeGuard: true })];
  for (const { server: http } of hosts) await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  openLast();
  waited = async () => undefined;
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
const portOf = ({ server: { server: socket } }: Host): number => (socket.address() as AddressInfo).port;
const get = async (path: string, key: string, at = 0): Promise<Reply> => ask(hosts[at % 2]!, `GET ${path}`, { key });
const statuses = (replies: readonly Reply[], status: number): readonly Reply[] =>
  replies.filter((one) => one.status === status);
const pass = movedDeadlines();
/** Whether a replica has so many reads that wait. */
const isWaiting = async (of: Host, most: number): Promise<boolean> =>
  (await of.server.inject('/metrics')).body.includes(`barograph_archive_reads{state="waiting"} ${most}`);
/** Reads that a test began and did not end would fail the next one. */
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

describe('the bucket of a rate', () => {
  /** Pauses between calls, ms: within a token, within a bucket, and longer. */
  const gap = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 1200 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  );
  const arrivals = fc.array(fc.tuple(gap, fc.boolean()), { minLength: 1, maxLength: FULL ? 150 : 60 });
  const rate = fc.record({ perSecond: fc.constantFrom(1, 2, 5), burst: fc.integer({ min: 1, max: 20 }) });
  let buckets = 0;

  it('of two replicas is the one of the definition, whatever comes when: full at most, and filled by time alone [#80]', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, rate, async (calls, of) => {
        const scope = `property ${buckets++}`;
        const tokenMs = 1000 / of.perSecond;
        let now = NOW;
        // In ms of filling: exact.
        let level = of.burst * tokenMs;
        for (const [ms, isSecond] of calls) {
          now += ms;
          level = Math.min(of.burst * tokenMs, level + ms);
          const isThere = level >= tokenMs;
          if (isThere) level -= tokenMs;
          const taken = await stores[isSecond ? 1 : 0].rates.take(scope, of, now);
          expect(taken).toEqual({
            ok: isThere,
            left: Math.floor(level / tokenMs),
            waitMs: Math.max(0, tokenMs - level),
          });
        }
      }),
      { numRuns: FULL ? 200 : 15 },
    );
  });

  it('does not open for a replica whose clock is a little behind, and not lock out for one that has jumped ahead', async () => {
    const of = { perSecond: 2, burst: 20 };
    const take = async (now: number): Promise<boolean> => (await stores[0].rates.take('skewed', of, now)).ok;
    for (let i = 0; i < 20; i++) expect(await take(NOW)).toBe(true);
    expect(await take(NOW - 2000)).toBe(false);
    expect(await take(NOW + 3_600_000)).toBe(true);
    expect(await take(NOW)).toBe(true);
  });

  it('is forgotten when it has long been full', async () => {
    await stores[0].rates.take('old', { perSecond: 2, burst: 20 }, NOW);
    const there = async (): Promise<number> =>
      (await stores[0].pool.query(`select from rates where scope = 'old'`)).rows.length;
    await stores[0].rates.prune(NOW + 500);
    expect(await there()).toBe(1);
    await stores[0].rates.prune(NOW + 501);
    expect(await there()).toBe(0);
  });
});

describe('heavy reads', () => {
  it('are never three, over two replicas under 50 clients, and each has its turn [#81]', async () => {
    for (let round = 0; round < (FULL ? 20 : 2); round++) {
      const keys = await Promise.all(Array.from({ length: 3 }, plusKey));
      let turn = 0;
      waited = async () => pause((turn++ * 5) % 8);
      const replies = await Promise.all(Array.from({ length: 50 }, async (_, i) => get(HEAVY, keys[i % 3]!, i)));
      expect(statuses(replies, 200)).toHaveLength(50);
      expect(count.most).toBe(2);
      expect(count.running).toBe(0);
    }
  });

  it('wait 25 s and are then 503 backtesting_busy with Retry-After 5; a light one is served meanwhile [#81] [#149]', async () => {
    const key = await plusKey();
    const { open, passed } = barrier();
    waited = async () => passed;
    const running = [get(HEAVY, key, 0), get(HEAVY, key, 1)];
    await until(() => count.running === 2);
    let answer: Reply | undefined;
    void get(HEAVY, key, 0).then((reply) => (answer = reply));
    await until(async () => isWaiting(hosts[0], 1));
    expect(await get(LIGHT, key, 0)).toMatchObject({ status: 200, body: { running: 2 } });
    await pass(24_999);
    await pause(20);
    expect(answer).toBeUndefined();
    await pass(1);
    await until(() => answer !== undefined);
    expect([answer!.status, codeOf(answer!), answer!.headers['retry-after']]).toEqual([503, 'backtesting_busy', '5']);
    open();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(HEAVY, key, 0)).status).toBe(200);
  });

  it('free their places with their connection, as those of a dead replica do, and are cancelled: 503', async () => {
    const key = await plusKey();
    const { open, passed } = barrier();
    waited = async () => passed;
    const lost = [get(HEAVY, key, 1), get(HEAVY, key, 1)];
    await until(() => count.running === 2);
    const next = get(HEAVY, key, 0);
    await stores[0].pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1`,
      [LOCKS.archiveRead],
    );
    const ended = await Promise.all(lost);
    expect(ended.map((one) => [one.status, codeOf(one)])).toEqual([
      [503, 'store_unavailable'],
      [503, 'store_unavailable'],
    ]);
    expect(signals.slice(0, 2).map(({ aborted }) => aborted)).toEqual([true, true]);
    open();
    expect((await next).status).toBe(200);
    expect((await get(HEAVY, key, 1)).status).toBe(200);
  });
});

describe('a connection', () => {
  interface Ended {
    readonly status: number | undefined;
    readonly connection: string | undefined;
    readonly error: unknown;
  }
  /** Asks over a socket; resolves when that has ended. */
  function open(key: string): { readonly leave: () => void; readonly ended: Promise<Ended> } {
    const to = { port: portOf(hosts[0]), host: '127.0.0.1', path: `/api/v1${HEAVY}` };
    const sent = request({ ...to, headers: { 'x-api-key': key } });
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
    waited = async () => new Promise(() => undefined);
    const { ended } = open(key);
    await until(() => count.running === 1);
    await pass(57_000);
    await pause(20);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await pass(1000);
    expect(await ended).toEqual({ status: 504, connection: 'close', error: undefined });
    expect(signals[0]?.aborted).toBe(true);
    await until(() => count.running === 0);
    waited = async () => undefined;
    expect((await get(HEAVY, key)).status).toBe(200);
  });

  it('that its caller closes cancels the read', async () => {
    const key = await plusKey();
    waited = async () => new Promise(() => undefined);
    const { leave, ended } = open(key);
    await until(() => count.running === 1);
    leave();
    await ended;
    await until(() => count.running === 0);
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('the edge guard', () => {
  interface Got {
    readonly status: number | undefined;
    readonly type: string | undefined;
    readonly version: unknown;
    readonly body: string;
  }
  async function asked(host: Host, path: string, agent: string | undefined, method = 'GET'): Promise<Got> {
    return new Promise((resolve, reject) => {
      const headers = agent === undefined ? {} : { 'user-agent': agent };
      const sent = request({ port: portOf(host), host: '127.0.0.1', path, method, headers }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        answer.on('end', () => {
          const { statusCode: status, headers: got } = answer;
          resolve({ status, type: got['content-type'], version: got['x-api-version'], body });
        });
      });
      sent.on('error', reject).end();
    });
  }
  const PATHS = [
    ...OPERATIONS.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'x')] as const),
    ...['/', '/metrics', '/nowhere', '/api/v1/nowhere', '/%zz', '/mcp'].map((path) => ['GET', path] as const),
    ['POST', '/mcp'] as const,
  ];

  it('answers the default signature of one library with an HTML 403 on every path, before the API [#42] [#139]', async () => {
    for (const [method, path] of PATHS) {
      const got = await asked(hosts[1], path, 'Python-urllib/3.12', method);
      expect([path, got.status, got.type, got.version]).toEqual([path, 403, 'text/html; charset=utf-8', undefined]);
      expect(got.body).toMatch(method === 'HEAD' ? /^$/ : /^<!doctype html>/);
    }
    const counted = (await hosts[1].server.inject('/metrics')).body;
    expect(counted).toMatch(/^barograph_http_answers_total\{route="none",class="4xx"\} \d+/m);
    expect(counted).toMatch(/^barograph_http_statuses_total\{status="403"\} \d+/m);
  });

  it.each([
    'curl/8.5.0',
    'python-requests/2.32.3',
    'Go-http-client/1.1',
    'axios/1.7.2',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'my-agent/1.0 (Python-urllib/3.12)',
    undefined,
  ])('lets %s pass [#42]', async (agent) => {
    expect(await asked(hosts[1], '/api/v1', agent)).toMatchObject({ status: 200, type: expect.stringMatching('json') });
  });

  it('is off unless it is asked for [#42]', async () => {
    expect((await asked(hosts[0], '/api/v1', 'Python-urllib/3.12')).status).toBe(200);
    expect(CONFIG_FIELDS.edgeGuard).toMatchObject({ flag: '--edge-guard', fallback: false });
  });

  it.skipIf(!hasPython)(
    'meets that client as it is, and lets it pass under a name of its own [#42] [#139]',
    async () => {
      const script = `
import json, sys, urllib.error, urllib.request
def ask(headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(sys.argv[1], headers=headers)) as reply:
            return [reply.status, reply.headers.get_content_type()]
    except urllib.error.HTTPError as refused:
        return [refused.code, refused.headers.get_content_type()]
print(json.dumps([ask({}), ask({'User-Agent': 'my-agent/1.0'})]))`;
      const child = spawn('python3', ['-c', script, `http://127.0.0.1:${portOf(hosts[1])}/api/v1`]);
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      await once(child, 'close');
      expect(JSON.parse(printed)).toEqual([
        [403, 'text/html'],
        [200, 'application/json'],
      ]);
    },
  );
});
