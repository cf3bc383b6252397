/**
 * The contract in three modes of the host: embedded database, two replicas on Debian's PostgreSQL, and replay clock.
 * Operations accept their examples, parameters their bounds, and answers fit their schemas.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { ErrorEnvelope, ValidationErrorBody, type Endpoint } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PROBED, triesOf, urlOf } from '../packages/host/test/http/table.cases.ts';
import { createClient } from '../packages/store/src/connection.ts';
import {
  debianBinaries,
  QUIET,
  startOwnServer,
  temporaryFolder,
  type TestServer,
} from '../packages/store/test/test-support.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import { openStore, type Store } from '@barograph/store';
import { call, NO_ACCOUNTS, startHost, type HostProcess } from './host-process.ts';
import { momentFaults } from './moments.ts';

// Hosts and databases run as processes on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

interface Mode {
  readonly hosts: readonly HostProcess[];
  readonly stop: () => Promise<void>;
}

/** More calls than a key may make in a minute are spread over several keys. */
const KEYS = 12;
const keyOf = (i: number): string =>
  `bg_live_${createHash('sha256').update(`key ${i}`).digest('base64url').slice(0, 32)}`;
let calls = 0;

async function putKeys(store: Store): Promise<void> {
  for (let i = 0; i < KEYS; i++) {
    const hash = createHash('sha256').update(keyOf(i)).digest('hex');
    const key = { hash, prefix: keyOf(i).slice(0, 12), email: `key${i}@example.org`, tier: 'pro_plus' as const };
    const result = await store.keys.create(key, Date.now());
    if (!result.ok) throw new Error('no key');
  }
}

let folder = '';
let debian: TestServer | undefined;

/** A host with a database of its own gets its keys while it is not running. */
async function embedded(name: string, flags: readonly string[], banner: RegExp): Promise<Mode> {
  const state = join(folder, name);
  await prepareCluster(state);
  const store = await openStore({ dataDir: state, log: QUIET });
  if (!store.ok) throw new Error(store.error);
  await putKeys(store.value);
  await store.value.close();
  const host = await startHost(['--data-dir', state, ...flags]);
  expect(host.printed).toMatch(banner);
  return {
    hosts: [host],
    stop: async () => {
      expect(await host.stop()).toBe(0);
    },
  };
}

async function replicas(): Promise<Mode> {
  debian = await startOwnServer(debianBinaries);
  const url = await debian.database();
  await putKeys(await debian.open(url));
  const hosts = await Promise.all([startHost([], { DATABASE_URL: url }), startHost([], { DATABASE_URL: url })]);
  for (const { printed } of hosts)
    expect(printed).toMatch(/external database\nX-API-Key: .*key create --tier pro_plus/);
  return {
    hosts,
    stop: async () => {
      for (const host of hosts) expect(await host.stop()).toBe(0);
    },
  };
}

/** A meme coin among them, and days enough that every engine has something to say. */
function replay(): Promise<Mode> {
  const { start } = SIMULATOR_V2;
  const bars = join(folder, 'bars');
  mkdirSync(bars);
  for (const symbol of ['BTC', 'ETH', 'SOL', 'DOGE']) {
    const { time, open, high, low, close, volume, length } = createMarket().candles(
      symbol,
      'perpdex_perp',
      '1h',
      start,
      start + 420 * DAY_MS,
    );
    const rows = Array.from({ length }, (_, i) => [time[i], open[i], high[i], low[i], close[i], volume[i]].join(','));
    writeFileSync(join(bars, `${symbol}.csv`), ['timestamp,open,high,low,close,volume', ...rows, ''].join('\n'));
  }
  const flags = ['--data', bars, '--from', String(start + 400 * DAY_MS), '--speed', '60'];
  return embedded('replay', flags, /source: files, 4 symbols, \d+ bars, replay clock at 20/);
}

const MODES: readonly [string, () => Promise<Mode>, boolean][] = [
  ['embedded', async () => embedded('own', [], /source: simulated, \d+ symbols, \d+ bars, system clock at 20/), true],
  ["two replicas on Debian's PostgreSQL (needs postgresql-15)", replicas, debianBinaries !== undefined],
  ['replay clock', replay, true],
];

/** A composite of the operator is there where its file is: it has tests of its own. */
const ASKED = PROBED.filter(([id]) => id !== 'composites.get');

const ajv = new Ajv({ allowUnionTypes: true });
/** Operations over feeds that bar files do not have. */
const OF_LIVE_FEEDS: ReadonlySet<string> = new Set([
  'perpdex.meta',
  'perpdex.prices',
  'perpdex.funding_rates',
  'perpdex.open_interest',
  'perpdex.l2_book',
  'perpdex.summary',
  'daily.perpdex',
  'perpdex.top_traders',
  'perpdex.trader_profiles',
  'perpdex.wallet_positions',
  'daily.pd_traders',
  'perpdex.trade_flow',
  'perpdex.trade_flow_universe',
  'liquidity.depth',
  'liquidity.depth_symbol',
  'liquidity.oi_divergence',
  'liquidity.regime',
  'liquidity.regime_score',
  'quant.positioning',
  'quant.ladder',
  'quant.gex',
  'quant.gex_history',
  'quant.whales',
  'quant.whales_history',
  'perpdex.wallet_signals',
  'market_intelligence.etf_flows',
  'news.coin',
  'news.market_moving',
  'news.pulse',
  'news.sources',
  'coins.categories',
  'coins.category_groups',
  'coins.get',
  'coins.list',
  'coins.search',
  'coins.top',
  'daily.prices',
  'derivatives.funding_rates',
  'derivatives.open_interest',
  'daily.get',
  'derivatives.perpdex.history',
  'derivatives.summary',
  'dex.new_pools',
  'dex.promoted',
  'dex.promoted_top',
  'dex.security',
  'dex.token',
  'dex.trending',
  'market_data.btc_price_history',
  'market_data.exchange_info',
  'market_data.klines',
  'market_data.short_term_price',
  'market_data.ticker_24hr',
  'market_data.ticker_price',
  'market_data.volume_history',
  'market_intelligence.funding_rates',
  'market_intelligence.liquidations',
  'security.regime',
  'security.regime_score',
  'security.events',
  'security.regime_symbol',
  'security.regime_refresh',
  'policy.headlines',
  'sentiment.fear_greed',
  'sentiment.macro',
  'sentiment.stablecoins',
  'sentiment.stablecoins_history',
  'sentiment.stablecoins_remote_history',
  'supply.float',
  'supply.unlocks',
]);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await debian?.stop();
  await rm(folder, { recursive: true });
});

describe.each(MODES)('%s', (name, open, isThere) => {
  describe.skipIf(!isThere)('the contract', () => {
    let mode: Mode;
    beforeAll(async () => {
      mode = await open();
    });
    afterAll(async () => mode.stop());

    /** Each call goes to the next replica, with the next key. */
    const ask = async ({ method, body }: Endpoint, path: string) => {
      const host = mode.hosts[++calls % mode.hosts.length]!;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
      const [example] = (body as { readonly examples?: readonly object[] } | undefined)?.examples ?? [];
      const sent = example === undefined ? {} : { body: JSON.stringify(example), headers: { 'content-type': 'application/json' } }; // prettier-ignore
      return call(`${host.url}${path}`, keyOf(calls % KEYS), { method, ...sent });
    };

    /** Bar files lack contexts, mid prices, books, trades and accounts. */
    const served = ASKED.filter(([id]) => name !== 'replay clock' || !OF_LIVE_FEEDS.has(id));

    it.each(served)('%s answers its examples within its schema', async (_id, endpoint) => {
      const { status, body, headers } = await ask(endpoint, urlOf(endpoint));
      expect([status, JSON.stringify(body).slice(0, 200)]).toEqual([200, expect.anything()]);
      expect(headers.get('x-api-version')).toBe('2026-11-28');
      if (endpoint.method === 'HEAD') return;
      expect(momentFaults(body, Infinity)).toEqual([]);
      const validate = ajv.compile(endpoint.reply);
      expect(validate(body) ? [] : validate.errors).toEqual([]);
    });

    it.each(served.filter(([, endpoint]) => triesOf(endpoint).length > 0))(
      '%s takes its bounds, and answers 422 just beyond them',
      async (_id, endpoint) => {
        const invalid = ajv.compile(ValidationErrorBody);
        for (const { name, value, status } of triesOf(endpoint)) {
          const answer = await ask(endpoint, urlOf(endpoint, { [name]: value }));
          expect([name, value, answer.status]).toEqual([name, value, status]);
          if (status === 422) expect(invalid(answer.body)).toBe(true);
        }
      },
    );

    it('refuses who has no key, and who has a wrong one, in the envelope', async () => {
      const { url } = mode.hosts[0]!;
      for (const key of [undefined, 'bg_live_nobody']) {
        const { status, body } = await call(`${url}/api/v1/indicators/signum-rgg`, key);
        expect(status).toBe(401);
        expect(ajv.validate(ErrorEnvelope, body)).toBe(true);
      }
    });

    it.each(ASKED.filter((row) => !served.includes(row)))('%s says that no source has it', async (_id, endpoint) => {
      const { status, body } = await ask(endpoint, urlOf(endpoint));
      expect([status, body]).toMatchObject([503, { detail: { error: 'source_unavailable' } }]);
    });

    it('has exactly one replica that holds the ingest lease', async () => {
      const leads = await Promise.all(
        mode.hosts.map(
          async ({ url }) => /^barograph_ingest_leader (\d)$/m.exec(String((await call(`${url}/metrics`)).body))![1],
        ),
      );
      expect(leads.filter((lead) => lead === '1')).toHaveLength(1);
    });

    it('gives replicas the same rows', async () => {
      const rows = await Promise.all(
        mode.hosts.map(async ({ url }, i) => (await call(`${url}/api/v1/indicators/signum-rgg`, keyOf(i))).body),
      );
      for (const row of rows) expect(row).toEqual(rows[0]);
    });
  });
});

describe.skipIf(debianBinaries === undefined)('limits on two replicas (needs postgresql-15)', () => {
  it('[#79] hold exactly under fifty clients at once', async () => {
    const server = await startOwnServer(debianBinaries);
    const url = await server.database();
    const store = await server.open(url);
    await putKeys(store);
    // Limits use the wall clock, independent of the bars; a few bars are computed quickly.
    const flags = ['--from', '2024-04-01', '--speed', '0', ...NO_ACCOUNTS];
    const hosts = await Promise.all([startHost(flags, { DATABASE_URL: url }), startHost(flags, { DATABASE_URL: url })]);
    // Avoid the end of a minute, which starts a new window.
    if (Date.now() % 60_000 > 45_000) await new Promise((done) => setTimeout(done, 60_000 - (Date.now() % 60_000)));
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 50 }, async (_, client) => {
        for (let i = 0; i < 4; i++) {
          const host = hosts[(client + i) % 2]!;
          statuses.push((await call(`${host.url}/api/v1/perpdex/candles?limit=1`, keyOf(0))).status);
        }
      }),
    );
    expect(statuses.filter((status) => status === 200).length).toBe(120);
    expect(statuses.filter((status) => status === 429).length).toBe(80);
    const admin = createClient(url);
    await admin.connect();
    const { rows } = await admin.query<{ count: number }>('select count from usage');
    expect(rows).toEqual([{ count: 120 }]);
    await admin.end();
    for (const host of hosts) expect(await host.stop()).toBe(0);
    await server.stop();
  });
});
