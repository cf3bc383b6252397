/**
 * Requests of whatever method, path, query, headers and body on a whole host, over sockets: no answer is a failure of
 * ours, and each is of a class that the contract declares for its operation. What is not is listed at the end.
 */

import { ENDPOINT_LIST } from '@barograph/contract';
import * as fc from 'fast-check';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classOf, isKnownClass, startAttacked, type Attacked, type Seen } from './attacked.ts';
import { urlOf } from './table.cases.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const ROUNDS = FULL ? 100_000 : 3_000;
const SEED = 20_261_122;
const BATCH = 500;
const AT_ONCE = 16;
const ANSWER_MS = 30_000;
/** Keys of each tier: enough that limits refuse some calls, and not most. */
const KEYS = { free: 20, pro: 40, pro_plus: FULL ? 400 : 40 } as const;

let host: Attacked;
const keys: string[] = [];
beforeAll(async () => {
  host = await startAttacked();
  for (const tier of ['free', 'pro', 'pro_plus'] as const)
    for (let i = 0; i < KEYS[tier]; i++) keys.push(await host.key(tier));
});
afterAll(async () => host.stop());

interface Attack {
  readonly method: string;
  readonly url: string;
  /** Number of a key; none, or one that never was. */
  readonly key: number | 'none' | 'wrong';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }).map(encodeURIComponent),
  fc.constantFrom('BTC', '-1', '0', '1e9', 'NaN', 'true', 'null', '%', '%00', '[]', '2025-01-01', '__proto__', ',,,'),
  fc.constantFrom('8640000000000000', '8640000000000001', '-62135596800000', '9007199254740993', '%ed%a0%80', '%F0%9F'),
  fc.constantFrom('constructor', 'BTC%00', '../..', '%2e%2e%2f', "'%3B--", 'x'.repeat(101), 'x'.repeat(3000)),
  fc.integer().map(String),
);
const NAMES = [...new Set(ENDPOINT_LIST.flatMap(([, { query }]) => Object.keys(query.properties))), 'symbols', 'a[b]'];
const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), value), { maxLength: 4 });
/** Parameters of an operation as they should be, with values of the operation's own names changed. */
const aimed = fc.constantFrom(...ENDPOINT_LIST).chain(([, endpoint]) => {
  const own = Object.keys(endpoint.query.properties);
  const changed = own.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...own), value, { maxKeys: 2 });
  const url = changed.map((query) => urlOf(endpoint, query));
  return fc.tuple(fc.constant<string>(endpoint.method), url);
});
const anyMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
const wild = fc.tuple(
  anyMethod,
  fc.oneof(
    fc.constantFrom(...ENDPOINT_LIST.map(([, { path }]) => path)),
    fc
      .tuple(fc.constantFrom(...ENDPOINT_LIST.map(([, { path }]) => path)), value)
      .map(([path, part]) => path.replaceAll(/\{\w+\}/g, () => part)),
    fc.array(value, { maxLength: 4 }).map((parts) => `/api/v1/${parts.join('/')}`),
  ),
);
const HEADER = fc.constantFrom<readonly (readonly [string, readonly string[]])[]>([
  ['if-none-match', ['*', '"x"', 'W/"x", "y"', ',,,', '"'.repeat(500)]],
  ['accept-encoding', ['gzip', 'gzip;q=x', '*;q=0', 'br, gzip;q=0.5']],
  ['accept', ['application/json', 'text/html', 'text/csv;q=x', '*/*', '']],
  ['content-type', ['application/json', 'text/plain', 'multipart/form-data', 'x', 'application/json; charset=x']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['last-event-id', ['0', '-1', 'x', '9007199254740993', '1e3', '']],
  ['origin', ['https://page.example', 'null', 'https://other.example', 'x']],
  ['access-control-request-method', ['GET', 'DELETE', 'x']],
  ['access-control-request-headers', ['x-api-key', 'x, y', '']],
  ['x-forwarded-for', ['1.2.3.4', '::1', 'x', '1.2.3.4, 5.6.7.8', ',']],
  ['x-request-id', ['abc', 'a b', 'x'.repeat(100)]],
  ['x-http-method-override', ['DELETE']],
  ['authorization', ['Bearer x', 'Basic !']],
  ['range', ['bytes=0-1', 'x']],
  ['expect', ['x', '100-continue']],
]);
const headers = fc
  .array(
    HEADER.chain((all) => fc.constantFrom(...all)).chain(([name, values]) =>
      fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary-ascii' }))),
    ),
    { maxLength: 3 },
  )
  .map((all) => Object.fromEntries(all.map(([name, text]) => [name, text.replaceAll(/[^ -~]/g, '_')])));
const email = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom(
    'a@b',
    'A@EXAMPLE.ORG',
    'a\u0000@b.org',
    '\ud800@b.org',
    'a@b.org\r\nBcc: c@d.org',
    `${'x'.repeat(300)}@b.org`,
  ),
  fc.string({ unit: 'binary' }),
);
const body = fc.oneof(
  email.map((one) => JSON.stringify({ email: one })),
  fc.json(),
  fc.constantFrom('', '{', '{"email":', '"\\ud800"', '{"email":"\\u0000@b.org"}', '{"__proto__":{"email":"a@b.org"}}'),
  fc.constantFrom('['.repeat(5000), `{"email":"${'x'.repeat(70_000)}"}`, '{"email":["a@b.org"]}', '{"email":1e999}'),
  fc.string({ unit: 'binary' }),
);
const printable = (text: string): string => text.replaceAll(/[^!-~]/g, '_').replaceAll('#', '%23');
const attack: fc.Arbitrary<Attack> = fc
  .record({
    line: fc.oneof({ weight: 2, arbitrary: aimed }, { weight: 1, arbitrary: wild }),
    more: pairs,
    key: fc.oneof(
      { weight: 8, arbitrary: fc.nat() },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const) },
    ),
    headers,
    body: fc.option(body, { nil: undefined }),
    isBare: fc.boolean(),
  })
  .map(({ line: [method, where], more, isBare, ...rest }) => {
    const text = isBare ? '' : more.map(([name, one]) => `${name}=${one}`).join('&');
    const url = text === '' ? where : `${where}${where.includes('?') ? '&' : '?'}${text}`;
    return {
      method,
      url: printable(url),
      ...rest,
      ...(method === 'GET' || method === 'HEAD' ? { body: undefined } : {}),
    };
  });

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => agent.destroy());

/** Sends one. A stream that opens is left at once. */
async function send(
  { method, url, key, headers: given, body: text }: Attack,
  keyText: string | undefined,
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: host.port,
      agent,
      method,
      path: url,
      headers: {
        ...given,
        ...(key === 'none' ? {} : { 'x-api-key': keyText ?? 'bg_live_wrong' }),
        // Without this, Node sends a body of DELETE or OPTIONS with no length at all.
        ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
      },
    });
    const timer = setTimeout(() => sent.destroy(new Error('no answer')), ANSWER_MS);
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.on('response', (reply) => {
      const chunks: Buffer[] = [];
      const type = reply.headers['content-type'] ?? '';
      const isStream = type.startsWith('text/event-stream');
      const done = (): void => {
        clearTimeout(timer);
        const isPacked = reply.headers['content-encoding'] === 'gzip';
        const shown = isPacked ? '' : Buffer.concat(chunks).toString();
        resolve({ status: reply.statusCode ?? 0, type, body: shown });
        if (isStream) sent.destroy();
      };
      if (reply.headers['x-api-version'] === undefined) reject(new Error('an answer without its version'));
      if (isStream) done();
      else reply.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', done);
    });
    sent.end(text);
  });
}

describe('whatever is asked of a whole host', () => {
  it(`has no answer of 500 and none that the contract does not know, ${ROUNDS} times`, async () => {
    const classes = new Map<string, number>();
    const strange: string[] = [];
    const one = async (asked: Attack): Promise<void> => {
      const at = typeof asked.key === 'number' ? asked.key % keys.length : undefined;
      const keyText = at === undefined ? undefined : keys[at];
      let found: string;
      try {
        const seen = await send(asked, keyText);
        found = classOf(seen);
        if (/node_modules|\n\s+at |\.ts:\d/.test(seen.body)) found += ' with a stack';
        // What ended is replaced, or no key would be left.
        if (
          found === '200' &&
          at !== undefined &&
          /keys(?:\/rotate)?(?:\?|$)/.test(asked.url) &&
          asked.method !== 'GET'
        )
          keys[at] = await host.key('pro_plus');
      } catch (error) {
        found = error instanceof Error ? error.message : String(error);
      }
      classes.set(found, (classes.get(found) ?? 0) + 1);
      if (!isKnownClass(asked.method, asked.url, found))
        strange.push(`${found}: ${JSON.stringify(asked).slice(0, 400)}`);
    };
    const began = Date.now();
    for (let done = 0; done < ROUNDS; done += BATCH) {
      const waiting = fc.sample(attack, { seed: SEED + done, numRuns: BATCH });
      const worker = async (): Promise<void> => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await one(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }
    const seconds = Math.round((Date.now() - began) / 1000);
    const table = [...classes].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} × ${name}`);
    if (FULL) process.stderr.write(`structured requests: ${ROUNDS} in ${seconds} s: ${table.join(', ')}\n`);
    expect(strange, table.join('\n')).toEqual([]);
    expect(host.errors, 'errors in the log').toEqual([]);
    // The attack reached what it is about: answers, refusals of each kind, and operations behind every tier.
    for (const needed of ['200', '304', '404 not_found', '422 validation', '401 invalid_api_key', '403 tier_too_low'])
      expect(classes.get(needed) ?? 0, needed).toBeGreaterThan(0);
  });
});
