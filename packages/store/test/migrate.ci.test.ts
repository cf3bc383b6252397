import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../src/connection.ts';
import { LOCKS } from '../src/locks.ts';
import { openStore } from '../src/open-store.ts';
import { ENGINES, QUIET, startOwnServer, type TestServer } from './test-support.ts';

const REPLICAS = 6;
const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 20 : 3;

for (const { engine, binaries, isThere } of ENGINES) {
  describe.skipIf(!isThere)(`the migrations on ${engine}`, () => {
    let server: TestServer;
    let load: Worker[];
    beforeAll(async () => {
      server = await startOwnServer(binaries);
      load = [0, 1].map(() => new Worker('for (;;);', { eval: true }));
    });
    afterAll(async () => {
      await Promise.all(load.map(async (worker) => worker.terminate()));
      await server.stop();
    });

    it('wait, those of the job queue too, while another replica migrates', async () => {
      const databaseUrl = await server.emptyDatabase();
      const other = createClient(databaseUrl);
      await other.connect();
      const count = async (text: string): Promise<number> =>
        (await other.query<{ count: number }>(`select count(*) as count from ${text}`)).rows[0]!.count;
      await other.query('select pg_advisory_lock($1::int, 0)', [LOCKS.migration]);
      const opening = openStore({ dataDir: '/nonexistent', databaseUrl, log: QUIET });
      await expect.poll(async () => count("pg_locks where locktype = 'advisory' and not granted")).toBe(1);
      expect(await count("pg_tables where schemaname in ('public', 'graphile_worker')")).toBe(0);
      await other.query('select pg_advisory_unlock($1::int, 0)', [LOCKS.migration]);
      const opened = await opening;
      expect(await count("pg_tables where schemaname = 'graphile_worker'")).toBeGreaterThan(0);
      await other.end();
      if (opened.ok) await opened.value.close();
    });

    it(`succeed for ${REPLICAS} replicas that open one empty database at once, ${ROUNDS} times under load`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const databaseUrl = await server.emptyDatabase();
        const opened = await Promise.all(
          Array.from({ length: REPLICAS }, async () => openStore({ dataDir: '/nonexistent', databaseUrl, log: QUIET })),
        );
        expect(opened.flatMap((one) => (one.ok ? [] : one.error))).toEqual([]);
        for (const one of opened) if (one.ok) await one.value.close();
      }
    });
  });
}
