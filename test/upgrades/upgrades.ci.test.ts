/** Upgrades: state that an earlier version's own code has written goes on under this one, while the earlier one still serves. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../packages/store/src/migrate.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { QUIET, startTestServer, valueOf, type TestServer } from '../../packages/store/test/test-support.ts';
import { startHost, type HostProcess } from '../host-process.ts';
import { barFiles } from './bars.ts';
import { breaksOf, connected, oldStates, schemaOf, type OldState, type Schema } from './state.ts';

const STATES = oldStates();
/** The version whose state a whole host starts on: the oldest. */
const [OLDEST] = STATES as readonly [OldState];

let server: TestServer;
let folder = '';
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'barograph-upgrades-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A database as a version left it. */
async function restored(state: OldState): Promise<string> {
  const url = await server.emptyDatabase();
  await state.restore(url);
  return url;
}

describe.each(STATES)('the state of $name', (state) => {
  let url = '';
  let before: Schema;
  beforeAll(async () => {
    url = await restored(state);
    before = await schemaOf(url);
    await valueOf(await openStore({ dataDir: folder, databaseUrl: url, log: QUIET })).close();
  });

  it('[#57] loses no column by the migrations since, and gets no condition that its version does not know', async () => {
    const after = await schemaOf(url);
    expect(before.columns.size).toBeGreaterThan(100);
    expect(breaksOf(before, after)).toEqual([]);
  });

  it('[#57] takes every statement of its version after the migrations: both versions serve at a time', async () => {
    expect(state.statements.length).toBeGreaterThan(50);
    const refused = await connected(url, async (client) => {
      const failed: string[] = [];
      for (const [i, text] of state.statements.entries()) {
        await client
          .query(`prepare s${i} as ${text}`)
          .catch((error: Error) => failed.push(`${error.message}: ${text}`));
      }
      return failed;
    });
    expect(refused).toEqual([]);
  });
});

describe('a host on the state of the oldest version', () => {
  let host: HostProcess;
  beforeAll(async () => {
    const flags = ['--data', barFiles(join(folder, 'bars')), '--data-dir', folder, '--webhooks-private'];
    host = await startHost(flags, { DATABASE_URL: await restored(OLDEST) });
  });
  afterAll(async () => {
    await host.stop();
  });
  const get = async (path: string, key: string = OLDEST.used.key) =>
    fetch(`${host.url}/api/v1${path}`, { headers: { 'x-api-key': key } });

  it('[#57] knows its keys, webhooks and regimes', async () => {
    const info = (await (await get('/auth/keys/me')).json()) as { tier: string };
    expect(info.tier).toBe('pro_plus');
    const { webhooks } = (await (await get('/webhooks')).json()) as { webhooks: readonly { id: string }[] };
    expect(webhooks.map(({ id }) => id)).toEqual([OLDEST.used.webhook]);
    const market = (await (await get('/quant/market')).json()) as { bar_timestamp: number };
    expect(market.bar_timestamp).toBe(OLDEST.used.regime);
  });

  it('[#57] takes the key that was bought, and sells it no second time', async () => {
    // Its plan ends a day after the dump; the key stays.
    expect((await get('/auth/keys/me', OLDEST.used.bought)).status).toBe(200);
    const again = await fetch(`${host.url}/api/v1/payments/agent-subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': OLDEST.used.payment },
      body: JSON.stringify({ plan: 'pass_1d' }),
    });
    expect(again.status).toBe(409);
  });
});

describe('a migration that fails', () => {
  it('[#57] changes nothing, says which, and leaves the lock to the next one', async () => {
    const url = await restored(OLDEST);
    const before = await schemaOf(url);
    const broken: (typeof MIGRATIONS)[string] = {
      up: async ({ schema }) => {
        await schema.createTable('half').addColumn('id', 'integer').execute();
        // There are keys, which have no value for it.
        await schema
          .alterTable('keys')
          .addColumn('half', 'integer', (column) => column.notNull())
          .execute();
      },
    };
    const all = MIGRATIONS as Record<string, typeof broken>; // oxlint-disable-line typescript/no-unsafe-type-assertion -- taken back below
    all['9999-broken'] = broken;
    try {
      const failed = await openStore({ dataDir: folder, databaseUrl: url, log: QUIET });
      expect(failed.ok).toBe(false);
      expect(failed.ok ? '' : failed.error).toMatch(/^cannot migrate the database: .*half/);
    } finally {
      delete all['9999-broken'];
    }
    expect(await schemaOf(url)).toEqual(before);
    // As the old version goes on: its statements, its place of the lock, and a later upgrade that works.
    await connected(url, async (client) => {
      for (const [i, text] of OLDEST.statements.entries()) await client.query(`prepare s${i} as ${text}`);
    });
    const store = valueOf(await openStore({ dataDir: folder, databaseUrl: url, log: QUIET }));
    expect(await store.events.bounds()).toBeDefined();
    await store.close();
  });
});
