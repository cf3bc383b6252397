/** Past answers equal the original ones to the byte: after a restart, on another replica, within retention. */

import {
  API_PREFIX,
  operationNamed,
  OPERATIONS,
  unlocks,
  type Access,
  type Operation,
  type Tier,
} from '@barograph/contract';
import { DAY_MS, epochMs, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveConfig } from '../../../runtime/src/snapshots/shared/snapshot-archive.ts';
import type { Clock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Market } from '../../../sources/src/market/market.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import {
  filesMarket,
  handClock,
  hostOver,
  MONTHS,
  series,
  simulatedMarket,
  START,
  TIER_GATE,
  waveBars,
} from '../test-support.ts';
import { performed } from '../../src/http/operation.ts';
import { scopeStage } from '../../src/http/stages.ts';
import { contextsOver } from '../ask.ts';
import { urlOf } from './table.cases.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const PAIRS = FULL ? 504 : 64;
const STEPS = FULL ? 24 * 7 : 8;
const FIRST = START + MONTHS * HOUR_MS + 0.5 * HOUR_MS;
const REFRESHES = ['indicators/signum-rgg', 'indicators/technical', 'volatility/regime', 'meme/regime'] as const;
const TIERS = ['free', 'pro', 'pro_plus'] as const;

/** Operations of the bar engines, which each refresh publishes again. */
const ASKED: readonly Operation[] = OPERATIONS.filter(
  ({ pointInTime, family }) =>
    pointInTime === true && ['indicators', 'volatility', 'meme', 'volume', 'regimes'].includes(family),
);

function market(): Market {
  if (FULL) return simulatedMarket({ ...SIMULATOR_V2, start: epochMs(START) });
  const hours = MONTHS + 24;
  return filesMarket([
    series('BTC', 'perpdex_perp', waveBars(hours, START, 50_000)),
    series('ETH', 'perpdex_perp', waveBars(hours - 100, START + 100 * HOUR_MS, 2000)),
    series('kPEPE', 'perpdex_perp', waveBars(hours - 200, START + 200 * HOUR_MS, 0.01)),
    series('BTC', 'cexa_spot', waveBars(hours, START, 50_000)),
  ]);
}

/** Numbers within 0…1, the same in every run. @source Numerical Recipes, 7.1: a linear congruential generator */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Given {
  readonly url: string;
  /** Access that the past needs. */
  readonly past: Access;
  readonly tier: Tier;
  readonly at: number;
  readonly status: number;
  readonly body: string;
}

/** Without the one field of an envelope that is of the request. */
const bodyOf = (body: string): string => body.replace(/,"request_id":"[^"]*"/, '');
const asOf = (url: string, at: number | string): string => `${url}${url.includes('?') ? '&' : '?'}as_of=${at}`;

async function get({ server }: Host, url: string, tier: Tier = 'pro_plus', headers: Record<string, string> = {}) {
  return server.inject({ url, headers: { 'x-api-key': tier, ...headers } });
}

/** Publishes again. A refresh may share a run that began before the clock was set; it is then repeated. */
async function refreshAll({ server }: Host, now: number): Promise<void> {
  for (const path of REFRESHES) {
    const url = `${API_PREFIX}/${path}/refresh`;
    for (let asOfRun = -1; asOfRun !== now;) {
      const reply = await server.inject({ method: 'POST', url, headers: { 'x-api-key': 'pro_plus' } });
      if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`);
      asOfRun = reply.json<{ readonly as_of: number }>().as_of;
    }
  }
}

let server: TestServer;
let url = '';
const source = market();
const clock = handClock(FIRST);
let host: Host;
const given: Given[] = [];
const hostOn = (store: Store, on: Clock = clock, archive?: ArchiveConfig): Host =>
  hostOver(store, { market: source, clock: on, gate: TIER_GATE, ...(archive === undefined ? {} : { archive }) });

/** Lives through some hours, and records answers at random moments of them. */
beforeAll(async () => {
  server = await startTestServer();
  url = await server.database();
  host = hostOn(await server.open(url));
  await host.start();
  const random = seeded(7);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let step = 0; step < STEPS; step++) {
    const from = FIRST + step * HOUR_MS;
    clock.set(from);
    if (step > 0) await refreshAll(host, from);
    for (let i = 0; i < PAIRS / STEPS; i++) {
      clock.set(from + Math.floor(((i + random()) * HOUR_MS) / (PAIRS / STEPS)));
      const operation = any(ASKED);
      const [path, tier, at] = [urlOf(operation), any(TIERS), clock.now()];
      const { statusCode: status, body } = await get(host, path, tier);
      const past = operation.pastAccess ?? operation.access;
      given.push({ url: path, past, tier, at, status, body: bodyOf(body) });
    }
  }
}, 600_000);
afterAll(async () => {
  await host.stop();
  await server.stop();
});

async function expectAll(on: Host): Promise<void> {
  for (const one of given) {
    const past = await get(on, asOf(one.url, one.at), one.tier);
    if (one.status !== 403 && !unlocks(one.tier, one.past)) {
      const refusal = { error: 'tier_too_low', required_tier: one.past, pricing_url: '/pricing' };
      expect([one.url, one.tier, past.statusCode]).toEqual([one.url, one.tier, 403]);
      expect(past.json()).toMatchObject({ detail: refusal });
      continue;
    }
    expect([one.url, one.tier, one.at, past.statusCode, bodyOf(past.body)]).toEqual([
      one.url,
      one.tier,
      one.at,
      one.status,
      one.body,
    ]);
    if (past.statusCode !== 200) continue;
    expect(Number(past.headers['x-known-at'])).toBeLessThanOrEqual(one.at);
    expect(past.headers['x-point-in-time']).toBe(String(FIRST));
  }
}

describe('answers of the past', () => {
  it('are those that were given then, to the byte', async () => {
    expect(new Set(given.map((one) => one.body)).size).toBeGreaterThan(given.length / 3);
    expect(given.filter(({ status }) => status === 200).length).toBeGreaterThan(given.length / 2);
    await expectAll(host);
  });

  it('are the same on another replica, and after a restart', async () => {
    clock.set(clock.now() + 1); // a start may publish, from then on
    const replica = hostOn(await server.open(url));
    await replica.start();
    await expectAll(replica);
    await replica.stop();
    await host.stop();
    host = hostOn(await server.open(url));
    await host.start();
    await expectAll(host);
  });

  it('take ISO-8601, hold until the next snapshot is known, and say when theirs was', async () => {
    const path = `${API_PREFIX}/indicators/signum-rgg`;
    const known = FIRST + HOUR_MS;
    const at = await get(host, asOf(path, new Date(known).toISOString()));
    expect(at.headers['x-known-at']).toBe(String(known));
    expect((await get(host, asOf(path, known + HOUR_MS - 1))).body).toBe(at.body);
    const before = await get(host, asOf(path, known - 1));
    expect(before.headers['x-known-at']).toBe(String(FIRST));
    expect(before.body).not.toBe(at.body);
  });

  it('share their tag with the answer of then, so that a client that has it gets a 304', async () => {
    const one = given.find(({ status, tier, past }) => status === 200 && unlocks(tier, past));
    const first = await get(host, asOf(one!.url, one!.at), one!.tier);
    const again = await get(host, asOf(one!.url, one!.at), one!.tier, {
      'if-none-match': String(first.headers['etag']),
    });
    expect(again.statusCode).toBe(304);
  });

  it('have errors for moments that are not kept, that lie ahead, or that are none', async () => {
    const path = `${API_PREFIX}/indicators/signum-rgg`;
    const early = await get(host, asOf(path, FIRST - 1));
    expect([early.statusCode, early.headers['x-point-in-time']]).toEqual([404, String(FIRST)]);
    expect(early.json()).toMatchObject({
      detail: { error: 'not_kept', message: expect.stringContaining(String(FIRST)) },
    });
    for (const wrong of [clock.now() + 1, 'yesterday', '', '2026-02-30']) {
      const reply = await get(host, asOf(path, wrong));
      expect([wrong, reply.statusCode]).toEqual([wrong, 422]);
      expect(reply.json()).toMatchObject({ detail: [{ loc: ['query', 'as_of'] }] });
    }
  });

  it('are refused where an answer is made of more than what was published', async () => {
    for (const path of ['/health', '/perpdex/candles?coin=BTC', '/quant/regimes', '/regimes/history', '/changelog']) {
      const reply = await get(host, asOf(`${API_PREFIX}${path}`, clock.now()));
      expect([path, reply.statusCode]).toEqual([path, 422]);
    }
    const pulled = await get(host, asOf(`${API_PREFIX}/indicators/signum-rgg/BTC?intraday=true`, clock.now()));
    expect(pulled.json()).toMatchObject({ detail: [{ loc: ['query', 'as_of'] }] });
  });
});

describe('the past of an answer that is sold', () => {
  it('is refused to its payer, who counts as Pro, where Pro Plus pays for the history', () => {
    const narrow = (id: string, isForSale: boolean) => {
      const operation = performed(operationNamed(id), contextsOver(new Map()));
      const asked = { query: {}, path: {}, body: undefined, common: { asOf: FIRST } };
      return scopeStage('/pricing').narrow({ operation, caller: undefined, isForSale }, asked);
    };
    const refusal = { detail: { error: 'tier_too_low', required_tier: 'pro_plus', pricing_url: '/pricing' } };
    expect(narrow('regimes.current', true)).toMatchObject({ problem: { status: 403, body: refusal } });
    expect(narrow('event.calendar', true)).toHaveProperty('asked');
    // a host without keys hides nothing
    expect(narrow('regimes.current', false)).toHaveProperty('asked');
  });
});

describe('the archive', () => {
  it('shows its size and retention in health, keeps what did not change once, and forgets what is too old', async () => {
    const own = handClock(FIRST);
    const store = await server.open(await server.database());
    const short = hostOn(store, own, { days: 1, bytes: 1e9 });
    await short.start();
    const path = `${API_PREFIX}/volatility/regime`;
    const first = await get(short, path);
    await refreshAll(short, FIRST); // nothing has changed but the moment
    const bodies = async (): Promise<number> =>
      (await store.pool.query<{ n: number }>('select count(*) as n from snapshot_bodies')).rows[0]!.n;
    const before = await bodies();
    own.set(FIRST + 60_000);
    await refreshAll(short, FIRST + 60_000);
    expect(await bodies()).toBeLessThan(2 * before);
    type Kept = { readonly point_in_time: Readonly<Record<string, number>> };
    const health = (await get(short, `${API_PREFIX}/health`)).json<Kept>().point_in_time;
    expect(health).toMatchObject({ since: FIRST, keep_days: 1, most_bytes: 1e9 });
    expect((await get(short, asOf(path, FIRST))).body).toBe(first.body);

    own.set(FIRST + 6 * HOUR_MS);
    await refreshAll(short, FIRST + 6 * HOUR_MS);
    own.set(FIRST + DAY_MS + 3 * HOUR_MS);
    await short.stop();
    const pruned = hostOn(store, own, { days: 1, bytes: 1e9 });
    await pruned.start();
    await store.snapshotHistory.prune('test', FIRST + 3 * HOUR_MS);
    const gone = await get(pruned, asOf(path, FIRST + 2 * HOUR_MS));
    expect(gone.json()).toMatchObject({ detail: { error: 'not_kept' } });
    // What held at the new beginning is still there.
    const held = await get(pruned, asOf(path, FIRST + 3 * HOUR_MS));
    expect([held.statusCode, held.headers['x-known-at']]).toEqual([200, String(FIRST + 60_000)]);
    await pruned.stop();

    const none = hostOn(store, own, { days: 0, bytes: 1e9 });
    await none.start();
    expect(await store.snapshotHistory.size('test')).toEqual({ lines: 0, bytes: 0 });
    expect((await get(none, asOf(path, own.now()))).json()).toMatchObject({ detail: { error: 'not_kept' } });
    expect((await get(none, path)).headers['x-point-in-time']).toBeUndefined();
    await none.stop();
  });
});
