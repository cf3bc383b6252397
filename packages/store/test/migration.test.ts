/** Data of the previous version stays valid under the new schema. */

import { Migrator } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forecast } from './cases/ledger.cases.ts';
import { newsEvent } from './cases/news.cases.ts';
import { createClient, createPool } from '../src/connection.ts';
import { accountOf } from '../src/keys.ts';
import { LEDGER_ROWS } from '../src/ledger.ts';
import { MIGRATIONS } from '../src/migrate.ts';
import { NEWS } from '../src/news.ts';
import { TAKER_MINUTES } from '../src/taker-minutes.ts';
import { MIDNIGHT } from './cases/store-case.ts';
import { QUIET, startTestServer, type TestServer } from './test-support.ts';

const DAY = MIDNIGHT / 86_400_000;

/** Keys of the first schema: id, successor, moment of its end. */
const OLD_KEYS: readonly (readonly [id: string, replacedBy: string | null, revokedAt: number | null])[] = [
  ['a1', 'a2', 10],
  ['a2', 'a3', 20],
  ['a3', null, null],
  ['b1', null, null],
  ['c1', 'c2', 30],
  ['c2', null, 40],
];

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await startTestServer();
  const pattern = new URL(await server.database());
  const admin = createClient(pattern.href);
  await admin.connect();
  await admin.query('create database old');
  await admin.end();
  pattern.pathname = '/old';
  url = pattern.href;
  const { pool, db } = createPool(url, QUIET);
  const first = { '0001-first': MIGRATIONS['0001-first']! };
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => first } }).migrateToLatest();
  expect(error).toBeUndefined();
  for (const [id, , revokedAt] of OLD_KEYS) {
    await pool.query(
      `insert into keys (id, hash, prefix, email, tier, created_at, revoked_at)
       values ($1, $1, 'p', $1 || '@example.org', 'free', 1, $2)`,
      [id, revokedAt],
    );
  }
  for (const [id, replacedBy] of OLD_KEYS) {
    if (replacedBy !== null) await pool.query('update keys set replaced_by = $2 where id = $1', [id, replacedBy]);
  }
  for (const [id, day, count, minute] of [
    ['a1', DAY - 1, 90, 1],
    ['a1', DAY, 3, 7],
    ['a2', DAY, 5, 8],
    ['a3', DAY, 9, 9],
    ['b1', DAY, 2, 7],
  ] as const) {
    await pool.query('insert into usage values ($1, $2, $3, $4, $3)', [id, day, count, minute]);
  }
  await db.destroy();
});
afterAll(async () => server.stop());

describe('[12.7] keys and usage of the first schema', () => {
  it('become accounts: every key of a line of rotations counts on its first one, with what the line had used', async () => {
    const store = await server.open(url);
    const accounts: Record<string, string> = {};
    for (const [id] of OLD_KEYS) accounts[id] = accountOf((await store.keys.findById(id))!);
    expect(accounts).toEqual({ a1: 'a1', a2: 'a1', a3: 'a1', b1: 'b1', c1: 'c1', c2: 'c1' });
    expect(await store.usage.today('a1', MIDNIGHT)).toBe(9);
    expect(await store.usage.today('a1', MIDNIGHT - 1)).toBe(90);
    expect(await store.usage.today('b1', MIDNIGHT)).toBe(2);
    expect(await store.usage.today('c1', MIDNIGHT)).toBe(0);
    expect((await store.keys.findByHash('a3'))?.id).toBe('a3');
  });

  it('[12.2] that were revoked unconfirmed keep nobody from their address, those that were confirmed do', async () => {
    const store = await server.open(url);
    expect((await store.keys.canCreate('c2@example.org', 50, '192.0.2.0/24')).ok).toBe(true);
    await store.pool.query(`update keys set email_verified_at = 5 where id = 'c2'`);
    expect((await store.keys.canCreate('c2@example.org', 50, '192.0.2.0/24')).ok).toBe(false);
  });

  it('that a replica of the version before writes beside it count on themselves', async () => {
    const store = await server.open(url);
    await store.pool.query(
      `insert into keys (id, hash, prefix, email, tier, created_at) values ('d1', 'd1', 'p', null, 'free', 1)`,
    );
    const key = (await store.keys.findByHash('d1'))!;
    expect(accountOf(key)).toBe('d1');
    const rotated = await store.keys.rotate('d1', { hash: 'd2', prefix: 'p' }, MIDNIGHT);
    expect(rotated.ok && accountOf(rotated.value)).toBe('d1');
  });
});

/** New database with the migrations before a given one. */
async function databaseBefore(name: string, migration: string) {
  const pattern = new URL(await server.database());
  const admin = createClient(pattern.href);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  pattern.pathname = `/${name}`;
  const { pool, db } = createPool(pattern.href, QUIET);
  const old = Object.fromEntries(Object.entries(MIGRATIONS).filter(([one]) => one < migration));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => old } }).migrateToLatest();
  expect(error).toBeUndefined();
  return { url: pattern.href, pool, db };
}

describe('a database of the version before', () => {
  it('keeps its rows, gets the minutes of the taker flow, and a replica of that version goes on beside it', async () => {
    const { url: at, pool, db } = await databaseBefore('before_minutes', '0005');
    const state = `insert into engine_state (engine, scope, config_version, as_of, state) values ($1, 's', 'v', 1, '{}')`;
    await pool.query(state, ['before']);
    const store = await server.open(at);
    expect(await store.engineStates.load('before', 'v')).toHaveLength(1);
    const minute = { time: 60_000, partial: true, coins: [] };
    expect(await TAKER_MINUTES.write(store.db, [minute], { timeline: 't', asOf: 1 })).toBe(1);
    await pool.query(state, ['beside']);
    expect(await store.engineStates.load('beside', 'v')).toHaveLength(1);
    await db.destroy();
  });

  it('keeps its files and rates, gets news, and a replica of that version goes on beside it', async () => {
    const { url: at, pool, db } = await databaseBefore('before_news', '0016');
    const rate = 'insert into rates values ($1, 7)';
    await pool.query(rate, ['before']);
    await pool.query(
      `insert into archives (type, date, file, sha256, bytes, rows) values ('t', '2026-01-01', 'f', 'x', 1, 1)`,
    );
    const store = await server.open(at);
    const news = { events: [newsEvent('x', 0)], hours: [], sources: [] };
    expect(await NEWS.write(store.db, news, { timeline: 't', asOf: 1 })).toEqual({ appended: 1, conflicts: [] });
    await pool.query(rate, ['beside']);
    expect((await pool.query('select scope, full_at from rates order by scope')).rows).toEqual([
      { scope: 'before', full_at: 7 },
      { scope: 'beside', full_at: 7 },
    ]);
    expect((await pool.query('select file from archives')).rows).toEqual([{ file: 'f' }]);
    await db.destroy();
  });

  it('keeps its news, gets the ledger, and a replica of that version goes on beside it', async () => {
    const { url: at, pool, db } = await databaseBefore('before_ledger', '0020');
    const day = `insert into whale_days (timeline, date, time, day) values ('t', $1, 1, '{}')`;
    await pool.query(day, ['2026-01-01']);
    const store = await server.open(at);
    expect(await store.ledger.newest('t', 'live')).toEqual([]);
    const write = { origin: 'live', rows: [forecast(0)], day: MIDNIGHT, closeBefore: MIDNIGHT } as const;
    await LEDGER_ROWS.write(store.db, write, { timeline: 't', asOf: 1 });
    expect(await store.ledger.firstTime('t', 'live')).toBe(MIDNIGHT);
    await pool.query(day, ['2026-01-02']);
    expect((await pool.query('select date from whale_days order by date')).rows).toEqual([
      { date: '2026-01-01' },
      { date: '2026-01-02' },
    ]);
    await db.destroy();
  });

  it('keeps its events and webhooks, whose places and cool-downs go on, and a replica of that version beside it', async () => {
    const { url: at, pool, db } = await databaseBefore('before_kept', '0022');
    const insert = `insert into events (id, ts, recv_ts, type, venue, symbol, usd, payload) values ($1, $1, $1, 'regime', null, 'BTC', null, '{"from":"a"}')`;
    for (const id of [1, 2, 3]) await pool.query(insert, [id]);
    await pool.query('update event_counter set last_id = 3');
    const webhook = `insert into webhooks (id, account, url, secret, types, symbols, min_usd, created_at, last_event_id, failures, paused_because, condition, cooldown_s, digest_s, sent_ts)
      values ($1, 'a', 'https://example.com/', 's', '{regime}', null, 5, 1, 2, $2, $3, $4, $5, $6, $7)`;
    await pool.query(webhook, ['wh_rules', 0, null, 'usd > 5', 600, 60, 1234]);
    await pool.query(webhook, ['wh_plain', 4, '4 attempts in a row failed', null, null, null, null]);
    const { rows: before } = await pool.query<object>('select * from webhooks order by id');

    const store = await server.open(at);
    const after = await store.pool.query<object>('select * from webhooks order by id');
    expect(after.rows).toEqual(before.map((row) => ({ ...row, marks: null })));
    expect(await store.webhooks.ofAccount('a')).toMatchObject([
      { id: 'wh_plain', lastEventId: 2, failures: 4, condition: null, cooldownS: null, sentTs: null, marks: null },
      { id: 'wh_rules', lastEventId: 2, condition: 'usd > 5', cooldownS: 600, digestS: 60, sentTs: 1234, marks: null },
    ]);
    expect((await store.events.since(2, 9)).map(({ id }) => id)).toEqual([3]);
    await pool.query(`update webhooks set last_event_id = 3, sent_ts = 3 where id = 'wh_rules'`);
    await pool.query(insert, [4]);
    await pool.query('update event_counter set last_id = 4');
    expect((await store.webhooks.find('a', 'wh_rules'))?.sentTs).toBe(3);
    expect(await store.events.prune(9, { types: ['regime'], beforeTs: 2 })).toBe(4);
    expect((await store.events.since(0, 9)).map(({ id }) => id)).toEqual([2, 3, 4]);
    await db.destroy();
  });
});
