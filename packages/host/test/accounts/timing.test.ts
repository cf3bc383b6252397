/**
 * Timing of refused keys, which reveals nothing: every text is hashed whole and its hash looked up, once, and no
 * character of it is compared with anything. The distributions are measured by `benchmarks/key-timing.bench.ts`.
 */

import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { hashOf } from '../../../store/src/secret.ts';
import { ask, mint, replica } from './test-support.ts';

let server: TestServer;
let host: Host;
/** Statements sent to the database, in order. */
const asked: (readonly [text: string, values: unknown])[] = [];
let live = '';
let revoked = '';
let replaced = '';

/** Notes every statement of a store. */
function watched(store: Store): Store {
  const { pool } = store;
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  const seen = new WeakSet<PoolClient>();
  const watch = async (): Promise<PoolClient> => {
    const client = await connect();
    if (seen.has(client)) return client;
    seen.add(client);
    const query = client.query.bind(client);
    const noted = (text: string, values: unknown): unknown => {
      asked.push([text, values]);
      return Reflect.apply(query, client, [text, values]) as unknown;
    };
    return Object.assign(client, { query: noted });
  };
  Object.assign(pool, { connect: watch });
  return store;
}

beforeAll(async () => {
  server = await startTestServer();
  host = replica(watched(await server.open(await server.database())));
  live = await mint(host, 'live@example.com');
  revoked = await mint(host, 'revoked@example.com');
  await ask(host, 'DELETE /auth/keys', { key: revoked });
  replaced = await mint(host, 'replaced@example.com');
  await ask(host, 'POST /auth/keys/rotate', { key: replaced });
});
afterAll(async () => {
  await host.server.close();
  await server.stop();
});

const other = (character: string): string => (character === 'A' ? 'B' : 'A');
const wrongAt = (key: string, at: number): string => key.slice(0, at) + other(key[at]!) + key.slice(at + 1);

/** Statements, values and answer of one call with a key. */
async function trace(key: string) {
  asked.length = 0;
  const { status, body, headers } = await ask(host, 'GET /auth/keys/me', { key });
  const rest = Object.entries(headers).filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { statements: asked.map(([text]) => text), values: asked.map(([, values]) => values), status, body, rest };
}

describe('a key that is not live', () => {
  it.each<[string, () => string]>([
    ['differs in its last character', () => wrongAt(live, live.length - 1)],
    ['differs in its first random character', () => wrongAt(live, 'bg_live_'.length)],
    ['differs in its prefix', () => wrongAt(live, 0)],
    ['is cut off', () => live.slice(0, -1)],
    ['goes on', () => `${live}A`],
    ['is a prefix alone', () => 'bg_live_'],
    ['was never made', () => `bg_live_${'A'.repeat(32)}`],
    ['looks like no key', () => 'x'],
    ['is long', () => 'x'.repeat(8000)],
    ['was revoked', () => revoked],
    ['was replaced', () => replaced],
  ])('and %s is refused by the one statement, about its hash, that refuses any other', async (_, make) => {
    const reference = await trace('another that was never made');
    expect(reference.statements).toHaveLength(1);
    for (let i = 0; i < 2; i++) {
      const found = await trace(make());
      expect(found.status).toBe(401);
      expect(found.statements).toEqual(reference.statements);
      expect(found.values).toEqual([[hashOf(make())]]);
      expect([found.body, found.rest]).toEqual([reference.body, reference.rest]);
    }
  });

  it('is not known better for having been tried beside a live one, whatever they share', async () => {
    expect((await trace(live)).status).toBe(200);
    for (let at = 0; at < live.length; at++) {
      const { statements, status } = await trace(wrongAt(live, at));
      expect([at, status, statements.length]).toEqual([at, 401, 1]);
    }
  });
});
