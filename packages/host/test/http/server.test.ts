import { API_VERSION, ENDPOINT_LIST, OPERATIONS, problem, type Endpoint } from '@barograph/contract';
import { err, type Result } from '@barograph/core';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import { AS_OF, smallMarket, testHost, OPEN_GATE } from '../test-support.ts';
import { contextsOver, operationsOf } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';

const host = await testHost(smallMarket(), createManualClock(AS_OF));
const { server } = host;
beforeAll(async () => host.start());
afterAll(async () => host.stop());

const LIST = '/api/v1/indicators/signum-rgg';

describe('every answer', () => {
  const urls: readonly (readonly [string, string, number])[] = [
    ['GET', '/api/v1', 200],
    ['HEAD', '/api/v1/health', 200],
    ['GET', '/api/openapi.json', 200],
    ['GET', `${LIST}?limit=0`, 422],
    ['GET', '/api/v1/perpdex/candles?foo=1', 400],
    ['GET', '/api/v1/no-such-thing', 404],
    ['DELETE', LIST, 405],
    ['GET', '/api/v1/%zz', 400],
    ['GET', '/api/v1/perpdex/candles?coin=%zz', 400],
  ];
  it.each(urls)(
    '%s %s carries version, source and request id, with status %i [#14] [#28]',
    async (method, url, status) => {
      const reply = await server.inject({ method: method as 'GET', url });
      expect(reply.statusCode).toBe(status);
      expect(reply.headers['x-api-version']).toBe(API_VERSION);
      expect(reply.headers['x-data-source']).toBe('files');
      expect(reply.headers['x-request-id']).toMatch(/^[\w.-]+$/);
    },
  );

  it.each(urls.filter(([, , status]) => status >= 400))(
    '%s %s is JSON, is not kept, and shows no stack [#13]',
    async (method, url) => {
      const reply = await server.inject({ method: method as 'GET', url });
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.json()).toHaveProperty('detail');
      expect(reply.body).not.toMatch(/node_modules|\bat .*\.[tj]s:/);
    },
  );

  it('takes over a decent request id and makes one otherwise', async () => {
    const ask = async (id: string): Promise<unknown> =>
      (await server.inject({ url: '/api/v1', headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await ask('abc-1.2')).toBe('abc-1.2');
    expect(await ask('a b')).toMatch(/^[\da-f-]{36}$/);
    expect(await ask('x'.repeat(65))).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('routes', () => {
  it('answers 405 with Allow where the path exists', async () => {
    const reply = await server.inject({ method: 'PUT', url: '/api/v1/health' });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers['allow']).toBe('GET, HEAD');
    expect(reply.json()).toMatchObject({ detail: { error: 'method_not_allowed' } });
  });

  it('answers HEAD of health with the headers and nothing else [#20]', async () => {
    const reply = await server.inject({ method: 'HEAD', url: '/api/v1/health' });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('');
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(0);
  });

  it('says in its health which events cannot be told for want of a source', async () => {
    const reply = await server.inject({ url: '/api/v1/health' });
    const stream = { price_moves: 'no_minutes', derivative_moves: 'no_source', whale_transfers: 'not_configured' };
    expect(reply.json()).toMatchObject({ event_stream: stream });
  });

  it('gives the changelog as JSON whatever is accepted, of the version in the header [#24] [#28]', async () => {
    const reply = await server.inject({ url: '/api/v1/changelog', headers: { accept: 'text/html' } });
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.json()).toHaveProperty('entries');
    expect(reply.json()).toMatchObject({ api_version: reply.headers['x-api-version'] });
  });
});

describe('bytes', () => {
  it('come as gzip when that is taken, and are the same bytes', async () => {
    const plain = await server.inject({ url: LIST });
    const packed = await server.inject({ url: LIST, headers: { 'accept-encoding': 'gzip' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['vary']).toBe('Accept-Encoding');
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('are not sent again to who names their tag', async () => {
    const first = await server.inject({ url: LIST });
    const again = await server.inject({ url: LIST, headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const other = await server.inject({ url: LIST, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });
});

describe('bodies', () => {
  const refresh = { method: 'POST', url: `${LIST}/refresh` } as const;

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x/y'])(
    'of %s are let go where none is wanted',
    async (type) => {
      const reply = await server.inject({ ...refresh, headers: { 'content-type': type }, payload: '{not json' });
      expect(reply.statusCode).toBe(200);
    },
  );

  it('that are too large are refused', async () => {
    const payload = 'x'.repeat(70_000);
    const reply = await server.inject({ ...refresh, headers: { 'content-type': 'text/plain' }, payload });
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ detail: { error: 'payload_too_large' } });
  });
});

describe('the gate', () => {
  it('is asked before anything else of a request is read, with the endpoint and the key', async () => {
    const asked: (readonly [Endpoint['access'], string | undefined])[] = [];
    const guarded = createServer({
      operations: OPERATIONS,
      contexts: contextsOver(new Map()),
      dataSource: 'files',
      log: createLog('silent'),
      gate: {
        pricingUrl: '/pricing',
        admit: async ({ access }, key) => {
          asked.push([access, key]);
          return err(problem('missing_api_key', 'No key.'));
        },
      },
    });
    const reply = await guarded.inject({ url: `${LIST}?limit=0`, headers: { 'x-api-key': 'k' } });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({
      detail: { error: 'missing_api_key', message: 'No key.', mint_url: '/api/v1/auth/keys' },
    });
    expect(asked).toEqual([['key', 'k']]);
    await guarded.close();
  });
});

describe('a handler that fails', () => {
  const lines: string[] = [];
  const broken = operationsOf(ENDPOINT_LIST, () => async (): Promise<Result<never, never>> => {
    throw new Error('secret cause');
  });
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const failing = createServer({
    operations: broken,
    contexts: contextsOver(new Map()),
    dataSource: 'files',
    log,
    gate: OPEN_GATE,
  });
  afterAll(async () => failing.close());

  it('answers 500 without its cause, and logs it under the request id', async () => {
    const reply = await failing.inject({ url: '/api/v1', headers: { 'x-request-id': 'r1', 'x-api-key': 'sesame' } });
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('secret');
    expect(JSON.parse(lines[0]!)).toMatchObject({ requestId: 'r1', err: { message: 'secret cause' } });
    expect(lines.join('')).not.toContain('sesame');
  });
});

describe('a connection', () => {
  it.each([
    ['that does not speak HTTP', 'rubbish\r\n\r\n', 400, 'bad_request'],
    ['with endless headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s gets an answer of the contract', async (_, text, status, code) => {
    if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => {});
    socket.write(text);
    await once(socket, 'close');
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`x-api-version: ${API_VERSION}`);
    expect(answer).toContain(`"error":"${code}"`);
  });
});

describe('the log', () => {
  it('hides keys and payments', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const headers = { 'x-api-key': 'sesame', 'x-payment': 'sesame', authorization: 'sesame', accept: 'json' };
    log.info({ headers, req: { headers } }, 'seen');
    expect(lines.join('')).not.toContain('sesame');
    expect(lines.join('')).toContain('json');
  });
});
