/** Transfers of a store between two servers. */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../src/migrate.ts';
import type { Store } from '../src/open-store.ts';
import type { Write } from '../src/tables.ts';
import { exportStore, importStore } from '../src/transfer.ts';
import { forecast } from './cases/ledger.cases.ts';
import { newsEvent } from './cases/news.cases.ts';
import { DAY_MS, MIDNIGHT } from './cases/store-case.ts';
import { startTestServer, temporaryFolder, valueOf, type TestServer } from './test-support.ts';

/** Writes a row into each table. */
async function filled(store: Store): Promise<void> {
  const limits = { daily: 9, perMinute: 9 };
  const key = valueOf(await store.keys.create({ hash: 'h', prefix: 'p', email: 'a@b.c', tier: 'free' }, MIDNIGHT));
  const next = valueOf(await store.keys.rotate(key.id, { hash: 'h2', prefix: 'p' }, MIDNIGHT));
  await store.keys.rotate(next.id, { hash: 'h3', prefix: 'p' }, MIDNIGHT);
  await store.usage.take(key.id, limits, MIDNIGHT);
  const event = {
    ts: 1,
    recvTs: 2,
    type: 't',
    venue: null,
    symbol: 'é😀',
    usd: 0.1 + 0.2,
    payload: { z: '\n"\\', a: 1e-7 },
  };
  await store.events.append([{ ...event, recvTs: 1 }, ...Array.from({ length: 2500 }, () => event)]);
  // The first one outlives the log.
  await store.events.prune(2, { types: ['t'], beforeTs: 0 });
  await store.snapshots.publish({ name: 's', asOf: 1, version: 'v', head: { b: 1, a: 2 }, records: [1, null] });
  await store.engineStates.save([{ engine: 'e', scope: 's', configVersion: 'v', asOf: 1, state: { x: null } }]);
  await store.observations.append([{ series: 's', key: 'k', validTime: 1, knownAt: 1, value: [1.5], source: 'x' }]);
  const archived = { date: '2026-01-01', exchange: '', symbol: 'é', file: 'f', sha256: 'x', bytes: 1, rows: 1 };
  await store.archives.claim({ timeline: 't', type: 't', date: '2026-01-01' }, 'h', 1, 1);
  await store.archives.put('t', { type: 't', ...archived }, 1);
  await store.slots.claim('j', 1, 'o', 1, 1);
  await store.leases.take('s', 1, 'h', 1, 1);
  await store.brakes.take([{ name: 's', most: 1, windowMs: 1 }], 1);
  const write = async (one: Write) => store.tables.write(one, { timeline: 't', asOf: 1 });
  await write({ table: 'takerMinutes', rows: [{ time: 60_000, partial: true, coins: [] }] });
  await store.snapshotHistory.begin('t', 1);
  const texts = { head: '{"é":1}', records: ['null', '{"a":0.30000000000000004}'] };
  await store.snapshotHistory.keep('t', { name: 's', knownAt: 2, asOf: 1, version: 'v', provenance: [], ...texts });
  const receiver = { account: key.id, url: 'https://example.com/', secret: 's', createdAt: 1, minUsd: 0.1 + 0.2 };
  await store.webhooks.create({ id: 'w', types: ['funding'], symbols: null, ...receiver }, 1);
  const paid = {
    network: 'eip155:1',
    asset: 'a',
    payer: 'p',
    nonce: 'n',
    fingerprint: 'f',
    signatureHash: 's',
    clientNetwork: 'c',
  };
  const terms = { resource: 'r', payTo: 'q', amount: '8000', validBefore: 1, seenAt: 1 };
  await store.payments.begin({ ...paid, ...terms }, { by: 'me', until: 2 });
  await store.testLedger.fill('p', 8000n);
  await store.testLedger.transfer({ payer: 'p', payTo: 'q', nonce: 'n', units: 1n });
  const none = { long: 0, short: 0, net: 0, gross: 0, topCoins: [], source: 'live', estimated: false } as const;
  await write({ table: 'whaleDays', rows: { date: '1970-01-01', time: 1, ...none } });
  const days = [{ venue: 'cexa', symbol: 'BTCUSDT', day: 0, numbers: { funding: 0.1 + 0.2, longShare: 1e-7 } }];
  await write({ table: 'venueDays', rows: { days, keepFrom: 0 } });
  const counts = { ingested: 1, dropped_noise: 1, dropped_no_catalyst: 0, dropped_no_entity: 0 };
  const hours = [{ hour: 0, counts: { ...counts, dropped_below_threshold: 0, qualified: 0 }, coverage: { é: 1 } }];
  const source = { name: 's', about: { url: null, tier: 1, category: null }, run: 'r' } as const;
  const state = { lastSuccessAt: 1, lastErrorAt: null, lastError: null };
  const sources = [{ ...source, ...state, counts: { items: 1, notModified: 0, dropped: {} } }];
  await write({ table: 'news', rows: { events: [newsEvent('x', 0)], hours, sources } });
  const response = {
    retPct: 0.1 + 0.2,
    oiChangePct: null,
    fundingShift: 1e-7,
    volumeMultiplier: 1,
    abnormality: null,
  };
  await store.news.appendResponses('t', [{ id: 'x', symbol: 'BTC', horizon: '1h', knownAt: 1, response }]);
  const end = { exchange: 'é', counterparty: null, direction: 'inflow' } as const;
  const flow = { id: 'w', chain: 'ethereum', time: 1, symbol: 'ETH', usd: 0.1 + 0.2, amount: 1e-7, block: 1, ...end };
  const origin = { source: 'é', kind: 'simulated' } as const;
  const read = { origin, cursor: '1', replaces: null, since: 0, until: 1, replaced: [] };
  await write({ table: 'exchangeFlows', rows: { ...read, flows: [{ flow, event: undefined }] } });
  const baseline = { name: 'positions', version: 'v', scope: 's', asOf: 1, json: '[]' };
  const cycle = { time: 1, before: null, changes: [] };
  const chain = { origin: 'live', rows: [forecast(0)], day: MIDNIGHT, closeBefore: MIDNIGHT + DAY_MS } as const;
  await write({ table: 'ledger', rows: chain });
  await write({ table: 'positionCycles', rows: { cycle, baseline, replaces: null, events: [] } });
}

/** Rows of each table, sorted. */
async function contents(store: Store): Promise<unknown> {
  const tables = Object.entries(await tableCounts(store));
  const all = tables.map(async ([table]) => {
    const { rows } = await store.pool.query<{ line: string }>(`select row_to_json(t)::text as line from ${table} t`);
    return [table, rows.map(({ line }) => line).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** Rows of each table that is exported. */
async function tableCounts(store: Store): Promise<Record<string, number>> {
  const { rows } = await store.pool.query<{ name: string }>(
    // Not exported: relayed requests live for a minute, rates refill in seconds, the service record covers a day, and batches
    // end with their command.
    `select tablename as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely%' and tablename not in ('feed_requests', 'feed_gaps', 'answer_counts', 'rates',
        'work_batches', 'work_blocks')`,
  );
  const counts = rows.map(async ({ name }) => {
    const counted = await store.pool.query<{ n: number }>(`select count(*) as n from ${name}`);
    return [name, counted.rows[0]!.n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Tests of moves between the server of this process and another one. @param other its name in the title */
export function transferCases(other: string, startOther: () => Promise<TestServer>): void {
  describe(`moving a store between the embedded engine and ${other}`, () => {
    let here: TestServer;
    let there: TestServer;
    let folder: string;
    beforeAll(async () => {
      [here, there, folder] = await Promise.all([startTestServer(), startOther(), temporaryFolder()]);
    });
    afterAll(async () => {
      await Promise.all([here.stop(), there.stop(), rm(folder, { recursive: true })]);
    });

    it('there and back again, every table is equal, and ids go on', async () => {
      const first = await here.open(await here.database());
      await filled(first);
      const counts = await tableCounts(first);
      expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
      const out = join(folder, 'out');
      const manifest = await exportStore(first.db, out);
      expect(Object.fromEntries(manifest.tables.map(({ table, rows }) => [table, rows]))).toEqual(counts);

      const second = await there.open(await there.database());
      expect(await importStore(second.db, out)).toEqual({ ok: true, value: undefined });
      expect(await contents(second)).toEqual(await contents(first));
      const event = { ts: 1, recvTs: 2, type: 't', venue: null, symbol: null, usd: null, payload: {} };
      expect(await second.events.append([event])).toEqual([2502]);

      const back = join(folder, 'back');
      await exportStore(second.db, back);
      const third = await here.open(await here.database());
      expect(await importStore(third.db, back)).toEqual({ ok: true, value: undefined });
      expect(await contents(third)).toEqual(await contents(second));
      expect(await third.events.append([event])).toEqual([2503]);
      expect(await importStore(third.db, back)).toEqual({
        ok: false,
        error: 'expected an empty store, got rows in keys',
      });
    });

    it('an import that is not what its manifest says changes nothing', async () => {
      const source = await here.open(await here.database());
      await filled(source);
      const target = await there.open(await there.database());
      const empty = await contents(target);
      const broken = join(folder, 'broken');
      const problems: [file: string, change: (bytes: Buffer) => Buffer | string, line: RegExp][] = [
        ['leases.ndjson.gz', (bytes) => bytes.subarray(0, -9), /unexpected end of file|sha256/],
        ['events.ndjson.gz', (bytes) => Buffer.from([...bytes].with(bytes.length >> 1, 0x5a)), /./],
        [
          'manifest.json',
          (bytes) => bytes.toString().replace(/"sha256": "\w+"/, '"sha256": "00"'),
          /expected the sha256/,
        ],
        [
          'manifest.json',
          (bytes) => bytes.toString().replace('"rows": 2500', '"rows": 2501'),
          /expected 2501 rows, got 2500/,
        ],
        [
          'manifest.json',
          (bytes) => bytes.toString().replace(SCHEMA_VERSION, '0000-old'),
          new RegExp(`of schema ${SCHEMA_VERSION}, got "0000-old"; start this version on the store that it came from`),
        ],
        ['manifest.json', (bytes) => bytes.toString().replace('"slots"', '"slot"'), /expected the table slots/],
        ['manifest.json', () => '{}', /expected barograph-store\/1/],
        ['manifest.json', () => '{', /manifest\.json: /],
      ];
      for (const [file, change, line] of problems) {
        await mkdir(broken, { recursive: true });
        await exportStore(source.db, broken);
        await writeFile(join(broken, file), change(await readFile(join(broken, file))));
        const answer = await importStore(target.db, broken);
        expect(answer.ok ? 'imported' : answer.error, file).toMatch(line);
        expect(answer.ok).toBe(false);
      }
      expect(await contents(target)).toEqual(empty);
    });
  });
}
