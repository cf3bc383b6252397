import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FAST_CASES, OTHER_CASES } from './cases/all.cases.ts';
import { MIDNIGHT } from './cases/store-case.ts';
import { createClient } from '../src/connection.ts';
import { MIGRATIONS } from '../src/migrate.ts';
import { openStore, type Store } from '../src/open-store.ts';
import { debianBinaries, ENGINES, QUIET, startOwnServer, type TestServer } from './test-support.ts';
import { transferCases } from './transfer.cases.ts';

for (const { engine, binaries, isThere } of ENGINES) {
  describe.skipIf(!isThere)(`a store on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startOwnServer(binaries);
    });
    afterEach(async () => server.closeStores());
    afterAll(async () => server.stop());

    // `store.test.ts` has the others on the embedded engine.
    for (const [subject, cases] of binaries === undefined ? OTHER_CASES : [...FAST_CASES, ...OTHER_CASES]) {
      describe(subject, () => {
        for (const { name, run } of cases) {
          it(name, async () => {
            const url = await server.database();
            const open = async (): Promise<Store> => server.open(url);
            await expect(run({ open })).resolves.toBeUndefined();
          });
        }
      });
    }

    it('is migrated once when six replicas start on a new database at once', async () => {
      const admin = createClient(await server.database());
      await admin.connect();
      for (const name of ['fresh_1', 'fresh_2', 'fresh_3']) {
        await admin.query(`create database ${name}`);
        const url = new URL(await server.database());
        url.pathname = `/${name}`;
        const replicas = await Promise.all(Array.from({ length: 6 }, async () => server.open(url.href)));
        const { rows } = await replicas[0]!.pool.query<{ name: string }>('select name from kysely_migration');
        expect(rows).toEqual(Object.keys(MIGRATIONS).map((name) => ({ name })));
        for (const replica of replicas) expect(await replica.events.bounds()).toEqual({ oldestId: null, lastId: 0 });
        await server.closeStores();
      }
      await admin.end();
    });

    it('refuses a database that a newer build has migrated', async () => {
      const url = await server.database();
      const store = await server.open(url);
      await store.pool.query(`insert into kysely_migration (name, timestamp) values ('9999-future', 'x')`);
      const answer = await openStore({ dataDir: '/nowhere', databaseUrl: url, log: QUIET });
      expect(answer.ok ? 'opened' : answer.error).toMatch(/^cannot migrate the database: .*9999-future/);
    });

    it('survives that the server cuts its connections, in the middle of a transaction too', async () => {
      const [store, other] = [await server.open(await server.database()), await server.open(await server.database())];
      const cut = async (): Promise<unknown> =>
        other.pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname <> current_database() and pid <> pg_backend_pid()',
        );
      await store.usage.today('k', MIDNIGHT);
      await expect(
        store.db.transaction().execute(async (transaction) => {
          await sql`select 1`.execute(transaction);
          await cut();
          await sql`select 1`.execute(transaction);
        }),
      ).rejects.toThrow(/terminat|not queryable|ECONNRESET/);
      // The pool forgets its dead connections as it hears of them.
      await vi.waitFor(async () => expect(await store.usage.today('k', MIDNIGHT)).toBe(0));
    });
  });
}

describe('a store that cannot be opened says why in one line', () => {
  it.each([
    [
      'postgresql://u:secret@127.0.0.1:1/db',
      /^DATABASE_URL: cannot use postgresql:\/\/u@127\.0\.0\.1:1\/db: .*ECONNREFUSED/,
    ],
    ['mysql://u:secret@h/db', /^DATABASE_URL: expected postgresql:/],
    ['not a url, secret', /^DATABASE_URL: expected postgresql:/],
    ['postgresql://u:secret@no-such-host.invalid/db', /^DATABASE_URL: cannot use .*(?:ENOTFOUND|EAI_AGAIN)/],
  ])('%s', async (databaseUrl, line) => {
    const answer = await openStore({ dataDir: '/nowhere', databaseUrl, log: QUIET });
    const problem = answer.ok ? 'opened' : answer.error;
    expect(problem).toMatch(line);
    expect(problem).not.toMatch(/secret|\n/);
  });
});

describe.skipIf(debianBinaries === undefined)('beside another engine', () => {
  transferCases("Debian's PostgreSQL 15", async () => startOwnServer(debianBinaries));
});
