/** Snapshots are validated on read: a broken row in the database neither stops a replica nor reaches an answer. */

import { SIMULATOR_V2 } from '@barograph/simulator';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { composeHost, type Host } from '../../../src/compose.ts';
import { createLog } from '../../../../store/src/log.ts';
import { openModel } from '../../../../runtime/src/producers/quant/model.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { AS_OF, OPEN_GATE, simulatedMarket, smallMarket } from '../../test-support.ts';

const MARKET = smallMarket();
let server: TestServer;
/** A database in which a host has published everything. */
let published = '';
let url = '';
let store: Store;
beforeAll(async () => {
  server = await startTestServer();
  published = await server.database();
  const { host } = hostOn(await server.open(published));
  await host.start();
  await host.ready();
  await host.stop();
});
afterAll(async () => server.stop());

interface Watched {
  readonly host: Host;
  readonly lines: Record<string, unknown>[];
}

/** A replica without a gate whose log is kept. */
function hostOn(on: Store): Watched {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const clock = createManualClock(AS_OF);
  const host = composeHost({
    market: MARKET,
    clock,
    wall: clock,
    store: on,
    timeline: 'test',
    log,
    version: '0.0.0',
    publicUrl: () => '',
    pricingUrl: '',
    gate: OPEN_GATE,
  });
  return { host, lines };
}

const PATHS = [
  '/indicators/signum-rgg',
  '/volatility/regime',
  '/volatility/index',
  '/volatility/regime/score',
  '/volume/scanner',
  '/indicators/heatmap',
  '/indicators/technical',
  '/regimes',
  '/regimes/history',
  '/health',
];

async function statuses({ server: http }: Host): Promise<readonly (readonly [string, number])[]> {
  const answers: [string, number][] = [];
  for (const path of PATHS) answers.push([path, (await http.inject({ url: `/api/v1${path}` })).statusCode]);
  return answers;
}

const rowOf = async (name: string): Promise<unknown> =>
  (await store.pool.query<{ row: unknown }>('select row_to_json(s) as row from snapshots s where name = $1', [name]))
    .rows[0]?.row;

const BREAKS: readonly (readonly [string, string, string])[] = [
  ['a head of null', 'signum', `head = 'null'`],
  ['a head without its warming', 'volume', `head = '{"days": {}}'`],
  [
    'a head with a number for a text',
    'volatility',
    `head = jsonb_set(head::jsonb, '{score,configVersion}', '5')::json`,
  ],
  ['records of an object', 'technical', `records = '{}'`],
  ['records of null', 'heatmap', `records = '[null]'`],
  ['a record without its fields', 'signum', `records = '[{"symbol": "BTC"}]'`],
  ['a record with a text for a number', 'cycle', `records = '[{"timestamp": "now"}]'`],
  ['records of text and a head of a list', 'cycle', `records = '"x"', head = '[]'`],
];

describe('[12.4] a broken row', () => {
  beforeEach(async () => {
    await server.closeStores();
    url = await server.database(published);
    store = await server.open(url);
  });

  it.each(BREAKS)(
    '%s (%s) is set aside and logged at a start, and the snapshot is computed again',
    async (_, name, set) => {
      const before = await rowOf(`test/${name}`);
      expect(before).toBeDefined();
      await store.pool.query(`update snapshots set ${set} where name = $1`, [`test/${name}`]);
      const broken = await rowOf(`test/${name}`);
      const { host, lines } = hostOn(await server.open(url));
      await host.start();
      await host.ready();
      expect(await statuses(host)).toEqual(PATHS.map((path) => [path, 200]));
      expect(lines).toContainEqual(expect.objectContaining({ level: 50, name, msg: 'snapshot set aside' }));
      expect(await rowOf(`test/${name}`)).toEqual(before);
      expect(await rowOf(`aside/test/${name}`)).toEqual({ ...(broken as object), name: `aside/test/${name}` });
      await host.stop();
    },
  );

  it.each(BREAKS)('%s (%s) that is published to a running host changes no answer', async (_, name, set) => {
    const { host, lines } = hostOn(await server.open(url));
    await host.start();
    await host.ready();
    const before = await rowOf(`test/${name}`);
    await store.pool.query(`update snapshots set ${set}, as_of = as_of + 1 where name = $1`, [`test/${name}`]);
    await store.pool.query(`select pg_notify('barograph_snapshots', $1)`, [`test/${name}`]);
    await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ name, msg: 'snapshot set aside' })));
    expect(await statuses(host)).toEqual(PATHS.map((path) => [path, 200]));
    // The replica that still has a good one gives it to the others.
    await vi.waitFor(async () => expect(await rowOf(`test/${name}`)).toEqual(before));
    await host.stop();
  });

  it('of another version is left to those who can read it', async () => {
    await store.pool.query(
      `update snapshots set version = 'signum-snapshot/9', head = 'null' where name = 'test/signum'`,
    );
    const { host, lines } = hostOn(await server.open(url));
    await host.start();
    await host.ready();
    expect(lines.filter(({ msg }) => msg === 'snapshot set aside')).toEqual([]);
    await host.stop();
  });
});

describe('[12.4] what a host publishes', () => {
  it('passes its own check, the nowcast included', async () => {
    const clock = createManualClock(SIMULATOR_V2.start + 500 * 86_400_000);
    const on = await server.open(await server.database());
    const lines: Record<string, unknown>[] = [];
    const hostOf = async (): Promise<Host> =>
      composeHost({
        market: simulatedMarket(),
        clock,
        wall: clock,
        store: on,
        timeline: 'simulated',
        log: createLog('warn', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) }),
        model: await openModel(fileURLToPath(new URL('../../../../../models/', import.meta.url))),
        version: '0.0.0',
        publicUrl: () => '',
        pricingUrl: '',
        gate: OPEN_GATE,
      });
    const first = await hostOf();
    await first.start();
    await first.ready();
    await first.stop();
    const { rows } = await on.pool.query<{ name: string; records: number }>(
      `select name, json_array_length(records)::int as records from snapshots order by name`,
    );
    expect(rows.map(({ name }) => name)).toHaveLength(10);
    expect(rows.filter(({ records }) => records === 0)).toEqual([]);
    const second = await hostOf();
    await second.start();
    await second.ready();
    await second.stop();
    expect(lines.filter(({ msg }) => msg === 'snapshot set aside')).toEqual([]);
  });
});
