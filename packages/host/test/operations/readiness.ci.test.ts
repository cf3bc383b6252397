/** Readiness: 503 while calls with a key cannot be served, whatever health reports. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SERVICE } from '@barograph/contract';
import type { Client } from 'pg';
import type { Host } from '../../src/compose.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createReadiness, READINESS_V1 } from '../../src/operations/readiness.ts';
import { createClient } from '../../../store/src/connection.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { ask, codeOf, mint, NOW, replica } from '../accounts/test-support.ts';
import { movedDeadlines } from '../../../sources/test/deadlines.ts';
import { QUIET, startTestServer, type TestServer } from '../../../store/test/test-support.ts';

const pass = movedDeadlines();

let server: TestServer;
let store: Store;
let host: Host;
let key = '';
let url = '';
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.database();
  store = await server.open(url);
  host = replica(store, createManualClock(NOW));
  key = await mint(host);
  other = createClient(url);
  await other.connect();
});
afterAll(async () => {
  await host.server.close();
  await server.stop();
});

interface Ready {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: unknown;
}
async function ready(): Promise<Ready> {
  const { statusCode: status, body, headers } = await host.server.inject({ url: '/ready' });
  return { status, body: JSON.parse(body) as unknown, retryAfter: headers['retry-after'] };
}
const READY: Ready = { status: 200, body: { status: 'ready' }, retryAfter: undefined };
const unready = (reason: string): Ready => ({ status: 503, body: { status: 'unready', reason }, retryAfter: '5' });
const becomes = async (expected: Ready): Promise<void> =>
  vi.waitFor(async () => expect(await ready()).toEqual(expected), { interval: 100 });
const health = async (): Promise<number> =>
  (await host.server.inject({ method: 'HEAD', url: '/api/v1/health' })).statusCode;
const keyed = async (): Promise<readonly unknown[]> => {
  const reply = await ask(host, 'GET /auth/keys/me', { key });
  return [reply.status, codeOf(reply), reply.headers['retry-after']];
};

describe('[12.8] readiness', () => {
  it('is warming_up before there are rows, ready with them; health asks nobody', async () => {
    expect(await ready()).toEqual(unready('warming_up'));
    await host.start();
    await host.ready();
    expect(await ready()).toEqual(READY);
    expect(await keyed()).toEqual([200, undefined, undefined]);
  });

  it('is ready without rows where the service has no engine that could make any', async () => {
    const without = replica(store, createManualClock(NOW), undefined, { service: { ...SERVICE, engines: [] } });
    const { statusCode, body } = await without.server.inject({ url: '/ready' });
    await without.server.close();
    expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ready' }]);
  });

  it('a full disk is 503 store_unavailable with Retry-After, for readiness and for keyed calls', async () => {
    await other.query(`create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
      end $$`);
    for (const table of ['usage', 'brakes']) {
      await other.query(`create trigger full_disk before insert on ${table} execute function full_disk()`);
    }
    await becomes(unready('store_unavailable'));
    expect(await keyed()).toEqual([503, 'store_unavailable', '5']);
    const minted = await ask(host, 'POST /auth/keys', { body: { email: 'full@example.com' } });
    expect([minted.status, codeOf(minted), minted.headers['retry-after']]).toEqual([503, 'store_unavailable', '5']);
    expect(await health()).toBe(200);
    for (const table of ['usage', 'brakes']) await other.query(`drop trigger full_disk on ${table}`);
    await becomes(READY);
    expect(await keyed()).toEqual([200, undefined, undefined]);
  });

  it.each(['53200', '53400', '58030', '25006'])('SQLSTATE %s is 503, too', async (code) => {
    await other.query(`create or replace function fails() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '${code}', message = 'no'; end $$`);
    await other.query('create trigger fails before insert on usage execute function fails()');
    expect(await keyed()).toEqual([503, 'store_unavailable', '5']);
    await other.query('drop trigger fails on usage');
  });

  it('a database that does not answer is 503 within the patience of the gate, by one probe whoever asks', async () => {
    await becomes(READY);
    await other.query('begin');
    await other.query('lock table usage, brakes in access exclusive mode');
    await new Promise((resolve) => setTimeout(resolve, 1100)); // the last answer is old
    const answers = Promise.all(Array.from({ length: 40 }, ready));
    await pass(READINESS_V1.patienceMs);
    expect(await answers).toEqual(Array.from({ length: 40 }, () => unready('store_unavailable')));
    const waiting = async (): Promise<number> => {
      const { rows } = await other.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks where not granted and relation = 'brakes'::regclass`,
      );
      return rows[0]!.waiting;
    };
    // On a busy machine the answers come before the statement of the probe.
    await expect.poll(waiting).toBe(1);
    expect(await health()).toBe(200);
    await other.query('rollback');
    await becomes(READY);
  });

  it('a database that is gone is 503, and health is still 200', async () => {
    await other.end();
    const elsewhere = new URL(url);
    const name = elsewhere.pathname.slice(1);
    elsewhere.pathname = '/postgres';
    const admin = createClient(elsewhere.href);
    await admin.connect();
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await becomes(unready('store_unavailable'));
    expect(await health()).toBe(200);
    await admin.query(`alter database ${name} allow_connections true`);
    await becomes(READY);
    expect(await keyed()).toEqual([200, undefined, undefined]);
    await admin.end();
  });

  it('a host that stops is not ready, and asks nobody any more', async () => {
    let asked = 0;
    let isStopping = false;
    const readiness = createReadiness({
      probe: async () => asked++,
      isWarming: () => false,
      isStopping: () => isStopping,
      log: QUIET,
    });
    expect(await readiness()).toBeUndefined();
    expect(await readiness()).toBeUndefined();
    expect(asked).toBe(1);
    isStopping = true;
    expect(await readiness()).toBe('stopping');
    expect(asked).toBe(1);
  });
});
