/** Examples of real answers for the OpenAPI document: asked of the simulator at one moment, and cut to two items a list. */

import { API_PREFIX, ENDPOINT_LIST, type Endpoint, ARCHIVE_TYPES, PLANS, usdcUnits } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';
import { newToken } from '../../../store/src/secret.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { frameOf } from '../../src/stream/frame.ts';
import { archiveBtc, memoryBlobs } from '../../../runtime/test/archive/one-day.ts';
import { ask, mint, NOW as WALL, replica, type Reply } from '../accounts/test-support.ts';
import { testModel } from '../services/quant/test-support.ts';
import { paying, wallet } from '../payments/test-support.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../test-support.ts';
import { ownComposites } from '../../../runtime/test/producers/own-composites.ts';
import { bodyOf, urlOf, type Row } from './table.cases.ts';
import { paymentsOf } from '../payments-of.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
/** Examples by the id of their operation. */
export type Examples = Readonly<Record<string, Json>>;

/** A Tuesday, 10:23:30 UTC: the moment of the frozen answers too. */
const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
interface Health {
  readonly event_stream: { readonly last_id: number };
}
/** Items of a list, and points of a history. */
const KEPT = 2;

/** True for operations whose 200 has a body, except the document that contains the examples. */
function hasExample([id, { method }]: Row): boolean {
  return method !== 'HEAD' && id !== 'openapi';
}
/** True for operations whose body is not a JSON value. */
function isText([, { streaming, fileType }]: Row): boolean {
  return streaming === true || fileType !== undefined;
}

const LINK =
  'api/v1/backtesting/archives/file?file=klines%2Fperpdex%2FBTC%2F2026-11-20.parquet&expires=1795344675&signature=0123abcd';

/**
 * Fields that are of a run, a machine or a secret, by operation and name, each with what stands in the example instead.
 * `*` is every operation.
 */
const FLEETING: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '*': { took_ms: 640, api_key: 'bg_live_EXAMPLE_of_a_key_shown_only_once', key_prefix: 'bg_live_EXAM' },
  'wiki.stats': { built_at: 1795305600, source_commit: '0123456789abcdef0123456789abcdef01234567' },
  'payments.agent_subscribe': { api_key: 'bg_test_EXAMPLE_of_a_key_shown_only_once', key_prefix: 'bg_test_EXAM' },
  'backtesting.archives_purchase': { download_url: `http://localhost/${LINK}` },
  'webhooks.create': { id: 'wh_example', secret: 'whsec_EXAMPLE_of_a_secret_shown_only_once' },
  'webhooks.list': { id: 'wh_example' },
  'webhooks.resume': { id: 'wh_example' },
  'webhooks.delete': { id: 'wh_example' },
  'health.get': { uptime_s: 86_400 },
  'backtesting.klines': { next_cursor: 'WyJhIHBvc2l0aW9uIl0' },
  'backtesting.pd_funding_bars': { next_cursor: 'WyJhIHBvc2l0aW9uIl0' },
  'backtesting.snapshots': { next_cursor: 'WyJhIHBvc2l0aW9uIl0' },
  'backtesting.archives_download': {
    download_url:
      'http://localhost/api/v1/backtesting/archives/file?file=klines%2Fperpdex%2F2025-09-01%2FBTC.0123abcd.parquet&expires=1795344675&signature=0123abcd',
    expires_at: 1795344675000,
    file: 'klines/perpdex/2025-09-01/BTC.0123abcd.parquet',
    sha256: '0123abcd',
  },
  'quant.regimes_history': {
    download_url:
      'http://localhost/api/v1/quant/regimes/history/file?format=parquet&expires=1795344675&signature=0123abcd',
  },
};

/** A value with what the rules say in place of fleeting fields. */
function settled(id: string, value: Json): Json {
  const rules = { ...FLEETING['*'], ...FLEETING[id] };
  const walk = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [name, name in rules ? rules[name]! : walk(inner)]),
    );
  };
  return walk(value);
}

/** Parts of a schema that the trimmer reads. */
interface Shape {
  readonly minItems?: number;
  readonly items?: Shape | readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
}

/** A value whose lists are cut to two items, or to as many as their schema demands. */
function trimmed(value: Json, shape: Shape | undefined): Json {
  if (Array.isArray(value)) {
    const of = [shape, ...(shape?.anyOf ?? [])].find((one) => one?.items !== undefined);
    const items = of?.items;
    const kept = value.slice(0, Math.max(KEPT, of?.minItems ?? 0));
    return kept.map((item, i) => trimmed(item, Array.isArray(items) ? items[i] : (items as Shape | undefined)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const of = [shape, ...(shape?.anyOf ?? [])];
  const shapeOf = (name: string): Shape | undefined =>
    of.map((one) => one?.properties?.[name] ?? Object.values(one?.patternProperties ?? {})[0]).find(Boolean);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimmed(inner, shapeOf(name))]));
}

/** The example of an answer. */
function exampleOf(id: string, { reply }: Endpoint, body: Json): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of the table
  return trimmed(settled(id, body), reply as Shape);
}

/** The date of the moment has no point of its own before the evening. */
const SMALL: Readonly<Record<string, number>> = { limit: KEPT, days: KEPT + 1 };

/** The file of an example. */
const SOLD_FILE = {
  name: 'klines/perpdex/BTC/2026-11-20.parquet',
  format: 'parquet',
  bytes: 61_240,
  rows: 1440,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
} as const;

/** Families of a caller's own resources. */
const OWN: ReadonlySet<string> = new Set(['accounts', 'webhooks', 'payments']);

/** True of those that need a key, a payment, or something else that a test of the market has not. */
function isOwn([, { family, payable }]: Row): boolean {
  return OWN.has(family) || payable?.sells === 'file';
}

/**
 * Default request, with a small limit or number of days if the operation takes one: counts then agree with the stored
 * rows.
 */
function questionOf(endpoint: Endpoint): string {
  const small = Object.entries(SMALL).filter(([name, value]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeBox keeps its bounds behind an index signature
    const schema = endpoint.query.properties[name] as { readonly minimum?: number } | undefined;
    return schema !== undefined && (schema.minimum ?? 0) <= value;
  });
  return urlOf(endpoint, Object.fromEntries(small.map(([name, value]) => [name, String(value)])));
}

/** Examples of everything that is of the market. */
async function marketExamples(): Promise<Examples> {
  const server = await startTestServer();
  const store = await server.open(await server.database());
  const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
  const composites = await ownComposites();
  const files = memoryBlobs();
  const clock = createManualClock(NOW);
  const host = hostOver(store, {
    market,
    composites,
    files,
    clock,
    gate: TIER_GATE,
    model: testModel(),
  });
  await host.start();
  // The stream reads its log by itself: on a busy machine it may not have seen the events of this minute yet.
  await vi.waitFor(async () => {
    const { event_stream: stream } = (await host.server.inject(`${API_PREFIX}/health`)).json<Health>();
    if (stream.last_id === 0) throw new Error('"last_id" of the health expected that of an event, got 0');
  });
  const examples: Record<string, Json> = {};
  const headers = { 'x-api-key': 'pro_plus' };
  const daily = await host.server.inject({ url: `${API_PREFIX}/daily?exchange=all&technical_detail=true`, headers });
  await archiveBtc({ store, blobs: files, market, clock, daily: async () => daily.body });
  const ofMarket = ENDPOINT_LIST.filter((row) => hasExample(row) && !isText(row) && !isOwn(row));
  for (const [id, endpoint] of ofMarket) {
    const url = questionOf(endpoint);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of the table
    const about = { method: endpoint.method as 'GET', url, headers };
    const payload = bodyOf(endpoint);
    const reply = await host.server.inject(payload === undefined ? about : { ...about, payload });
    if (reply.statusCode !== 200) throw new Error(`${id}: expected 200 of ${url}, got ${reply.body}`);
    examples[id] = exampleOf(id, endpoint, JSON.parse(reply.body) as Json);
  }
  const [event] = await store.events.since(0, 1);
  examples['stream.live'] = frameOf(event!).bytes.toString();
  examples['quant.regimes_history_file'] = await firstLines(host);
  examples['backtesting.archives_file'] = 'PAR1';
  await host.stop();
  await server.stop();
  return examples;
}

/** The head and the first rows of the archive as CSV. */
async function firstLines(host: Host): Promise<string> {
  const headers = { 'x-api-key': 'pro_plus' };
  const link = await host.server.inject({ url: `${API_PREFIX}/quant/regimes/history?format=csv`, headers });
  const { pathname, search } = new URL(link.json<{ download_url: string }>().download_url);
  const { body } = await host.server.inject(`${pathname}${search}`);
  return body
    .split('\n')
    .slice(0, 1 + KEPT)
    .join('\n');
}

/** Examples of one key, from its making to its end. */
async function accountExamples(): Promise<Examples> {
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  });
  await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve));
  const { port } = mail.server.address() as AddressInfo;
  const server = await startTestServer();
  const store = await server.open(await server.database());
  const wall = createManualClock(WALL);
  const host = replica(
    store,
    wall,
    { url: `smtp://127.0.0.1:${port}`, from: 'Barograph <no-reply@example.org>' },
    {
      payments: paymentsOf({ kind: 'test' }),
      soldFiles: {
        has: async () => true,
        find: async () => SOLD_FILE,
        newest: async () => undefined,
        link: async () => ({ url: LINK, expiresAt: WALL + HOUR_MS }),
      },
    },
  );

  const created = await ask(host, 'POST /auth/keys', { body: { email: 'agent@example.com' } });
  const key = String(created.body['api_key']);
  const me = await ask(host, 'GET /auth/keys/me', { key });
  wall.moveTo(WALL + HOUR_MS);
  const resent = await ask(host, 'POST /auth/resend-verify', { key });
  const { id } = (await store.pool.query<{ id: string }>('select id from keys')).rows[0]!;
  wall.moveTo(WALL + 2 * HOUR_MS);
  const { text, hash } = newToken();
  await store.confirmations.markSent(id, { hash, expiresAt: wall.now() + HOUR_MS }, wall.now());
  const confirmed = await ask(host, `POST /auth/confirm?token=${text}`);
  const rotated = await ask(host, 'POST /auth/keys/rotate', { key });
  const revoked = await ask(host, 'DELETE /auth/keys', { key: await mint(host, 'other@example.com') });
  const best = await mint(host, 'hooks@example.com');
  await store.pool.query(`update keys set tier = 'pro_plus'`);
  const webhook = { url: 'https://example.com/hooks/barograph', types: 'liquidation', symbols: 'BTC', min_usd: 1e6 };
  const hooked = await ask(host, 'POST /webhooks', { key: best, body: webhook });
  const hooks = await ask(host, 'GET /webhooks', { key: best });
  const { id: hook } = hooked.body['webhook'] as { readonly id: string };
  const resumed = await ask(host, `POST /webhooks/${hook}/resume`, { key: best });
  const unhooked = await ask(host, `DELETE /webhooks/${hook}`, { key: best });
  const payer = wallet(1);
  const filled = await ask(host, 'POST /payments/test-balance', { body: { address: payer.address, usd: '100' } });
  const signing = { wallet: payer, now: wall.now(), nonce: 1 };
  const pass = await paying({ ...signing, units: usdcUnits(PLANS.pass_1h.usd) }, { body: { plan: 'pass_1h' } });
  const subscribed = await ask(host, 'POST /payments/agent-subscribe', pass);
  const file = 'data_type=klines&exchange=perpdex&symbol=BTC&date=2026-11-20';
  const priced = await paying({ ...signing, nonce: 2, units: usdcUnits(ARCHIVE_TYPES.klines.usd) });
  const purchased = await ask(host, `GET /backtesting/archives/purchase?${file}`, priced);
  await host.server.close();
  await server.stop();
  await new Promise<void>((resolve) => mail.close(() => resolve()));

  const replies: Readonly<Record<string, Reply>> = {
    'auth.keys.create': created,
    'auth.keys.revoke': revoked,
    'auth.keys.me': me,
    'auth.resend_verify': resent,
    'auth.keys.rotate': rotated,
    'auth.confirm': confirmed,
    'auth.confirm.post': confirmed,
    'payments.test_balance': filled,
    'payments.agent_subscribe': subscribed,
    'backtesting.archives_purchase': purchased,
    'webhooks.create': hooked,
    'webhooks.list': hooks,
    'webhooks.resume': resumed,
    'webhooks.delete': unhooked,
    // The receiver of an example cannot be asked.
    'webhooks.ping': { status: 200, headers: {}, body: { delivered: true, status: 204, error: null } },
  };
  const endpoints = new Map(ENDPOINT_LIST);
  return Object.fromEntries(
    Object.entries(replies).map(([name, { status, body }]) => {
      if (status !== 200) throw new Error(`${name}: expected 200, got ${JSON.stringify(body)}`);
      return [name, exampleOf(name, endpoints.get(name)!, body as Json)];
    }),
  );
}

/** The example of every operation that has one, in the order of the index. */
export async function makeExamples(): Promise<Examples> {
  const made = { ...(await accountExamples()), ...(await marketExamples()) };
  return Object.fromEntries(ENDPOINT_LIST.filter(hasExample).map(([id]) => [id, made[id]!]));
}
