/**
 * Hosts over the loopback venue, all as processes: two replicas on one database spend one budget and say the same, and
 * the last values are served as stale while the venue is away. The long half: BAROGRAPH_FULL=1.
 */

import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { debianBinaries, startOwnServer, type TestServer } from '../packages/store/test/test-support.ts';
import { built } from '../packages/store/test/built.ts';
import { call, NO_MODEL, startHost, type HostProcess } from './host-process.ts';
import { runCommand } from './run-command.ts';
import { startVenue, type VenueProcess } from './venue-process.ts';

// Hosts, a venue and a database as processes, on a machine that has other things to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

const COINS = ['--coins', '3'];
const FULL = process.env['BAROGRAPH_FULL'] === '1';
const BUDGET = 1200;

/** Operations of the venue that two replicas answer alike. */
const SAME: readonly string[] = [
  'perpdex/meta',
  'perpdex/prices',
  'perpdex/funding-rates?coin=BTC&hours=24',
  'perpdex/open-interest',
  'perpdex/summary?coin=ETH',
  'daily/perpdex',
  'perpdex/candles?coin=BTC&interval=1d&limit=20',
];

async function eventually<Value>(what: string, ask: () => Promise<Value | undefined>, ms = 90_000): Promise<Value> {
  const until = performance.now() + ms;
  for (;;) {
    const value = await ask().catch(() => undefined);
    if (value !== undefined) return value;
    if (performance.now() > until) throw new Error(`expected ${what} within ${ms} ms`);
    await setTimeout(250);
  }
}

/** The answer without the moment at which it was built. */
function settled(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => (name === 'generated_at' ? undefined : value));
}

describe.skipIf(debianBinaries === undefined)('two replicas on one database over one venue', () => {
  let server: TestServer;
  let venue: VenueProcess;
  let hosts: HostProcess[] = [];
  let key = '';
  let url = '';
  beforeAll(async () => {
    [server, venue] = await Promise.all([startOwnServer(debianBinaries), startVenue(COINS)]);
    url = await server.database();
    const flags = ['--perpdex-url', venue.url, ...NO_MODEL];
    hosts = await Promise.all([startHost(flags, { DATABASE_URL: url }), startHost(flags, { DATABASE_URL: url })]);
    key = await keyOf(url);
    for (const { url: host } of hosts) {
      await eventually('rows', async () => {
        const { status } = await call(`${host}/api/v1/indicators/signum-rgg/ETH`, key);
        return status === 200 ? true : undefined;
      });
    }
  });
  afterAll(async () => {
    for (const host of hosts) await host.stop();
    await venue.kill();
    await server.stop();
  });

  it.each(SAME)('answer %s alike [#300]', async (path) => {
    await eventually(
      `one answer of ${path}`,
      async () => {
        const answers = await Promise.all(hosts.map(async (host) => call(`${host.url}/api/v1/${path}`, key)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const [first, other] = answers.map(({ body }) => settled(body));
        return first === other ? true : undefined; // a minute may begin between the two
      },
      30_000,
    );
  });

  it('give books asked for within 3 s one time, and the next ones another', async () => {
    const book = async (host: HostProcess): Promise<number> => {
      const { status, body } = await call(`${host.url}/api/v1/perpdex/l2-book?coin=BTC`, key);
      expect(status).toBe(200);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the operation
      return (body as { readonly ts: number }).ts;
    };
    const began = performance.now();
    const first = await book(hosts[0]!);
    const second = await book(hosts[1]!);
    const third = await book(hosts[0]!);
    if (performance.now() - began < 3000) expect([second, third]).toEqual([first, first]);
    await setTimeout(3200);
    expect(await book(hosts[1]!)).toBeGreaterThan(first);
  });

  it('spend one budget, and have one stream of bars and one of trades', async () => {
    const { refused, mostInMinute } = await venue.spent();
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(BUDGET);
    expect(await venue.sockets()).toBe(2);
  });

  it.skipIf(!FULL)('go on when the leader is killed', async () => {
    const leads = await Promise.all(hosts.map(async ({ url: host }) => leadsOf(host)));
    const at = leads.indexOf(true);
    const [leader] = hosts.splice(at, 1);
    const [other] = hosts;
    const before = await asOfPrices(other!.url, key);
    await leader!.kill();
    await eventually('a new leader', async () => ((await leadsOf(other!.url)) ? true : undefined));
    await eventually('the streams of one', async () => ((await venue.sockets()) === 2 ? true : undefined));
    await eventually(
      'newer prices',
      async () => ((await asOfPrices(other!.url, key)) > before ? true : undefined),
      150_000,
    );
    expect((await call(`${other!.url}/api/v1/perpdex/l2-book?coin=BTC`, key)).status).toBe(200);
    const { refused, mostInMinute } = await venue.spent();
    expect(refused).toBe(0);
    expect(mostInMinute).toBeLessThanOrEqual(BUDGET);
  });

  it.skipIf(!FULL)('serve the last values as stale while the venue is away, and recover', async () => {
    const host = hosts[0]!;
    const feeds = async () => {
      const { body } = await call(`${host.url}/api/v1/health`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the operation
      return (body as { readonly feeds: readonly { feed: string; status: string; reason: string | null }[] }).feeds;
    };
    const contexts = async () => (await feeds()).find(({ feed }) => feed === 'contexts')!;
    const { port } = venue;
    await venue.kill();
    const stale = await eventually(
      'a stale feed',
      async () => {
        const feed = await contexts();
        return feed.status === 'stale' ? feed : undefined;
      },
      100_000,
    );
    expect(stale.reason).toMatch(/no answer|too many failures/);
    expect((await call(`${host.url}/ready`)).status).toBe(200);
    for (const path of ['perpdex/meta', 'perpdex/prices', 'perpdex/open-interest', 'indicators/signum-rgg']) {
      expect((await call(`${host.url}/api/v1/${path}`, key)).status, path).toBe(200);
    }
    expect((await call(`${host.url}/api/v1/perpdex/l2-book?coin=BTC`, key)).status).toBe(503);
    const before = await asOfPrices(host.url, key);
    venue = await startVenue(COINS, port);
    await eventually('a good feed', async () => ((await contexts()).status === 'ok' ? true : undefined), 120_000);
    await eventually(
      'newer prices',
      async () => ((await asOfPrices(host.url, key)) > before ? true : undefined),
      120_000,
    );
    expect((await call(`${host.url}/api/v1/perpdex/l2-book?coin=BTC`, key)).status).toBe(200);
  });
});

async function leadsOf(host: string): Promise<boolean> {
  const { body } = await call(`${host}/metrics`);
  return /^barograph_ingest_leader 1$/m.test(String(body));
}

async function asOfPrices(host: string, key: string): Promise<number> {
  const { body } = await call(`${host}/api/v1/perpdex/prices`, key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the operation
  return (body as { readonly as_of: number }).as_of;
}

/** A key of the highest tier, made on the command line. */
async function keyOf(database: string): Promise<string> {
  const main = built('packages/host/dist/main.js');
  const created = await runCommand(process.execPath, [main, 'key', 'create', '--tier', 'pro_plus'], {
    environment: { DATABASE_URL: database },
  });
  return created.stdout.trim();
}
