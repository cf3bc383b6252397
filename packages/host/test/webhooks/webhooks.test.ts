/** Webhooks: signed, at least once, in order, paused after failures, over a restart in the middle; never to a private address. */

import { encodeEvent, type MarketEvent, type ChangeEvent } from '@barograph/contract';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newKey } from '../../../store/src/secret.ts';
import { createSystemClock } from '../../../sources/src/clock.ts';
import { CHANGES_KEPT_V1 } from '../../../runtime/src/events/kept-changes.ts';
import { STREAM_KEPT_V1 } from '../../../runtime/src/events/kept.ts';
import type { StoredEvent } from '../../../store/src/events.ts';
import type { Store } from '../../../store/src/open-store.ts';
import type { WebhookMarks } from '../../../store/src/schema.ts';
import type { StoredWebhook } from '../../../store/src/webhooks.ts';
import { readCondition } from '../../../runtime/src/producers/composites/condition.ts';
import {
  createDeliverer,
  SECRET_LOST,
  WEBHOOKS_V1,
  type Deliverer,
  type DelivererConfig,
} from '../../src/webhooks/deliverer.ts';
import { createWebhookSecrets, sealStoredSecrets, type WebhookSecrets } from '../../src/webhooks/secrets.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { createWants } from '../../src/webhooks/wanted.ts';
import type { SnapshotStore } from '../../../runtime/src/snapshots/snapshot-store.ts';
import { ask, replica } from '../accounts/test-support.ts';
import { QUIET, startTestServer, valueOf, type TestServer } from '../../../store/test/test-support.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const EVENTS = FULL ? 10_000 : 300;
/** Longest wait for the last of them: a busy machine delivers some dozens a second. */
const PATIENCE_MS = FULL ? 1_200_000 : 300_000;
const QUICK: DelivererConfig = { ...WEBHOOKS_V1, version: 'webhooks/test', retryMs: [1], lookMs: 50, claimMs: 2000 };
const wall = createSystemClock();

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: {
      readonly id: number;
      readonly symbol: string;
      readonly events?: readonly { readonly id: number }[];
    };
  };
  readonly text: string;
}

/** A receiver on loopback; `answer` says the status of each message by its number. */
async function receiver(answer: (count: number) => number) {
  const messages: Message[] = [];
  let count = 0;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const status = answer(count++);
      const header = (name: string): string => String(request.headers[`webhook-${name}`]);
      const body = JSON.parse(text) as Message['body'];
      const [id, timestamp, signature] = [header('id'), header('timestamp'), header('signature')];
      if (status === 200) messages.push({ id, timestamp, signature, body, text });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, messages, count: () => count, close: () => void server.close() };
}

const liquidation = (i: number): MarketEvent => ({
  type: 'liquidation',
  ts: 1_700_000_000_000 + i,
  recvTs: 1_700_000_000_000 + i,
  venue: 'perpdex',
  symbol: i % 3 === 0 ? 'ETH' : 'BTC',
  side: 'long',
  usd: 1000 + i,
  dataSource: 'simulated',
});

let server: TestServer;
let store: Store;
let url = '';
let key = '';
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());
beforeEach(async () => {
  await server.closeStores();
  url = await server.database();
  store = await server.open(url);
  const { text, hash, prefix } = newKey();
  valueOf(await store.keys.create({ hash, prefix, email: null, tier: 'pro_plus' }, wall.now()));
  key = text;
});

const deliverOn = (
  on: Store,
  config: DelivererConfig = QUICK,
  log = QUIET,
  secrets: WebhookSecrets = createWebhookSecrets(),
  snapshots: Pick<SnapshotStore, 'latest'> = { latest: () => undefined },
): Deliverer => {
  const { webhooks, events, listener, replica: name } = on;
  const send = createSender({ isPrivateAllowed: true, timeoutMs: 5000 });
  const made = createDeliverer({ webhooks, secrets, events, listener, send, wall, replica: name, log, config, wants: createWants(snapshots) }); // prettier-ignore
  made.start();
  return made;
};

async function api(webhookSecrets?: WebhookSecrets) {
  const host = replica(store, undefined, undefined, { wall, webhooksPrivate: true, webhookSecrets });
  return {
    call: async (line: string, body?: unknown) => ask(host, line, { key, ...(body === undefined ? {} : { body }) }),
    close: async () => host.server.close(),
  };
}

describe('deliveries', () => {
  it(
    `bring ${EVENTS} events at least once and in order, one attempt in ten failing, over a restart in the middle`,
    async () => {
      const { url: to, messages, count, close } = await receiver((i) => (i % 10 === 9 ? 500 : 200));
      const host = await api();
      const made = await host.call('POST /webhooks', { url: to });
      expect(made.status).toBe(200);
      const secret = String(made.body['secret']);
      const first = deliverOn(store);
      await store.events.append(Array.from({ length: EVENTS / 2 }, (_, i) => encodeEvent(liquidation(i))));
      await vi.waitFor(() => expect(messages.length).toBeGreaterThan(EVENTS / 4), { interval: 5 });
      await first.stop();
      const again = await server.open(url);
      const both = [deliverOn(again), deliverOn(store)];
      const rest = Array.from({ length: EVENTS / 2 }, (_, i) => encodeEvent(liquidation(EVENTS / 2 + i)));
      await store.events.append(rest);
      await vi.waitFor(() => expect(messages.at(-1)?.body.data.id).toBe(EVENTS), {
        timeout: PATIENCE_MS,
        interval: 20,
      });
      await Promise.all(both.map(async (one) => one.stop()));

      const ids = messages.map(({ body }) => body.data.id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect([...new Set(ids)]).toEqual(Array.from({ length: EVENTS }, (_, i) => i + 1));
      // Duplicates have the id of the first attempt, so that a receiver can tell them.
      expect(new Set(messages.map(({ id }) => id)).size).toBe(EVENTS);
      expect(count()).toBeGreaterThan(messages.length + EVENTS / 20);
      for (const { id, timestamp, signature, text } of messages.slice(0, 20)) {
        const keyBytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
        const expected = createHmac('sha256', keyBytes).update(`${id}.${timestamp}.${text}`).digest('base64');
        expect(signature).toBe(`v1,${expected}`);
        expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(600);
      }
      const { webhooks } = (await host.call('GET /webhooks')).body as { webhooks: Record<string, unknown>[] };
      expect(webhooks).toMatchObject([{ status: 'active', last_event_id: EVENTS, failures: 0 }]);
      expect(JSON.stringify(webhooks)).not.toContain(secret.slice(6));
      await host.close();
      close();
    },
    2 * PATIENCE_MS,
  );

  it('are of the types, coins and sizes that were asked for, pause after failures, and go on when resumed', async () => {
    let status = 200;
    const { url: to, messages, close } = await receiver(() => status);
    const host = await api();
    const filter = { types: 'liquidation', symbols: 'eth', min_usd: 1005 };
    const { id } = (await host.call('POST /webhooks', { url: to, ...filter })).body['webhook'] as { id: string };
    const made = deliverOn(store, { ...QUICK, pauseAfter: 4 });
    await store.events.append(Array.from({ length: 12 }, (_, i) => encodeEvent(liquidation(i))));
    await vi.waitFor(() => expect(messages).toHaveLength(2));
    expect(messages.map(({ body }) => body.data.symbol)).toEqual(['ETH', 'ETH']);

    status = 302; // a redirect is no delivery
    await store.events.append([encodeEvent(liquidation(12))]);
    const row = async () => ((await host.call('GET /webhooks')).body['webhooks'] as Record<string, unknown>[])[0]!;
    await vi.waitFor(async () => expect((await row())['status']).toBe('paused'));
    expect(await row()).toMatchObject({ failures: 4, last_error: 'the receiver answered 302', last_event_id: 12 });
    status = 200;
    expect((await host.call(`POST /webhooks/${id}/ping`)).body).toEqual({ delivered: true, status: 200, error: null });
    expect(messages.at(-1)!.body.type).toBe('ping');
    expect((await host.call(`POST /webhooks/${id}/resume`)).body).toMatchObject({ status: 'active', failures: 0 });
    await vi.waitFor(() => expect(messages.at(-1)!.body.data.id).toBe(13));
    expect((await host.call(`DELETE /webhooks/${id}`)).body).toEqual({ id, status: 'deleted' });
    expect((await host.call(`DELETE /webhooks/${id}`)).status).toBe(404);
    await made.stop();
    await host.close();
    close();
  });

  describe('by rules', () => {
    const messagesOf = async (
      rules: Readonly<Record<string, unknown>>,
      sizes: readonly number[],
      drawdown: number | null = null,
      status: (count: number) => number = () => 200,
    ): Promise<readonly (number | readonly number[])[]> => {
      const { url: to, messages, close } = await receiver(status);
      const host = await api();
      expect((await host.call('POST /webhooks', { url: to, types: 'liquidation', ...rules })).status).toBe(200);
      const coin = { monte_carlo: { p_drawdown_5: drawdown } };
      const records = ['BTC', 'ETH'].map((symbol) => ({ json: '', value: { symbol, coin } }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names the types
      const latest: SnapshotStore['latest'] = (name) => (name === 'quant' ? ({ asOf: 0, head: { market: null }, records } as never) : undefined); // prettier-ignore
      await store.events.append(
        sizes.map((usd, i) => encodeEvent({ ...liquidation(i * 1000), type: 'liquidation', side: 'long', usd })),
      );
      const made = deliverOn(store, QUICK, QUIET, createWebhookSecrets(), { latest });
      const place = async (): Promise<unknown> =>
        (await store.pool.query('select last_event_id from webhooks')).rows[0];
      await vi.waitFor(async () => expect(await place()).toEqual({ last_event_id: sizes.length }), { timeout: 20_000 });
      await made.stop();
      await host.close();
      close();
      return messages.map(({ body: { type, data } }) =>
        type === 'digest' ? (data.events ?? []).map(({ id }) => id) : data.id,
      );
    };

    it.each([
      ['usd > 5', null, [2, 4]],
      ['usd > 5 and', null, null],
      ['p_drawdown_5 > 0.3', 0.31, [1, 2, 3, 4]],
      ['p_drawdown_5 > 0.3', 0.3, []],
      ['p_drawdown_5 > 0.3', null, []],
      ['(usd > 5) * (p_drawdown_5 > 0.3)', 0.9, [2, 4]],
      ['usd.constructor', null, null],
      ['sharpe > 1', null, null],
    ] as const)('are those for which %s, with a drawdown of %s', async (when, drawdown, ids) => {
      if (ids !== null) return expect(await messagesOf({ when }, [1, 9, 5, 7], drawdown)).toEqual(ids);
      const host = await api();
      const refused = await host.call('POST /webhooks', { url: 'http://127.0.0.1:9/', when });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ detail: [{ loc: ['body', 'when'], type: 'expression' }] });
      return host.close();
    });

    it.each([
      [{ cooldown_s: 3 }, [1, 1, 1, 1, 1, 1, 1, 1], [1, 2, 4, 5, 7, 8]],
      [{ cooldown_s: 3, symbols: 'ETH' }, [1, 1, 1, 1, 1, 1, 1, 1], [1, 4, 7]],
      [{ cooldown_s: 3, when: 'usd > 5' }, [1, 9, 9, 1, 9, 9], [2, 5]],
    ] as const)(
      'rest after each of them, coin by coin and by the moments of the events: %j',
      async (rules, sizes, ids) => {
        expect(await messagesOf(rules, sizes)).toEqual(ids);
      },
    );

    it('come together in a digest, again and whole after a failed attempt', async () => {
      const rules = { digest_s: 60, when: 'usd > 5' };
      expect(await messagesOf(rules, [9, 1, 9], null, (i) => (i === 0 ? 500 : 200))).toEqual([[1, 3]]);
    });

    it('come in one digest however far apart in the log they are', async () => {
      // The last event is of the digest, so that the cursor is at the end without a wait for the next one.
      const sizes = Array.from({ length: 431 }, (_, i) => (i % 215 === 0 ? 9 : 1));
      expect(await messagesOf({ digest_s: 60, when: 'usd > 5' }, sizes)).toEqual([[1, 216, 431]]);
    });

    it('are read from the log when a digest is sent: the longest one is shorter than the log', async () => {
      const host = await api();
      const asked = async (digest_s: number) => host.call('POST /webhooks', { url: 'http://127.0.0.1:9/', digest_s });
      expect((await asked(STREAM_KEPT_V1.keepMs / 2000)).status).toBe(200);
      expect(await asked(STREAM_KEPT_V1.keepMs / 1000)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'digest_s'] }] } }); // prettier-ignore
      await host.close();
    });

    it('rest no longer than the cool-down when the clock of the market was set back', async () => {
      const wants = createWants({ latest: () => undefined });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at
      const webhook = {
        types: null,
        symbols: null,
        minUsd: 0,
        condition: null,
        cooldownS: 60,
      } as unknown as StoredWebhook;
      const event = (at: number): StoredEvent => ({ ...encodeEvent({ ...liquidation(0), recvTs: at }), id: 1 });
      const sentTs = liquidation(0).recvTs;
      const marks: WebhookMarks = { sent: { ETH: sentTs }, holding: [] };
      const isWanted = async (at: number): Promise<boolean> => (await wants(webhook, event(at), marks)).isWanted;
      expect(await isWanted(sentTs + 59_000)).toBe(false);
      expect(await isWanted(sentTs - 1000)).toBe(false);
      expect(await isWanted(sentTs - 3_600_000)).toBe(true);
    });

    it('rest on all coins as long as the cool-down lasts that a version before has begun, then coin by coin', async () => {
      const { url: to, messages, close } = await receiver(() => 200);
      const host = await api();
      await host.call('POST /webhooks', { url: to, cooldown_s: 60 });
      const sentTs = liquidation(0).recvTs;
      await store.pool.query('update webhooks set sent_ts = $1, marks = null', [sentTs]);
      const seconds = [1, 2, 59, 60, 61, 62];
      await store.events.append(
        seconds.map((second, i) => encodeEvent({ ...liquidation(i), recvTs: sentTs + second * 1000 })),
      );
      const made = deliverOn(store);
      const place = async (): Promise<unknown> => (await store.pool.query('select last_event_id from webhooks')).rows[0]; // prettier-ignore
      await vi.waitFor(async () => expect(await place()).toEqual({ last_event_id: 6 }), { timeout: 20_000 });
      await made.stop();
      // Events 1 and 4 are of ETH, the others of BTC.
      expect(messages.map(({ body }) => body.data.id)).toEqual([4, 5]);
      await host.close();
      close();
    });

    it('read the drawdown of the coin of an event, and of the market for an event of no coin', async () => {
      const forecast = (p_drawdown_5: number) => ({ monte_carlo: { p_drawdown_5 } });
      const head = { market: { '24h': forecast(0.2) } };
      const records = [
        { json: '', value: { symbol: 'BTC', coin: forecast(0.4) } },
        { json: '', value: { symbol: 'ETH', coin: forecast(0.1) } },
      ];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is looked at
      const snapshots = { latest: () => ({ asOf: 0, head, records }) as never };
      const holdsOf = async (when: string, symbol: string): Promise<boolean> => {
        const read = await readCondition(when, snapshots);
        if (!read.ok) throw new Error(read.error);
        return read.value.holds({ symbol, payload: { usd: 9 } });
      };
      const above = ['MARKET', 'BTC', 'ETH', 'SOL'].map(async (symbol) => holdsOf('p_drawdown_5 > 0.15', symbol));
      expect(await Promise.all(above)).toEqual([true, true, false, false]);
      expect(await holdsOf('p_drawdown_5 <= 0.15', 'SOL'), 'unknown is false either way').toBe(false);
    });

    it('cross a threshold once a rise, coin by coin, over restarts and failed attempts', async () => {
      const { url: to, messages, close } = await receiver((count) => (count % 3 === 1 ? 500 : 200));
      const host = await api();
      const rules = { types: 'nowcast_hour', symbols: 'BTC,ETH', when: 'p_drawdown_5 > 0.3' };
      expect((await host.call('POST /webhooks', { url: to, ...rules })).status).toBe(200);
      const hours = [
        { BTC: 0.2, ETH: 0.4, SOL: 0.9 },
        { BTC: 0.31, ETH: 0.5, SOL: 0.9 },
        { BTC: 0.35, ETH: null, SOL: 0.1 },
        { BTC: 0.3, ETH: 0.35, SOL: 0.9 },
        { BTC: 0.9, ETH: 0.35, SOL: 0.9 },
      ];
      for (const [hour, values] of hours.entries()) {
        const ts = 1_700_000_000_000 + hour * 3_600_000;
        const snapshot = { name: 'quant', asOf: ts, sha256: '0' };
        const head = { ts, recvTs: ts, venue: 'barograph', dataSource: 'simulated', scope: 'coin', snapshot } as const;
        await store.events.append(
          Object.entries(values).map(([symbol, drawdown]) =>
            encodeEvent({ ...head, type: 'nowcast_hour', symbol, from: `${hour - 1}`, to: `${hour}`, drawdown }),
          ),
        );
        const made = deliverOn(store);
        const place = async (): Promise<unknown> => (await store.pool.query('select last_event_id from webhooks')).rows[0]; // prettier-ignore
        await vi.waitFor(async () => expect(await place()).toEqual({ last_event_id: 3 * (hour + 1) }), { timeout: 20_000 }); // prettier-ignore
        await made.stop();
      }
      expect(messages.map(({ body: { data } }) => [data.symbol, data.id])).toEqual([
        ['ETH', 2],
        ['BTC', 4],
        ['ETH', 11],
        ['BTC', 13],
      ]);
      await host.close();
      close();
    });

    it('are none but those of a digest within its seconds', async () => {
      const { url: to, messages, close } = await receiver(() => 200);
      const host = await api();
      await host.call('POST /webhooks', { url: to, digest_s: 1 });
      const made = deliverOn(store);
      await store.events.append([encodeEvent(liquidation(1))]);
      await vi.waitFor(() => expect(messages).toHaveLength(1));
      await store.events.append([encodeEvent(liquidation(2)), encodeEvent(liquidation(3))]);
      await vi.waitFor(() => expect(messages).toHaveLength(2), { timeout: 10_000 });
      expect(messages.map(({ body: { data } }) => data.events!.map(({ id }) => id))).toEqual([[1], [2, 3]]);
      const [first, second] = messages.map(({ body }) => Date.parse(body.timestamp));
      expect(second! - first!).toBeGreaterThanOrEqual(1000);
      await made.stop();
      await host.close();
      close();
    });
  });

  it('warn once of events that were pruned before they were delivered, and go on with the next', async () => {
    let status = 500;
    const { url: to, messages, close } = await receiver(() => status);
    const host = await api();
    const { id } = (await host.call('POST /webhooks', { url: to })).body['webhook'] as { id: string };
    await store.events.append(Array.from({ length: 5 }, (_, i) => encodeEvent(liquidation(i))));
    expect(await store.events.prune(liquidation(3).ts)).toBe(3);
    const lines: string[] = [];
    const warned = () => lines.map((line) => JSON.parse(line) as object).filter((line) => 'from' in line);
    const made = deliverOn(store, QUICK, pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }));
    const row = async () => ((await host.call('GET /webhooks')).body['webhooks'] as Record<string, unknown>[])[0]!;
    await vi.waitFor(async () => expect((await row())['failures']).toBeGreaterThan(2));
    expect(await row()).toMatchObject({ last_event_id: 3 });
    status = 200;
    await vi.waitFor(() => expect(messages.map(({ body }) => body.data.id)).toEqual([4, 5]));
    expect(warned()).toMatchObject([{ webhook: id, from: 1, to: 3, msg: 'events pruned before they were delivered' }]);
    await made.stop();
    await host.close();
    close();
  });

  it('paused for longer than the log lasts bring the change events that are kept, each once and in order, with one warning', async () => {
    const { url: to, messages, close } = await receiver(() => 200);
    const host = await api();
    const made = await host.call('POST /webhooks', { url: to, types: 'regime,liquidation' });
    const { id } = made.body['webhook'] as { id: string };
    await store.pool.query(`update webhooks set paused_because = 'the receiver was away'`);
    const head = { venue: 'barograph', symbol: 'BTC', dataSource: 'simulated', scope: 'coin', path: 'none' } as const;
    const snapshot = { name: 'quant', asOf: 0, sha256: '0' };
    const change = (at: number): ChangeEvent => ({ ...head, type: 'regime', ts: at, recvTs: at, from: 'squeeze', to: 'vol_spike', confidence: 0.5, snapshot }); // prettier-ignore
    const begin = liquidation(0).ts;
    const day = 86_400_000;
    // Nine days: every third event is a change, the others are forgotten with the log.
    await store.events.append(
      Array.from({ length: 27 }, (_, i) => {
        const at = begin + (i * day) / 3;
        return encodeEvent(i % 3 === 2 ? change(at) : { ...liquidation(i), ts: at, recvTs: at });
      }),
    );
    const end = begin + 9 * day;
    await store.events.prune(end - STREAM_KEPT_V1.keepMs, {
      types: ['regime'],
      beforeTs: end - CHANGES_KEPT_V1.keepMs,
    });
    await store.events.append([encodeEvent({ ...liquidation(1), recvTs: end }), encodeEvent(change(end))]);
    const lines: string[] = [];
    const warned = () => lines.map((line) => JSON.parse(line) as object).filter((line) => 'from' in line);
    const deliverer = deliverOn(store, QUICK, pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })); // prettier-ignore
    expect(await host.call(`POST /webhooks/${id}/resume`)).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(messages.at(-1)?.body.data.id).toBe(29), { timeout: 20_000 });
    await deliverer.stop();
    expect(messages.map(({ body: { type, data } }) => [type, data.id])).toEqual([
      ...[9, 12, 15, 18, 21, 24, 27].map((kept) => ['regime', kept]),
      ['liquidation', 28],
      ['regime', 29],
    ]);
    expect(warned()).toMatchObject([{ webhook: id, from: 1, to: 8, msg: 'events pruned before they were delivered' }]);
    await host.close();
    close();
  });

  it('wait while the key is not of Pro Plus, and are of its account alone', async () => {
    const { url: to, messages, close } = await receiver(() => 200);
    const host = await api();
    await host.call('POST /webhooks', { url: to });
    await store.pool.query(`update keys set tier = 'pro'`);
    const made = deliverOn(store);
    await store.events.append([encodeEvent(liquidation(1))]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(messages).toHaveLength(0);
    await store.pool.query(`update keys set tier = 'pro_plus'`);
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    const other = newKey();
    const { hash, prefix } = other;
    valueOf(await store.keys.create({ hash, prefix, email: null, tier: 'pro_plus' }, wall.now()));
    key = other.text;
    expect((await host.call('GET /webhooks')).body).toEqual({ webhooks: [], count: 0 });
    await made.stop();
    await host.close();
    close();
  });
});

describe('a subscription', () => {
  it('is refused with words for a wrong filter, and beyond ten of an account', async () => {
    const host = await api();
    const to = 'http://127.0.0.1:9/';
    expect((await host.call('POST /webhooks', { url: to, types: 'nothing' })).body).toMatchObject({
      detail: { error: 'unknown_event_type' },
    });
    expect((await host.call('POST /webhooks', { url: 'ftp://example.org/' })).status).toBe(422);
    expect((await host.call('POST /webhooks', { url: 'http://a:b@example.org/' })).status).toBe(422);
    const made = await Promise.all(Array.from({ length: 12 }, async () => host.call('POST /webhooks', { url: to })));
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(200),
      400,
      400,
    ]);
    await host.close();
  });

  it('is refused with an id that the database cannot store', async () => {
    const host = await api();
    for (const asked of ['POST /webhooks/BTC%00/ping', 'POST /webhooks/%00/resume', 'DELETE /webhooks/wh_%00']) {
      expect(await host.call(asked), asked).toMatchObject({ status: 422, body: { detail: [{ loc: ['path', 'id'] }] } });
    }
    await host.close();
  });
});

describe('secrets', () => {
  const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const stored = async (): Promise<readonly string[]> => (await store.webhooks.secrets()).map(({ secret }) => secret);
  const logged: { readonly level: number; readonly msg: string; readonly count: number }[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
  const sealed = async (keys: readonly Buffer[]) => {
    logged.length = 0;
    return sealStoredSecrets(store.webhooks, createWebhookSecrets(keys), log);
  };
  /** Rows as the version before wrote them. */
  const before = async (to: string, ids: readonly string[] = ['wh_a']): Promise<void> => {
    const { rows } = await store.pool.query<{ account: string }>('select coalesce(account_id, id) account from keys');
    for (const id of ids) {
      await store.pool.query(
        `insert into webhooks (id, account, url, secret, min_usd, created_at, last_event_id) values ($1, $2, $3, $4, 0, 1, 0)`,
        [id, rows[0]!.account, to, SECRET],
      );
    }
  };
  const isSigned = ({ id, timestamp, signature, text }: Message): boolean => {
    const bytes = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    return signature === `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
  };

  it('of the version before are encrypted once there is a key, and sign as they did', async () => {
    const { url: to, messages, close } = await receiver(() => 200);
    await before(to, ['wh_a', 'wh_b', 'wh_c']);
    const secrets = createWebhookSecrets([NEW]);
    const again = await server.open(url);
    // Two replicas start at once.
    const both = [store, again].map(async ({ webhooks }) => sealStoredSecrets(webhooks, secrets, QUIET));
    expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }]);
    expect(await stored()).toEqual(Array(3).fill(expect.stringMatching(/^sealed:[\da-f]{8}:[\w-]{80,}$/)));
    expect(new Set(await stored()).size).toBe(3);
    await store.pool.query(`delete from webhooks where id <> 'wh_a'`);
    const first = await stored();
    expect(await sealed([NEW])).toMatchObject({ ok: true });
    expect(await stored()).toEqual(first);
    expect(logged).toEqual([]);
    const made = deliverOn(store, QUICK, QUIET, secrets);
    await store.events.append([encodeEvent(liquidation(1))]);
    await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 10_000 });
    const host = await api(secrets);
    expect((await host.call('POST /webhooks/wh_a/ping')).body).toMatchObject({ delivered: true });
    expect(messages.map(isSigned)).toEqual([true, true]);
    await made.stop();
    await host.close();
    close();
  });

  it('of a new subscription are shown once, and stored encrypted', async () => {
    const host = await api(createWebhookSecrets([NEW]));
    const secret = String((await host.call('POST /webhooks', { url: 'http://127.0.0.1:9/' })).body['secret']);
    expect(secret).toMatch(/^whsec_/);
    const [kept] = await store.webhooks.secrets();
    expect(kept!.secret).not.toContain(secret.slice('whsec_'.length));
    expect(createWebhookSecrets([NEW]).open(kept!.id, kept!.secret)).toBe(secret);
    // Bound to its row: a copy in another one opens nothing, nor does a changed one.
    expect(createWebhookSecrets([NEW]).open('wh_other', kept!.secret)).toBeUndefined();
    expect(createWebhookSecrets([NEW]).open(kept!.id, kept!.secret.slice(0, -4))).toBeUndefined();
    await host.close();
  });

  it('are encrypted by a new key after a rotation, and refuse a start without their key', async () => {
    await before('http://127.0.0.1:9/');
    expect((await sealed([OLD])).ok).toBe(true);
    expect(logged).toMatchObject([{ count: 1, msg: 'webhook secrets encrypted' }]);
    // All replicas learn the new key, then the first of them encrypts with it.
    expect((await sealed([OLD, NEW])).ok).toBe(true);
    expect(logged).toEqual([]);
    expect((await sealed([NEW, OLD])).ok).toBe(true);
    expect(logged).toMatchObject([{ count: 1, msg: 'webhook secrets encrypted' }]);
    expect((await sealed([NEW])).ok).toBe(true);
    for (const keys of [[], [OLD]]) {
      expect(await sealed(keys)).toEqual({
        ok: false,
        error: 'webhookKey: expected the key that encrypted the secret of webhook wh_a, got none that decrypts it',
      });
    }
    const [kept] = await store.webhooks.secrets();
    expect(createWebhookSecrets([NEW]).open('wh_a', kept!.secret)).toBe(SECRET);
  });

  it('stay as they are without a key, with one line in the log', async () => {
    expect((await sealed([])).ok).toBe(true);
    expect(logged).toEqual([]);
    await before('http://127.0.0.1:9/', ['wh_a', 'wh_b']);
    expect((await sealed([])).ok).toBe(true);
    expect(logged).toMatchObject([{ level: 40, count: 2, msg: 'webhook secrets not encrypted' }]);
    expect(await stored()).toEqual([SECRET, SECRET]);
  });

  it('that a replica cannot decrypt sign nothing: the attempt fails with the reason', async () => {
    const { url: to, count, close } = await receiver(() => 200);
    await before(to);
    await sealed([NEW]);
    const made = deliverOn(store, { ...QUICK, pauseAfter: 2 });
    await store.events.append([encodeEvent(liquidation(1))]);
    const host = await api();
    const row = async () => ((await host.call('GET /webhooks')).body['webhooks'] as Record<string, unknown>[])[0]!;
    await vi.waitFor(async () => expect((await row())['status']).toBe('paused'), { timeout: 10_000 });
    expect(await row()).toMatchObject({ last_error: SECRET_LOST, last_event_id: 0 });
    expect((await host.call('POST /webhooks/wh_a/ping')).body).toMatchObject({ delivered: false, error: SECRET_LOST });
    expect(count()).toBe(0);
    await made.stop();
    await host.close();
    close();
  });
});
