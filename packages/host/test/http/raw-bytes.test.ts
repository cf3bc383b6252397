/**
 * Arbitrary bytes on a socket: no 5xx, no stack, and the server keeps answering. Named cases go to a small server;
 * random bytes go to a complete host with keys, accounts and streams.
 */

import * as fc from 'fast-check';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEM_STATUS } from '@barograph/contract';
import { startAttacked, type Attacked } from './attacked.ts';
import { endpoint, object, serverOf } from './gate.cases.ts';

const FULL = process.env['BAROGRAPH_FULL'] === '1';
/** Connections; each sends one to three pieces. */
const ROUNDS = FULL ? 10_000 : 600;
const SEED = 20_261_122;
const AT_ONCE = 40;
/** Listening time on a connection after its last byte, ms: for an answer that must come, and for one that may. */
const PATIENCE_MS = 60_000;
const QUIET_MS = 150;

const on = serverOf({
  none: endpoint('/api/v1/none', { access: 'none' }),
  number: endpoint('/api/v1/number', {
    access: 'none',
    query: object({ n: { type: 'integer', default: 5 } }),
    unknownParameters: 'reject',
  }),
  path: endpoint('/api/v1/coin/{coin}', { access: 'none', pathParameters: object({ coin: { type: 'string' } }) }),
  post: endpoint('/api/v1/post', {
    method: 'POST',
    access: 'none',
    body: object({ email: { type: 'string' } }),
  }),
});
let port = 0;
beforeAll(async () => {
  await on.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = on.server.server.address() as AddressInfo);
});
afterAll(async () => on.server.close());

/** Sends pieces one after the other. @returns what came back until it was enough, or the connection ended or went quiet. */
async function exchange(
  to: number,
  pieces: readonly Buffer[],
  quietMs: number,
  isEnough = (_: string) => false,
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1');
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, quietMs);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isEnough(text)) end();
      else wait();
    });
    socket.on('error', end).on('close', end);
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
      wait();
    });
  });
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));

/** Statuses that the contract knows, but for those of a failure of ours. */
const KNOWN = new Set<number>([200, 204, 304, 422, ...Object.values(PROBLEM_STATUS).filter((status) => status < 500)]);

/** Checks laws of every answer. */
function expectDecent(text: string): void {
  const shown = JSON.stringify(text.slice(0, 600));
  for (const status of statusesOf(text)) expect(KNOWN, shown).toContain(status);
  expect(text).not.toMatch(/node_modules|\n\s+at |\.ts:\d|Error:/);
  // Whatever is not empty is an answer of HTTP from the first byte on.
  if (text !== '') expect(text, shown).toMatch(/^HTTP\/1\.1 \d{3} /);
  for (const answer of text.split(/(?=HTTP\/1\.1 \d{3} )/)) {
    const [, body = ''] = /^HTTP\/1\.1 4\d\d [^]*?\r\n\r\n([^]*)$/.exec(answer) ?? [];
    if (body !== '') expect(JSON.parse(body) as unknown, shown).toHaveProperty('detail');
  }
}

async function expectAlive(to: number, path: string): Promise<void> {
  const text = await exchange(to, [bytes(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)], 10_000);
  expect(statusesOf(text)).toEqual([200]);
}

describe('a connection', () => {
  const get = 'GET /api/v1/none HTTP/1.1\r\nhost: x\r\n';
  const post = 'POST /api/v1/post HTTP/1.1\r\nhost: x\r\n';
  it.each<readonly [string, readonly string[], readonly number[]]>([
    ['of no HTTP at all', ['\u0000\u0001\u00ff\r\n\r\n'], [400]],
    ['of another protocol', ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'], [400]],
    ['of another version', ['GET / HTTP/9.9\r\nhost: x\r\n\r\n'], [400]],
    ['of HTTP/2 without asking', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], [400]],
    ['without a host', ['GET /api/v1/none HTTP/1.1\r\n\r\n'], [400]],
    ['with a header without a name', [`${get}: value\r\n\r\n`], [400]],
    ['with a space before the colon', [`${get}x-api-key : k\r\n\r\n`], [400]],
    ['with a zero byte in a header', [`${get}x: a\u0000b\r\n\r\n`], [400]],
    ['with a folded header', [`${get}x: a\r\n b\r\n\r\n`], [400]],
    ['with bytes beyond ASCII in its key', [`${get}x-api-key: \u00ff\u00fe\r\n\r\n`], [200]],
    ['with a huge header', [`${get}x: ${'y'.repeat(70_000)}\r\n\r\n`], [431]],
    ['with very many headers', [`${get}${Array.from({ length: 4000 }, (_, i) => `h${i}: v\r\n`).join('')}\r\n`], [431]],
    ['with a huge URL', [`GET /api/v1/none?${'y'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`], [431]],
    ['with a length that is none', [`${post}content-length: abc\r\n\r\n{}`], [400]],
    ['with a negative length', [`${post}content-length: -5\r\n\r\n{}`], [400]],
    ['with two lengths', [`${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`], [400]],
    ['with a length and chunks', [`${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`], [400]],
    ['with an endless length', [`${post}content-length: 99999999999999999999\r\n\r\n{}`], [400]],
    ['that promises too much', [`${post}content-length: 70000\r\n\r\n{}`], [413]],
    ['with chunks that are none', [`${post}transfer-encoding: chunked\r\n\r\nxyz\r\n`], [400]],
    ['with half an escape in its path', ['GET /api/v1/coin/%e2%82 HTTP/1.1\r\nhost: x\r\n\r\n'], [400]],
    ['with an escape that is none', ['GET /api/v1/number?n=%zz HTTP/1.1\r\nhost: x\r\n\r\n'], [400]],
    ['with an overlong escape', ['GET /api/v1/coin/%c0%ae HTTP/1.1\r\nhost: x\r\n\r\n'], [400]],
    ['with bytes beyond ASCII in its path', ['GET /api/v1/coin/\u00e9\u00ff HTTP/1.1\r\nhost: x\r\n\r\n'], [400]],
    ['with a zero in its path', ['GET /api/v1/coin/%00 HTTP/1.1\r\nhost: x\r\n\r\n'], [422]],
    ['with a body that is not UTF-8', [`${post}content-length: 4\r\n\r\n\u00ff\u00fe{}`], [422]],
    ['with a whole URL', ['GET http://x/api/v1/none HTTP/1.1\r\nhost: x\r\n\r\n'], [200]],
    ['with a star', ['OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'], [404]],
    ['with a body where none belongs', [`${get}content-length: 3\r\n\r\nabc`], [200]],
    ['that sends several at once', [`${get}\r\n${get}\r\nGET /nothing HTTP/1.1\r\nhost: x\r\n\r\n`], [200, 200, 404]],
    ['that comes in crumbs', `${get}\r\n`.split(''), [200]],
    // No answer is sent that could be taken for that of the request before it.
    ['that is followed by rubbish at once', [`${get}\r\n\u0000\u0000rubbish\r\n\r\n`], []],
  ])('%s is answered', async (_, pieces, statuses) => {
    const isEnough = (text: string): boolean => statusesOf(text).length >= statuses.length && text.endsWith('}');
    const text = await exchange(port, pieces.map(bytes), statuses.length === 0 ? QUIET_MS : PATIENCE_MS, isEnough);
    expect(statusesOf(text)).toEqual(statuses);
    expectDecent(text);
    await expectAlive(port, '/api/v1/none');
  });
});

/** Lines, headers and bodies of operations of the contract, decent and damaged. */
function pieces(key: string): fc.Arbitrary<readonly Buffer[]> {
  const noise = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
  const line = fc.constantFrom(
    ...['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'get', ''].flatMap((method) =>
      [
        '/api/v1',
        '/api/v1/health',
        '/api/v1/perpdex/candles?limit=2',
        '/api/v1/indicators/signum-rgg/BTC',
        '/api/v1/auth/keys',
        '/api/v1/auth/keys/me',
        '/api/v1/auth/confirm?token=x',
        '/api/v1/stream',
        '/api/v1/stream/recent',
        '/api/v1/regimes/history?from=0',
        '*',
        '//',
        '/%',
      ].map((path) => `${method} ${path} HTTP/1.1\r\nhost: x\r\n`),
    ),
  );
  const header = fc.oneof(
    fc.constantFrom('content-length: 5', 'content-length: -1', 'transfer-encoding: chunked', 'expect: 100-continue'),
    fc.constantFrom('connection: upgrade', 'upgrade: websocket', 'x-api-key: free', 'if-none-match: *', ''),
    fc.constantFrom('accept-encoding: gzip;q=x', 'x-request-id: \u0001', 'host: y', 'connection: close'),
    fc.constantFrom(`x-api-key: ${key}`, `x-api-key: ${key}`, 'last-event-id: -1', 'content-type: application/json'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const request = fc
    .tuple(line, fc.array(header, { maxLength: 4 }), noise)
    .map(([first, headers, body]) => Buffer.concat([bytes([first, ...headers, '\r\n'].join('\r\n')), body]));
  /** A decent request with some bytes replaced. */
  const damaged = fc
    .tuple(line, fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { minLength: 1, maxLength: 4 }))
    .map(([first, changes]) => {
      const whole = bytes(`${first}x-api-key: ${key}\r\ncontent-length: 2\r\n\r\n{}`);
      for (const [at, value] of changes) whole[at % whole.length] = value;
      return whole;
    });
  /** A request as it should be, with whatever body: what comes behind it is on a connection that was fine so far. */
  const decent = fc
    .tuple(line, noise)
    .map(([first, body]) =>
      Buffer.concat([bytes(`${first}x-api-key: ${key}\r\ncontent-length: ${body.length}\r\n\r\n`), body]),
    );
  return fc.array(fc.oneof(noise, request, damaged, decent), { minLength: 1, maxLength: 3 });
}

describe('a connection to a whole host', () => {
  let host: Attacked;
  beforeAll(async () => {
    host = await startAttacked();
  });
  afterAll(async () => host.stop());

  it(`of whatever bytes is answered decently or not at all, ${ROUNDS} times`, async () => {
    const statuses = new Map<number | 'none', number>();
    const strange: string[] = [];
    // Many at a time: a connection costs the time that it is listened to.
    for (let done = 0; done < ROUNDS; done += AT_ONCE) {
      // One key of them is soon revoked or over its limit.
      const many = fc.sample(pieces(await host.key('pro_plus')), { seed: SEED + done, numRuns: AT_ONCE });
      const texts = await Promise.all(many.map(async (each) => exchange(host.port, each, QUIET_MS)));
      for (const [i, text] of texts.entries()) {
        const found = statusesOf(text);
        for (const status of found.length === 0 ? (['none'] as const) : found)
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        try {
          expectDecent(text);
        } catch (error) {
          strange.push(`${String(error)} after ${JSON.stringify(many[i]!.map((one) => one.toString('latin1')))}`);
        }
      }
    }
    const table = [...statuses].sort(([, a], [, b]) => b - a).map(([status, count]) => `${count} × ${status}`);
    if (FULL) process.stderr.write(`raw connections: ${ROUNDS}: ${table.join(', ')}\n`);
    expect(strange, table.join('\n')).toEqual([]);
    expect(host.errors, 'errors in the log').toEqual([]);
    for (const needed of [200, 400, 404, 405] as const)
      expect(statuses.get(needed) ?? 0, `${needed} of ${table.join(', ')}`).toBeGreaterThan(0);
    await expectAlive(host.port, '/api/v1/health');
  });
});
