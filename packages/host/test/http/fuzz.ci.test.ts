/**
 * Requests with arbitrary method, path, query, headers and body to a complete host, over sockets: no answer is an
 * internal error, and each belongs to a class that the contract declares for its operation. Exceptions are listed at
 * the end. The host's log and memory do not grow with the requests.
 */

import { ENDPOINT_LIST, usdcUnits, type Endpoint } from '@barograph/contract';
import * as fc from 'fast-check';
import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_RAIL } from '../../../payments/src/ledger.ts';
import { classOf, isKnownClass, operationAt, startAttacked, type Attacked, type Seen } from './attacked.ts';
import { urlOf } from './table.cases.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
const ROUNDS = FULL ? 200_000 : 3_000;
const SEED = 20_261_122;
const BATCH = 250;
const AT_ONCE = 16;
const ANSWER_MS = 30_000;
/** Longest run of all rounds on a busy machine. */
const RUN_MS = 7_200_000;
/** Answers of a store that a busy machine keeps waiting for seconds, also those of HEAD; more of them are a fault of ours. */
const STALLED: ReadonlySet<string> = new Set(['503 store_unavailable', '503']);
const STALLED_MOST = ROUNDS / 1000;
/** Growth of the heap after the first quarter of the rounds: none was measured, and 12 MB with 6 kB lost in each read of the archive. */
const GROWTH_MOST_MB = 8;
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

/** Method and URL, with a body and headers where the door needs some. */
interface Line {
  readonly method: string;
  readonly url: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

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
/** Texts that a database, a stack or a check of types may stumble over. */
const hostile = fc.oneof(
  fc.constantFrom(
    '\0',
    'B\0TC',
    '\ud800',
    'BTC\udc00',
    '',
    '😀',
    'x'.repeat(3000),
    '__proto__',
    'a@b.org',
    'https://[::1]/',
  ),
  fc.string({ unit: 'binary' }),
);
const DEEP = [65, 1000, 5000].flatMap((levels) => ['['.repeat(levels), '{"a":'.repeat(levels)]);
const closed = (text: string): string =>
  `${text}0${Array.from(text.replaceAll(/[^[{]/g, ''))
    .reverse()
    .map((one) => (one === '[' ? ']' : '}'))
    .join('')}`;
const deepJson = fc.constantFrom(...DEEP, ...DEEP.map(closed));
const odd = fc.oneof(hostile, fc.jsonValue(), fc.constant({ constructor: { name: { toString: 1, valueOf: 1 } } }));
const NAMES = [...new Set(ENDPOINT_LIST.flatMap(([, { query }]) => Object.keys(query.properties))), 'symbols', 'a[b]'];
const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), value), { maxLength: 4 });
/** A body with the fields of an operation, some of them replaced. */
function bodyFor({ body }: Endpoint): fc.Arbitrary<string | undefined> {
  if (body === undefined) return fc.constant(undefined);
  const fields = Object.entries(body.properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => {
    const { examples = ['x'] } = schema as { examples?: readonly unknown[] };
    return [name, fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: odd })];
  });
  return fc.record(Object.fromEntries(fields)).map((sent) => JSON.stringify(sent));
}
/** Parameters of an operation as they should be, with values of the operation's own names changed. */
function aimedAt(endpoint: Endpoint): fc.Arbitrary<Line> {
  const own = Object.keys(endpoint.query.properties);
  const any = fc.oneof(value, hostile);
  const changed = own.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...own), any, { maxKeys: 2 });
  return fc.record({
    method: fc.constant<string>(endpoint.method),
    // URLs have no bytes for a half of a pair: it becomes U+FFFD.
    url: changed.map((query) => urlOf(endpoint, query)),
    body: bodyFor(endpoint),
  });
}
const aimed = fc.constantFrom(...ENDPOINT_LIST).chain(([, endpoint]) => aimedAt(endpoint));
/** Calls of an agent, with unknown tools and invalid arguments. */
const tool = fc.constantFrom(...ENDPOINT_LIST.map(([id]) => id.replaceAll('.', '_')), 'nothing', '\0');
const argumentsOfTool = fc.dictionary(fc.oneof(fc.constantFrom('symbol', 'coin', 'limit', 'as_of'), fc.string()), odd, {
  maxKeys: 3,
});
const message = fc.record({
  jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
  id: fc.oneof(fc.nat(), fc.jsonValue()),
  method: fc.constantFrom('tools/call', 'tools/call', 'tools/call', 'resources/read', 'prompts/get', 'ping', 'nothing'),
  params: fc.oneof(
    { weight: 4, arbitrary: fc.record({ name: tool, arguments: argumentsOfTool, uri: hostile }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  ),
});
const agent: fc.Arbitrary<Line> = fc
  .oneof(
    { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 12 }).map((all) => JSON.stringify(all)) },
    { weight: 1, arbitrary: deepJson.map((deep) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}}`) },
    { weight: 1, arbitrary: fc.json() },
  )
  .map((body) => ({
    method: 'POST',
    url: '/mcp',
    body,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-03-26',
    },
  }));
/** A usual value, and others now and then. */
const often = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  );
const hex = (bytes: number): string => `0x${'1'.repeat(2 * bytes)}`;
/** Payments of the right form and price, with fields that are not. */
function paymentOf(units: string): fc.Arbitrary<string> {
  const { network, v1Network, payTo } = TEST_RAIL;
  const authorization = fc.record({
    from: often(hex(20), '\0'),
    to: often(payTo, hex(20)),
    value: often(units, '9'.repeat(30), '-1'),
    validAfter: often('0', '9'.repeat(15)),
    validBefore: fc.constant(String(Math.floor(Date.now() / 1000) + 3000)),
    nonce: fc.nat().map((nonce) => `0x${nonce.toString(16).padStart(64, '0')}`),
  });
  const words = { scheme: often('exact', '\0', '\ud800'), network: often<string>(network, v1Network, '\0') };
  const fields = {
    ...words,
    x402Version: often<unknown>(2, 1, '2'),
    payload: fc.record({ signature: often(hex(65), hex(900), '0x', '\0'), authorization }),
    accepted: fc.record({
      ...words,
      asset: often(TEST_RAIL.asset.toLowerCase(), '\0'),
      payTo: fc.constant(payTo),
      amount: often(units, '1e9'),
    }),
    resource: fc.oneof(fc.record({ url: hostile }), fc.jsonValue()),
  };
  const requiredKeys = ['x402Version', 'payload', 'accepted'] as const;
  return fc.record(fields, { requiredKeys: [...requiredKeys] }).map((sent) => JSON.stringify(sent));
}
const sold = ENDPOINT_LIST.flatMap(([, endpoint]) =>
  Object.values(endpoint.payable?.prices ?? {}).map((usd) => ({ endpoint, units: usdcUnits(usd).toString() })),
);
const bought = fc.constantFrom(...sold).chain(({ endpoint, units }) => {
  const text = fc.oneof({ weight: 5, arbitrary: paymentOf(units) }, { weight: 1, arbitrary: deepJson });
  const name = fc.constantFrom('x-payment', 'payment-signature');
  return fc.tuple(aimedAt(endpoint), name, text).map(([line, header, json]): Line => {
    // A longer one is refused unread.
    return { ...line, headers: { [header]: Buffer.from(json).toString('base64').slice(0, 8192) } };
  });
});
const anyMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');
const wild: fc.Arbitrary<Line> = fc.record({
  method: anyMethod,
  url: fc.oneof(
    fc.constantFrom(...ENDPOINT_LIST.map(([, { path }]) => path)),
    fc
      .tuple(fc.constantFrom(...ENDPOINT_LIST.map(([, { path }]) => path)), value)
      .map(([path, part]) => path.replaceAll(/\{\w+\}/g, () => part)),
    fc.array(value, { maxLength: 4 }).map((parts) => `/api/v1/${parts.join('/')}`),
  ),
});
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
  deepJson,
  email.map((one) => JSON.stringify({ email: one })),
  fc.json(),
  fc.constantFrom('', '{', '{"email":', '"\\ud800"', '{"email":"\\u0000@b.org"}', '{"__proto__":{"email":"a@b.org"}}'),
  fc.constantFrom(`{"email":"${'x'.repeat(70_000)}"}`, '{"email":["a@b.org"]}', '{"email":1e999}'),
  fc.string({ unit: 'binary' }),
);
const printable = (text: string): string => text.replaceAll(/[^!-~]/g, '_').replaceAll('#', '%23');
const attack: fc.Arbitrary<Attack> = fc
  .record({
    line: fc.oneof(
      { weight: 20, arbitrary: aimed },
      { weight: 9, arbitrary: wild },
      { weight: 1, arbitrary: agent },
      { weight: 1, arbitrary: bought },
    ),
    more: pairs,
    key: fc.oneof(
      { weight: 8, arbitrary: fc.nat() },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const) },
    ),
    headers,
    body: fc.option(body, { nil: undefined }),
    isBare: fc.boolean(),
  })
  .map(({ line, more, isBare, headers: given, key, body: text }) => {
    const { method, url: where } = line;
    const query = isBare || line.headers !== undefined ? '' : more.map(([name, one]) => `${name}=${one}`).join('&');
    const url = query === '' ? where : `${where}${where.includes('?') ? '&' : '?'}${query}`;
    return {
      method,
      url: printable(url),
      // An answer is sold without a key.
      key: line.headers === undefined ? key : 'none',
      headers: { ...given, ...line.headers },
      body: method === 'GET' || method === 'HEAD' ? undefined : (line.body ?? text),
    };
  });

const sockets = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => sockets.destroy());

/** Sends one. A stream that opens is left at once. */
async function send(
  { method, url, key, headers: given, body: text }: Attack,
  keyText: string | undefined,
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: host.port,
      agent: sockets,
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
      const isStream = type.startsWith('text/event-stream') && url !== '/mcp';
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

/** The heap after a collection, MB. */
function heapMb(): number {
  setFlagsFromString('--expose-gc');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the flag above puts there
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

describe('whatever is asked of a whole host', () => {
  it(
    `has no answer of 500 and none that the contract does not know, ${ROUNDS} times`,
    async () => {
      const classes = new Map<string, number>();
      const strange: string[] = [];
      let stalled = 0;
      const reached = new Set<Endpoint>();
      const one = async (asked: Attack): Promise<void> => {
        const to = operationAt(asked.method, asked.url);
        if (to !== undefined) reached.add(to);
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
        if (isKnownClass(asked.method, asked.url, found)) return;
        if (STALLED.has(found)) stalled++;
        else strange.push(`${found}: ${JSON.stringify(asked).slice(0, 400)}`);
      };
      const began = Date.now();
      const heaps: number[] = [];
      for (let done = 0; done < ROUNDS; done += BATCH) {
        if (done % (ROUNDS / 4) === 0) heaps.push(heapMb());
        const waiting = fc.sample(attack, { seed: SEED + done, numRuns: BATCH });
        const worker = async (): Promise<void> => {
          for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await one(next);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
      }
      const seconds = Math.round((Date.now() - began) / 1000);
      const table = [...classes].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} × ${name}`);
      heaps.push(heapMb());
      if (FULL) {
        const memory = `heap ${heaps.join(', ')} MB, resident ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`;
        const about = `${ROUNDS} in ${seconds} s, ${memory}, ${host.lines.length} lines of log`;
        process.stderr.write(`structured requests: ${about}: ${table.join(', ')}\n`);
      }
      expect(strange, table.join('\n')).toEqual([]);
      expect(stalled).toBeLessThanOrEqual(STALLED_MOST);
      const errors = host.errors.filter(({ error }) => error !== 'store_unavailable');
      expect(errors, 'errors in the log').toEqual([]);
      expect(
        host.lines.filter((line) => JSON.stringify(line).includes('"stack"')),
        'stacks in the log',
      ).toEqual([]);
      expect(host.lines.length).toBeLessThan(100);
      expect(ENDPOINT_LIST.filter(([, endpoint]) => !reached.has(endpoint)).map(([id]) => id)).toEqual([]);
      // The first quarter fills caches of bounded size.
      if (FULL) expect(heaps.at(-1)! - heaps[1]!, `heap ${heaps.join(', ')} MB`).toBeLessThan(GROWTH_MOST_MB);
      // The attack reached what it is about: answers, refusals of each kind, and operations behind every tier.
      for (const needed of [
        '200',
        '304',
        '404 not_found',
        '422 validation',
        '401 invalid_api_key',
        '403 tier_too_low',
        '400 json-rpc',
        '402 payment_bad_signature',
        '400 payment_malformed',
      ])
        expect(classes.get(needed) ?? 0, needed).toBeGreaterThan(0);
    },
    RUN_MS,
  );
});
