import { EVENT_STREAM, OPERATIONS, type Tier } from '@barograph/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createGate } from '../../src/http/access.ts';
import { contextsOver } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../../store/src/log.ts';
import type { KeyRecord } from '../../../store/src/keys.ts';
import { createMemoryLog } from '../../src/stream/memory-log.ts';
import { sample, samples, T0 } from './samples.ts';
import { createStreamService } from '../../src/stream/service.ts';
import { until } from '../../../sources/test/deadlines.ts';

const NOW = T0 + 33 * 60_000;
const wall = createManualClock(NOW);
const log = createMemoryLog();
const stream = createStreamService({
  ...log,
  isEntitled: async () => true,
  wall,
  clock: wall,
  dataSource: 'simulated',
  log: createLog('silent'),
});
const tierOf: Readonly<Record<string, Tier>> = { free: 'free', pro: 'pro', plus: 'pro_plus' };
const keyOf = (text: string): KeyRecord | undefined =>
  tierOf[text] === undefined
    ? undefined
    : {
        id: text,
        hash: text,
        prefix: text,
        email: null,
        tier: tierOf[text],
        tierExpiresAt: null,
        emailVerifiedAt: 1,
        confirmHash: null,
        confirmExpiresAt: null,
        lastConfirmationSentAt: null,
        createdAt: 0,
        revokedAt: null,
        replacedBy: null,
        accountId: null,
        revokedNetwork: null,
      };
const gate = createGate({
  callers: { find: async (text) => keyOf(text), forget: () => {}, close: () => {} },
  usage: { take: async () => ({ ok: true, dailyCount: 1, minuteCount: 1 }), refund: async () => {} },
  wall,
  pricingUrl: '/pricing',
});
const server = createServer({
  contexts: contextsOver(new Map([[EVENT_STREAM.name, stream]])),
  gate,
  operations: OPERATIONS.filter(({ id }) => id.startsWith('stream.')),
  dataSource: 'simulated',
  log: createLog('silent'),
});

beforeAll(async () => {
  await log.events.append(samples(0, 180));
  await stream.start();
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await stream.stop();
  await server.close();
});

interface Live {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly messages: EventSourceMessage[];
  /** Everything that came, once the answer has ended. */
  readonly body: Promise<string>;
  close(): void;
  /** Stops and resumes reading. */
  pause(): void;
  resume(): void;
}

async function live(query: string, headers: Readonly<Record<string, string>> = {}): Promise<Live> {
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/v1/stream${query}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'x-api-key': 'pro', 'accept-encoding': 'gzip', ...headers }, agent: false }, resolve).on(
      'error',
      reject,
    );
  });
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  let text = '';
  answer.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    parser.feed(chunk.toString());
  });
  const body = new Promise<string>((resolve) => {
    answer.on('close', () => resolve(text));
    answer.on('error', () => resolve(text));
  });
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    messages,
    body,
    close: () => void answer.destroy(),
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
  };
}
const closed = async (...streams: readonly Live[]): Promise<void> => {
  for (const one of streams) one.close();
  await until(() => stream.state().open === 0);
};
const idsOf = ({ messages }: Live): number[] => messages.map(({ id }) => Number(id));
const problemOf = async ({ body }: Live): Promise<{ readonly error: string }> =>
  (JSON.parse(await body) as { detail: { error: string } }).detail;

describe('GET /stream', () => {
  it('stays open and carries the headers of every answer, never packed [#269] [#274]', async () => {
    const one = await live('?since_id=177');
    await until(() => one.messages.length === 3);
    expect(one.status).toBe(200);
    expect(one.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-api-version': '2026-11-28',
      'x-data-source': 'simulated',
      'x-ratelimit-limit': '30',
    });
    expect(one.headers['content-encoding']).toBeUndefined();
    expect(one.headers['x-request-id']).toMatch(/^[\w.-]+$/);
    await log.events.append([sample(180)]);
    await until(() => one.messages.length === 4);
    expect(idsOf(one)).toEqual([178, 179, 180, 181]);
    expect(JSON.parse(one.messages[3]!.data)).toMatchObject({ id: 181, type: 'price_move' });
    await closed(one);
  });

  it('begins after Last-Event-ID rather than since_id [#273]', async () => {
    const one = await live('?since_id=3', { 'Last-Event-ID': '178' });
    await until(() => one.messages.length === 3);
    expect(idsOf(one)).toEqual([179, 180, 181]);
    await closed(one);
  });

  it('filters by type, coin and size [#269] [#272]', async () => {
    const one = await live('?since_id=0&types=liquidation&symbols=btc,eth&min_usd=40000');
    await until(() => one.messages.length > 0);
    const events = one.messages.map(({ data }) => JSON.parse(data) as { type: string; symbol: string; usd: number });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['liquidation']));
    expect(new Set(events.map(({ symbol }) => symbol))).toEqual(new Set(['BTC', 'ETH']));
    // Odd numbers of 160 … 179 are liquidations of 250 · i USD; of those, SOL are the ones with i % 3 = 2.
    expect(events.map(({ usd }) => usd / 250)).toEqual([163, 165, 169, 171, 175, 177]);
    await closed(one);
  });

  it.each([
    ['?types=rumour', {}, 400, 'unknown_event_type'],
    ['', { 'x-api-key': 'free' }, 403, 'tier_too_low'],
    ['', { 'x-api-key': 'nobody' }, 401, 'invalid_api_key'],
  ])('%s with %j is %i %s [#136] [#274]', async (query, headers, status, error) => {
    const one = await live(query, headers);
    expect(one.status).toBe(status);
    expect((await problemOf(one)).error).toBe(error);
    expect(stream.state().open).toBe(0);
  });

  it.each([
    ['?since_id=x', {}, ['query', 'since_id']],
    ['?since_id=-1', {}, ['query', 'since_id']],
    ['?min_usd=-1', {}, ['query', 'min_usd']],
    ['?symbols=,', {}, ['query', 'symbols']],
    ['', { 'Last-Event-ID': 'x' }, ['header', 'Last-Event-ID']],
  ])('%s with %j is 422', async (query, headers, loc) => {
    const one = await live(query, headers);
    expect(one.status).toBe(422);
    expect(JSON.parse(await one.body)).toMatchObject({ detail: [{ loc }] });
  });

  it('opens for Pro and Pro Plus, three times each; the fourth is 429 [#148] [#275] [#276]', async () => {
    const three = [await live(''), await live(''), await live('')];
    expect(three.map(({ status }) => status)).toEqual([200, 200, 200]);
    const fourth = await live('');
    expect(fourth.status).toBe(429);
    expect(fourth.headers['retry-after']).toBe('15');
    expect((await problemOf(fourth)).error).toBe('too_many_streams');
    const plus = await live('', { 'x-api-key': 'plus' });
    expect(plus.status).toBe(200);
    three[0]!.close();
    await until(() => stream.state().open === 3);
    const again = await live('');
    expect(again.status).toBe(200);
    await closed(...three, plus, again);
  });
});

const json = async (url: string, key?: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const reply = await server.inject({
    url: `/api/v1/stream/${url}`,
    headers: key === undefined ? {} : { 'x-api-key': key },
  });
  return { status: reply.statusCode, body: reply.json() };
};

describe('GET /stream/recent', () => {
  it('is for every key, free ones included, and for no one else [#12] [#270] [#298]', async () => {
    const { status, body } = await json('recent?limit=2', 'free');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 2, last_id: 181, events: [{ id: 180 }, { id: 181 }] });
    expect((await json('recent')).status).toBe(401);
    expect((await json('recent', 'free')).body['count']).toBe(100);
  });

  it.each(['types=rumour', 'types='])('answers 400 to %s [#136]', async (query) => {
    expect((await json(`recent?${query}`, 'free')).status).toBe(400);
  });
});

describe('GET /stream/delayed', () => {
  it('needs no key [#12] [#271] [#299]', async () => {
    const { status, body } = await json('delayed');
    expect(status).toBe(200);
    expect(body).toMatchObject({ window_start: T0, window_end: T0 + 180_000, count: 180, events_per_min: 60 });
  });
});

const SPEC = new URL('../../../../../shared/spec/schemas/', import.meta.url);

describe.skipIf(!existsSync(SPEC))('answers against the schemas of the contract (needs ../shared/spec)', () => {
  const ajv = new Ajv2020({ strict: false });
  if (existsSync(SPEC)) {
    for (const name of readdirSync(SPEC).filter((file) => /^(?:event|stream)_/.test(file))) {
      ajv.addSchema(JSON.parse(readFileSync(new URL(name, SPEC), 'utf8')) as object);
    }
  }

  it.each([
    ['stream_recent.json', 'recent?limit=500', '[#298]'],
    ['stream_delayed.json', 'delayed', '[#299]'],
  ])('%s: %s %s', async (name, url) => {
    const validate = ajv.getSchema(name)!;
    expect(validate((await json(url, 'free')).body), JSON.stringify(validate.errors)).toBe(true);
  });

  it('stream_event.json: every message of the stream [#280] [#283]', async () => {
    const validate = ajv.getSchema('stream_event.json')!;
    const one = await live('?since_id=0');
    await until(() => one.messages.length === 181);
    for (const { id, data } of one.messages) {
      const event = JSON.parse(data) as { readonly id: number };
      expect(validate(event), JSON.stringify(validate.errors)).toBe(true);
      expect(id).toBe(String(event.id));
    }
    await closed(one);
  });
});

describe('a client that stops reading', () => {
  it('is told that it lags and let go, and resumes without loss; the others never wait [#277] [#297]', async () => {
    const first = stream.state().lastId + 1;
    const [slow, quick] = [await live(''), await live('', { 'x-api-key': 'plus' })];
    slow.pause();
    // Large ones, so that the buffers of the sockets are full soon.
    const { payload, ...rest } = sample(1);
    const large = { ...rest, payload: { ...payload, px: 1, sz: 1, note: 'x'.repeat(4000) } };
    const last = first + 5999;
    for (let i = 0; i < 60; i++) {
      await log.events.append(Array.from({ length: 100 }, () => large));
      await until(() => stream.state().lastId === first + 100 * (i + 1) - 1);
      await wait(1);
    }
    await until(() => Number(quick.messages.at(-1)?.id) === last);
    slow.resume();
    await slow.body;
    const events = slow.messages.filter(({ event }) => event === undefined).map(({ id }) => Number(id));
    const reached = events.at(-1)!;
    expect(reached).toBeLessThan(last);
    expect(slow.messages.at(-1)).toMatchObject({ event: 'lagged', data: JSON.stringify({ last_id: reached }) });
    const again = await live('', { 'Last-Event-ID': String(reached) });
    await until(() => Number(again.messages.at(-1)?.id) === last);
    expect([...events, ...idsOf(again)]).toEqual(Array.from({ length: 6000 }, (_, i) => first + i));
    await closed(quick, again);
  });
});
