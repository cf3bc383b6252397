/**
 * Fast path compared with Fastify: the same requests by `inject`, which never takes the fast path, and over a socket.
 */

import * as fc from 'fast-check';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpoint, object, serverOf, TABLE } from './gate.cases.ts';

const FABRICATED = {
  ...TABLE,
  big: endpoint('/api/v1/big', { access: 'none' }),
  old: endpoint('/api/v1/old', { deprecated: { since: '2026-11-01', sunset: '2027-05-01' } }),
  busy: endpoint('/api/v1/busy', {}),
  broken: endpoint('/api/v1/broken', {}),
  own: endpoint('/api/v1/own', { accountScoped: true }),
  number: endpoint('/api/v1/number', {
    query: object({ n: { type: 'integer', default: 5 }, also: { type: 'string' } }),
    aliases: { alias: 'also' },
    unknownParameters: 'reject',
  }),
};
const URLS = `
  none greets key pro pro-plus uncounted big old busy broken own
  coin coin?coin=BTC coin?coin=btc coin?coin=ETH coin/BTC coin/ETH coin/%42TC
  number number?n=7 number?n=x number?alias=a&alias=b number?m=1 number? nothing %zz
`
  .trim()
  .split(/\s+/)
  .map((path) => `/api/v1/${path}`);

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Those of the connection, and of the moment. */
const NOT_COMPARED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
function compared(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(headers).filter(([name]) => !NOT_COMPARED.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
const textOf = (headers: Readonly<Record<string, unknown>>, body: Buffer): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();

function longWay(on: ReturnType<typeof serverOf>) {
  return async ({ method, url, headers }: Asked): Promise<Got> => {
    const reply = await on.server.inject({ method: method as 'GET', url, headers });
    const body = textOf(reply.headers, reply.rawPayload);
    return { status: reply.statusCode, headers: compared(reply.headers), body };
  };
}

/** Over a socket. `read` counts the requests that Fastify was given. */
async function socketWay(on: ReturnType<typeof serverOf>) {
  const read: string[] = [];
  on.server.addHook('onRequest', async ({ url }) => void read.push(url));
  await on.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = on.server.server.address() as AddressInfo;
  const ask = async ({ method, url, headers }: Asked): Promise<Got> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          const body = textOf(reply.headers, Buffer.concat(chunks));
          resolve({ status: reply.statusCode!, headers: compared(reply.headers), body });
        });
      });
      asked.on('error', reject).end();
    });
  return { ask, read };
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  method: 'GET',
  url: `/api/v1/${url}`,
  headers: { 'x-request-id': 'r', ...headers },
});

describe('a request that was read before', () => {
  it('is answered as if it had not been, whoever asks for whatever', async () => {
    const one = serverOf(FABRICATED);
    const other = serverOf(FABRICATED);
    const long = longWay(one);
    const { ask: short, read } = await socketWay(other);
    const key = fc.constantFrom('new', 'free', 'pro', 'plus', 'wrong', undefined);
    const packing = fc.constantFrom('gzip', 'gzip;q=0', 'br, *', undefined);
    const tags: string[] = ['"x"', '*'];
    const tag = fc.option(fc.nat(20), { freq: 3, nil: undefined });
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'),
        fc.constantFrom(...URLS),
        key,
        packing,
        tag,
        fc.constantFrom(0, 0, 0, 20_000),
        async (method, url, text, accepted, tagged, wait) => {
          for (const { wall } of [one, other]) wall.moveTo(wall.now() + wait);
          const headers = {
            'x-request-id': `r${asked++}`,
            ...(text === undefined ? {} : { 'x-api-key': text }),
            ...(accepted === undefined ? {} : { 'accept-encoding': accepted }),
            ...(tagged === undefined ? {} : { 'if-none-match': tags[tagged % tags.length]! }),
          };
          const expected = await long({ method, url, headers });
          expect(await short({ method, url, headers })).toEqual(expected);
          const etag = expected.headers['etag'];
          if (typeof etag === 'string' && !tags.includes(etag)) tags.push(etag);
        },
      ),
      { numRuns: 600 },
    );
    expect(other.usage.counts).toEqual(one.usage.counts);
    expect(read.length).toBeLessThan(0.8 * asked); // otherwise the fast path was not tested
    await Promise.all([one.server.close(), other.server.close()]);
  });

  it('is not read again; one that was refused, may not be kept or is another is', async () => {
    const on = serverOf(FABRICATED);
    const { ask, read } = await socketWay(on);
    for (let i = 0; i < 3; i++) {
      for (const url of ['none', 'own', 'number?n=x', 'coin?coin=ETH']) await ask(get(url, { 'x-api-key': 'free' }));
      await ask(get(`none?${'x'.repeat(600)}`));
      await ask({ ...get('none'), method: 'HEAD' });
    }
    const times = (url: string): number => read.filter((one) => one.startsWith(`/api/v1/${url}`)).length;
    expect([times('none?'), times('own'), times('number'), times('coin')]).toEqual([3, 3, 3, 3]);
    expect(read.filter((one) => one === '/api/v1/none')).toHaveLength(1 + 3);
    await on.server.close();
  });

  it('makes room for others: what was asked for longest ago is read again', async () => {
    const on = serverOf(FABRICATED);
    const { ask, read } = await socketWay(on);
    for (let i = 0; i <= 1000; i++) await ask(get(`none?i=${i}`));
    read.length = 0;
    await ask(get('none?i=1000'));
    await ask(get('none?i=0'));
    expect(read).toEqual(['/api/v1/none?i=0']);
    await on.server.close();
  });

  it('gets a request id of its own, and is told of to those who watch', async () => {
    const on = serverOf(FABRICATED);
    const told: unknown[] = [];
    on.server.watchers.push(({ route, method, status, ms }) => told.push([route, method, status, ms >= 0]));
    const { ask, read } = await socketWay(on);
    const ids = new Set<unknown>();
    for (let i = 0; i < 3; i++) {
      const { headers } = await ask({ ...get('coin/BTC'), headers: { 'x-api-key': 'plus' } });
      ids.add(headers['x-request-id']);
    }
    expect(ids.size).toBe(3);
    expect(read).toHaveLength(1);
    await on.server.close();
    expect(told).toEqual(Array.from({ length: 3 }, () => ['/api/v1/coin/:coin', 'GET', 200, true]));
  });

  it.each([
    ['HTTP/1.1', 'connection: close'],
    ['HTTP/1.0', 'x: y'],
  ])('ends a connection that is not to be kept: %s, %s', async (version, line) => {
    const on = serverOf(FABRICATED);
    const { ask, read } = await socketWay(on);
    await ask(get('none'));
    const socket = connect((on.server.server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    const head = 'host: x\r\n';
    socket.write(`GET /api/v1/none HTTP/1.1\r\n${head}\r\n`.repeat(2));
    socket.write(`GET /api/v1/none ${version}\r\n${head}${line}\r\n\r\n`);
    await once(socket, 'close');
    const connections = [...text.matchAll(/^connection: (\S+)\r$/gim)].map(([, said]) => said);
    expect(connections).toEqual(['keep-alive', 'keep-alive', 'close']);
    expect(read).toHaveLength(1);
    await on.server.close();
  });
});
