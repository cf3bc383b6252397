/**
 * Every operation on both request paths, over a real socket: a URL that was answered before takes the fast path, and
 * the same URL with more separators than the fast path caches is parsed by Fastify. Status, headers and bytes are
 * equal, also for refusals.
 */

import { OPERATIONS, type Operation } from '@barograph/contract';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createGate } from '../../src/http/access.ts';
import { keepingOf } from '../../src/http/send.ts';
import type { Usage } from '../../../store/src/usage.ts';
import { testModel } from '../services/quant/test-support.ts';
import { simulatedMarket, testHost } from '../test-support.ts';
import { naiveUsage, record } from './gate.cases.ts';
import { urlOf } from './table.cases.ts';

const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
const TIER_OF = { free: 'free', pro: 'pro', plus: 'pro_plus', spent: 'pro_plus' } as const;
type Who = keyof typeof TIER_OF;

/** Each way has keys of its own, so that both count the same; that of `spent` is used up. */
const counted = naiveUsage();
const usage: Pick<Usage, 'take' | 'refund'> = {
  ...counted,
  take: async (id, limits, now) =>
    id.startsWith('spent')
      ? { ok: false, refusedBy: 'minute', dailyCount: 120, minuteCount: limits.perMinute }
      : counted.take(id, limits, now),
};
const gate = createGate({
  callers: {
    find: async (text) => {
      const tier = TIER_OF[text.split('-')[0] as Who];
      return tier === undefined ? undefined : record(text, tier);
    },
    forget: () => {},
    close: () => {},
  },
  usage,
  wall: createManualClock(NOW),
  pricingUrl: 'https://example.org/plans',
});
const host = await testHost(simulatedMarket(), createManualClock(NOW), gate, testModel());
const agent = new Agent({ keepAlive: true });
let port = 0;
/** URLs that Fastify read. */
const read: string[] = [];
beforeAll(async () => {
  host.server.addHook('onRequest', async ({ url }) => void read.push(url));
  await host.start();
  await host.server.listen({ host: '127.0.0.1', port: 0 });
  port = (host.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await host.stop();
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: string;
}
type Headers = Readonly<Record<string, string>>;

/** Headers that differ per request or connection. */
const FLEETING = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

async function ask(method: string, path: string, headers: Headers, first = false): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (reply) => {
      const chunks: Buffer[] = [];
      const done = (): void => {
        const kept = Object.entries(reply.headers).filter(([name]) => !FLEETING.has(name));
        resolve({
          status: reply.statusCode!,
          headers: Object.fromEntries(kept),
          bytes: Buffer.concat(chunks).toString('base64'),
        });
        if (first) asked.destroy();
      };
      if (first && reply.statusCode === 200) {
        done();
        return;
      }
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', done);
    });
    asked.on('error', (error) => (first ? undefined : reject(error))).end();
  });
}

const questionOf = (operation: Operation): string =>
  operation.id.startsWith('auth.confirm') ? `${operation.path}?token=x` : urlOf(operation);

/** The same question, longer than the second path takes. */
const long = (url: string): string => `${url}${url.includes('?') ? '' : '?'}${'&'.repeat(600)}`;

/** Operations whose answers differ from call to call on either way: own keys, signed links, real time. */
const isFleeting = ({ id, method, accountScoped }: Operation): boolean =>
  method === 'POST' || accountScoped === true || id.startsWith('health') || id === 'quant.regimes_history';

function shownOf(operation: Operation, got: Got): unknown {
  if (!isFleeting(operation) || got.status >= 400) return got;
  return { status: got.status, headers: Object.keys(got.headers).sort() };
}

/** Every question about an operation, refusals among them. */
function questionsOf(
  operation: Operation,
  etag: unknown,
): readonly (readonly [who: Who | 'wrong' | '', url: string, more: Headers])[] {
  const url = questionOf(operation);
  const tagged: Headers = typeof etag === 'string' ? { 'if-none-match': etag } : {};
  const and = (pair: string): string => `${url}${url.includes('?') ? '&' : '?'}${pair}`;
  const unknown = operation.path.includes('{symbol}') ? url.replace(/[^/?]+(?=\?|$)/, 'NOPE') : url;
  return [
    ['', url, {}],
    ['wrong', url, {}],
    ['free', url, {}],
    ['pro', url, {}],
    ['plus', url, {}],
    ['plus', url, { 'accept-encoding': 'gzip' }],
    ['plus', url, tagged],
    ['plus', url, { ...tagged, 'accept-encoding': 'gzip' }],
    ['plus', url, { 'if-none-match': '"other"' }],
    ['spent', url, {}],
    ['spent', url, tagged],
    ['spent', url, { 'if-none-match': '"other"' }],
    ['plus', and('no_such_parameter=1'), {}],
    ['plus', and('limit=x'), {}],
    ['plus', unknown, { 'accept-encoding': 'gzip' }],
  ];
}

describe('an operation', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s answers on the fast path as on the long one: status, headers and bytes',
    async (_, operation) => {
      counted.counts.clear();
      const { method } = operation;
      const isStream = operation.streaming === true;
      const url = questionOf(operation);
      const learning = await ask(method, url, { 'x-api-key': 'plus-learning' }, isStream);
      const isKept = method === 'GET' && !isStream && keepingOf(operation) !== 'nobody' && learning.status === 200;
      const asked = questionsOf(operation, learning.headers['etag']);
      read.length = 0;
      for (const [who, one, more] of asked) {
        const headers = (way: string): Headers => (who === '' ? more : { ...more, 'x-api-key': `${who}-${way}` });
        const short = await ask(method, one, headers('short'), isStream);
        const through = await ask(method, long(one), headers('long'), isStream);
        if (isKept && who === 'spent' && more['if-none-match'] === learning.headers['etag'])
          expect(short.status).toBe(isFleeting(operation) ? short.status : 304);
        expect(shownOf(operation, short), `${who} ${one} ${JSON.stringify(more)}`).toEqual(shownOf(operation, through));
      }
      const ofUrl = asked.filter((question) => question[1] === url);
      // A place of a heavy read, and a price, are given out on the long way alone.
      const isShort = isKept && operation.edge !== 'heavy';
      const sold = ofUrl.filter(([who]) => who === '' && operation.payable !== undefined);
      expect(read.filter((one) => one === url)).toHaveLength((isShort ? sold : ofUrl).length);
    },
  );
});
