/** Two replicas on one database: limits, rotation and revocation hold across both; and what strangers send harms none. */

import { DAY_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { ensureDevKey } from '../../src/accounts/dev-key.ts';
import { ask, codeOf, mint, NOW, replica } from './test-support.ts';
import { until } from '../../../sources/test/deadlines.ts';

let server: TestServer;
let stores: readonly [Store, Store];
let wall: ManualClock;
let a: Host;
let b: Host;
beforeAll(async () => {
  server = await startTestServer();
  const url = await server.database();
  stores = [await server.open(url), await server.open(url)];
  wall = createManualClock(NOW);
  a = replica(stores[0], wall);
  b = replica(stores[1], wall);
});
afterAll(async () => {
  await a.server.close();
  await b.server.close();
  await server.stop();
});

const me = async (host: Host, key: string): ReturnType<typeof ask> => ask(host, 'GET /auth/keys/me', { key });

describe('limits over two replicas', () => {
  it('are exact under 50 clients at once: 10 a minute, 100 a day, refusals count nothing [#79] [#146]', async () => {
    const key = await mint(a, 'many@example.com');
    let served = 0;
    for (let minute = 0; minute < 12; minute++) {
      wall.moveTo(NOW + minute * 60_000);
      const replies = await Promise.all(Array.from({ length: 50 }, async (_, i) => me(i % 2 === 0 ? a : b, key)));
      const good = replies.filter(({ status }) => status === 200);
      const refused = replies.filter(({ status }) => status === 429);
      expect(good.length).toBe(minute < 10 ? 10 : 0);
      expect(good.length + refused.length).toBe(50);
      expect(new Set(refused.map(codeOf))).toEqual(new Set([minute < 9 ? 'rate_limited' : 'daily_limit']));
      // Every call that was let through had a number of its own.
      const left = good.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((x, y) => x - y);
      expect(left).toEqual(Array.from({ length: good.length }, (_, i) => i));
      served += good.length;
    }
    expect(served).toBe(100);
    const [row] = (await stores[0].pool.query<{ count: number }>('select count from usage')).rows;
    expect(row!.count).toBe(100);
    const refused = await me(b, key);
    expect(refused.body['detail']).toMatchObject({ resend_verify: '/api/v1/auth/resend-verify' });
    // It can be managed nonetheless.
    expect((await ask(b, 'POST /auth/resend-verify', { key })).status).toBe(200);
    expect((await ask(b, 'DELETE /auth/keys', { key })).status).toBe(200);
  });

  it('a 304 is given back in the database too', async () => {
    const key = await mint(a, 'etag@example.com');
    const first = await ask(a, 'GET /perpdex/candles?limit=5', { key });
    expect(first.status).toBe(200);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    for (const host of [a, b, a, b]) {
      expect((await ask(host, 'GET /perpdex/candles?limit=5', { key, headers })).status).toBe(304);
    }
    expect((await me(b, key)).body['requests_today']).toBe(2);
  });

  it('count the calls of each key alone [#55] [#79]', async () => {
    const [one, two] = [await mint(a, 'two@example.com'), await mint(b, 'two@example.com')];
    for (let i = 0; i < 11; i++) await me(a, one);
    expect((await me(b, one)).status).toBe(429);
    expect((await me(b, two)).body).toMatchObject({ requests_today: 1 });
  });
});

describe('a change on one replica', () => {
  it.each(['DELETE /auth/keys', 'POST /auth/keys/rotate'])(
    '%s ends the key on the other within moments',
    async (line) => {
      wall.moveTo(wall.now() + 60_000);
      const key = await mint(a, `${line.length}@example.com`);
      expect((await me(b, key)).status).toBe(200); // it remembers the key now
      expect((await ask(a, line, { key })).status).toBe(200);
      expect((await me(a, key)).status).toBe(401);
      await until(async () => (await me(b, key)).status === 401);
    },
  );
});

describe('the index', () => {
  it('says what the key that is sent unlocks, on real keys [#26]', async () => {
    const key = await mint(a, 'index@example.com');
    const unlocked = async (given?: string): Promise<readonly [unknown, unknown]> => {
      const { body } = await ask(a, 'GET ', { key: given });
      const list = body['endpoints'] as { id: string; unlocked: boolean }[];
      return [body['tier'], list.find(({ id }) => id === 'perpdex.candles')!.unlocked];
    };
    expect(await unlocked()).toEqual([null, false]);
    expect(await unlocked('wrong')).toEqual([null, false]);
    expect(await unlocked(key)).toEqual(['free', true]);
  });
});

describe('the development key', () => {
  it('is made once, of tier pro_plus, in a file for its owner alone, and found again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'barograph-dev-'));
    const dataDir = join(folder, 'state');
    const first = await ensureDevKey(stores[0], dataDir, wall.now());
    const text = first!.fresh!;
    expect(await readFile(first!.path, 'utf8')).toBe(`${text}\n`);
    expect((await stat(first!.path)).mode & 0o777).toBe(0o600);
    expect((await me(a, text)).body).toMatchObject({
      email: 'dev@localhost',
      tier: 'pro_plus',
      tier_expires_at: null,
      daily_limit: 50_000,
      per_minute_limit: 120,
      email_verified: true,
    });
    expect(await ensureDevKey(stores[1], dataDir, wall.now())).toEqual({ ...first, fresh: undefined });

    await writeFile(first!.path, 'bg_live_of_another_database\n', { mode: 0o644 });
    const second = await ensureDevKey(stores[0], dataDir, wall.now());
    expect(second!.fresh).not.toBe(text);
    expect((await stat(second!.path)).mode & 0o777).toBe(0o600);

    await ask(a, 'DELETE /auth/keys', { key: second!.fresh });
    expect(await ensureDevKey(stores[0], dataDir, wall.now())).toBeUndefined();
    wall.moveTo(wall.now() + 7 * DAY_MS);
    expect((await ensureDevKey(stores[0], dataDir, wall.now()))!.fresh).toMatch(/^bg_live_/);
    await rm(folder, { recursive: true });
  });
});

const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 20_000 : 500;

describe('whatever strangers send to accounts', () => {
  const line = fc.constantFrom(
    'POST /auth/keys',
    'DELETE /auth/keys',
    'GET /auth/keys/me',
    'POST /auth/resend-verify',
    'POST /auth/keys/rotate',
    'POST /auth/confirm?token=x',
    'POST /auth/confirm?token=%00',
    'PUT /auth/keys',
    'OPTIONS /auth/keys',
  );
  const body = fc.option(
    fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: 'binary' }).map((email) => JSON.stringify({ email })),
      fc.emailAddress().map((email) => JSON.stringify({ email })),
      fc.constantFrom('{"__proto__":{"email":"a@b.cd"}}', '{"email":{"toString":1}}', '{"email":["a@b.cd"]}', '\u0000'),
    ),
  );
  const key = fc.option(
    fc.oneof(
      fc.string().map((text) => text.replaceAll(/[^\u0020-\u007e]/g, '')),
      fc.constantFrom('bg_live_', "bg_live_' or true --", 'undefined', 'null', 'bg_live_'.repeat(200)),
    ),
  );
  const type = fc.option(
    fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=', ';;;', 'a/b'),
  );

  it('is answered by the contract: no 5xx, no stack, no key for anything but an address', async () => {
    await fc.assert(
      fc.asyncProperty(line, body, key, type, async (where, payload, text, contentType) => {
        const reply = await ask(a, where, {
          ...(payload === null ? {} : { body: payload }),
          ...(text === null ? {} : { key: text }),
          ...(contentType === null ? {} : { headers: { 'content-type': contentType } }),
        });
        const shown = JSON.stringify(reply.body);
        expect(reply.status, shown).toBeLessThan(500);
        expect(shown).not.toMatch(/node_modules|\\n\s+at |select |insert /);
        if (reply.status !== 200) expect(reply.body).toHaveProperty('detail');
        else expect(reply.body['email']).toMatch(/^[!-~]+@[!-~]+$/);
      }),
      { numRuns: ROUNDS },
    );
  });
});

/** A way to a database that can be blocked. */
async function passage(url: string): Promise<{ url: string; block(): Promise<void>; open(): Promise<void> }> {
  const target = new URL(url);
  const [targetPort, targetHost] = [Number(target.port), target.hostname];
  const sockets = new Set<Socket>();
  const proxy = createTcpServer((incoming) => {
    const outgoing = connect(targetPort, targetHost);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const listen = async (port: number): Promise<void> =>
    new Promise((resolve) => void proxy.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return {
    url: target.href,
    open: async () => listen(port),
    block: async () => {
      const closed = new Promise((resolve) => void proxy.close(resolve));
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}

describe('when the database goes away', () => {
  it('a call with a key is 503 with Retry-After, one without is served, and both again when it is back', async () => {
    const way = await passage(await server.database());
    const host = replica(await server.open(way.url), wall);
    const key = await mint(host);
    expect((await me(host, key)).status).toBe(200);
    await way.block();
    for (const line of ['GET /auth/keys/me', 'DELETE /auth/keys', 'GET /perpdex/candles']) {
      const { status, body, headers } = await ask(host, line, { key });
      expect([status, codeOf({ status, body, headers }), headers['retry-after']]).toEqual([
        503,
        'store_unavailable',
        '5',
      ]);
    }
    expect((await ask(host, 'GET /health')).status).toBe(200);
    await way.open();
    expect((await me(host, key)).body['requests_today']).toBe(2);
    await host.server.close();
    await server.closeStores();
    await way.block();
  });
});
