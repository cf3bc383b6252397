/** Requests that once broke the service: each title states the defect and the behaviour since. */

import { OPERATIONS, problem } from '@barograph/contract';
import { err, MINUTE_MS } from '@barograph/core';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { problemOfError } from '../../src/http/errors.ts';
import { createFailureLog } from '../../src/http/failure-log.ts';
import { createServer } from '../../src/http/server.ts';
import { createLog } from '../../../store/src/log.ts';
import { readPayment } from '../../../payments/src/payment.ts';
import { contextsOver, operationsOf } from '../ask.ts';
import { testModel } from '../services/quant/test-support.ts';
import { AS_OF, OPEN_GATE, smallMarket, testHost } from '../test-support.ts';
import { endpoint, NOW, object, serverOf } from './gate.cases.ts';
import { urlOf } from './table.cases.ts';

const host = await testHost(smallMarket(), createManualClock(AS_OF), OPEN_GATE, testModel());
beforeAll(async () => {
  await host.start();
  await host.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => host.stop());

/** A server whose log is read; `broken` throws, `taken` takes a body. */
function logged(corsOrigins?: readonly string[]) {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = createLog('debug', {
    write: (line) => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>),
  });
  const table = {
    broken: endpoint('/api/v1/changelog', {}),
    coin: endpoint('/api/v1/indicators/signum-rgg/{symbol}', {
      pathParameters: object({ symbol: { type: 'string' } }),
    }),
    taken: endpoint('/api/v1/auth/keys', { method: 'POST', body: object({ a: { type: 'string' } }) }),
  };
  const server = createServer({
    operations: operationsOf(Object.entries(table), () => () => {
      throw new Error('secret cause');
    }),
    contexts: contextsOver(new Map()),
    gate: OPEN_GATE,
    dataSource: 'simulated',
    log,
    corsOrigins,
  });
  const ofLevel = (level: number) => lines.filter((line) => line['level'] === level);
  return { server, lines, errors: () => ofLevel(50) };
}

/** Everything that a socket got until it was closed. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('[12.1] a path segment of more than 100 characters', () => {
  const named = OPERATIONS.filter(({ path }) => path.includes('{'));
  it.each(named.map(({ id, method, path }) => [id, method, path] as const))(
    'of %s is 404 in the envelope, not 500',
    async (_, method, path) => {
      const url = path.replaceAll(/\{\w+\}/g, 'x'.repeat(101));
      const reply = await host.server.inject({ method: method as 'GET', url, headers: { 'x-request-id': 'r1' } });
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ detail: { error: 'not_found' } });
      expect(reply.headers).toMatchObject({ 'x-request-id': 'r1', 'x-data-source': 'files' });
    },
  );
});

describe('[12.1] an answer with status 500', () => {
  it('has a line at error level with its request id', async () => {
    const { server, errors } = logged();
    const reply = await server.inject({ url: '/api/v1/changelog', headers: { 'x-request-id': 'r7' } });
    expect(reply.statusCode).toBe(500);
    expect(errors()).toMatchObject([{ requestId: 'r7', msg: 'request failed' }]);
    await server.close();
  });

  it('has no line after ten of a burst, whoever asks', async () => {
    const { server, errors } = logged();
    for (let i = 0; i < 50; i++) expect((await server.inject('/api/v1/changelog')).statusCode).toBe(500);
    expect(errors()).toHaveLength(10);
    await server.close();
  });
});

describe('[12.8] an outage', () => {
  it('has one line for all of its requests, without a stack, and a line of debug for each', async () => {
    const lines: Readonly<Record<string, unknown>>[] = [];
    const log = createLog('debug', {
      write: (line) => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>),
    });
    let now = 0;
    const failed = createFailureLog(log, () => now);
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const fail = (id: number, err: Error): void => failed({ requestId: `r${id}`, url: '/x', err }, problemOfError(err));
    for (let i = 0; i < 50; i++) fail(i, gone);
    now = 10_000;
    fail(50, gone);
    fail(51, new Error('secret cause'));
    const of = (level: number) => lines.filter((line) => line['level'] === level);
    expect(of(50)).toMatchObject([
      { requestId: 'r0', error: 'store_unavailable', failed: 1, reason: 'connect ECONNREFUSED' },
      { requestId: 'r50', error: 'store_unavailable', failed: 50 },
      { requestId: 'r51', msg: 'request failed', err: { message: 'secret cause' } },
    ]);
    expect(of(20).map((line) => line['requestId'])).toEqual(Array.from({ length: 51 }, (_, i) => `r${i}`));
    log.error({ err: gone }, 'scheduled job failed');
    expect(JSON.stringify(lines.filter((line) => line['requestId'] !== 'r51'))).not.toContain('stack');
  });
});

describe('[12.6] a time that no date can be', () => {
  const isMoment = (description: unknown): boolean => /ISO|epoch|moment/i.test(String(description));
  const asked = OPERATIONS.flatMap((operation) =>
    Object.entries(operation.query.properties)
      .filter(
        ([, schema]) =>
          'type' in schema && schema.type === 'string' && isMoment((schema as { description?: unknown }).description),
      )
      .map(([name]) => [operation.id, name, operation] as const),
  );
  it('is looked for in every parameter that is a time', () => {
    expect(asked.map(([id, name]) => `${id} ${name}`)).toEqual(
      expect.arrayContaining([
        'regimes.history from',
        'regimes.history to',
        'perpdex.candles start',
        'quant.history end',
      ]),
    );
  });
  it.each(asked)('is 422 in %s %s, and the last moment is no failure', async (_, name, operation) => {
    const ask = async (moment: string) => (await host.server.inject(urlOf(operation, { [name]: moment }))).statusCode;
    expect(await ask('10000-01-01')).toBe(422);
    expect(await ask('9'.repeat(20))).toBe(422);
    // Microseconds and nanoseconds by their size.
    for (const last of ['8640000000000000', '8640000000000001', '9223372036854775807']) {
      expect([200, 400, 404, 422, 503]).toContain(await ask(last));
    }
  });
});

describe('[12.11] conditional requests', () => {
  it('are not refused however many come at once, because a 304 costs nothing', async () => {
    const { ask, usage } = serverOf();
    for (let i = 0; i < 5; i++) await ask('/api/v1/key', 'new');
    const etag = String((await ask('/api/v1/key', 'new')).headers['etag']);
    const all = await Promise.all(
      Array.from({ length: 40 }, async () => ask('/api/v1/key', 'new', { 'if-none-match': etag })),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([304]));
    expect([...usage.counts.values()]).toEqual([6, 6]);
  });

  it('are free on a replica that did not send the answer: tags are of the content', async () => {
    const [here, there] = [serverOf(), serverOf()];
    const etag = String((await here.ask('/api/v1/key', 'new')).headers['etag']);
    for (let i = 0; i < 10; i++) await there.ask('/api/v1/coin?coin=BTC', 'new');
    expect((await there.ask('/api/v1/key', 'new')).status).toBe(429);
    const all = await Promise.all(
      Array.from({ length: 40 }, async () => there.ask('/api/v1/key', 'new', { 'if-none-match': etag })),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([304]));
    expect([...there.usage.counts.values()]).toEqual([10, 10]);
  });

  it('with tags that were made up cost an over-used key its 429, and no more than 60 computations a minute', async () => {
    const { ask, performed, wall } = serverOf();
    for (let i = 0; i < 10; i++) await ask('/api/v1/key', 'new');
    const attack = async (minute: string): Promise<void> => {
      for (let i = 0; i < 100; i++) {
        const tag = `W/"${minute}${String(i).padStart(21, 'a')}"`;
        expect((await ask('/api/v1/coin?coin=BTC', 'new', { 'if-none-match': tag })).status).toBe(429);
      }
    };
    const before = performed();
    await attack('a');
    expect(performed() - before).toBe(60);
    // A question that is wrong is refused like any other.
    wall.moveTo(NOW + MINUTE_MS);
    for (let i = 0; i < 10; i++) await ask('/api/v1/key', 'new');
    const { status } = await ask('/api/v1/coin', 'new', { 'if-none-match': `"${'b'.repeat(22)}"` });
    expect(status).toBe(429);
  });

  it('with a tag of nothing are refused over the limit, as any other', async () => {
    const { ask } = serverOf();
    for (let i = 0; i < 10; i++) await ask('/api/v1/key', 'new');
    for (const tag of ['"other"', '*']) {
      const { status, headers } = await ask('/api/v1/key', 'new', { 'if-none-match': tag });
      expect([status, headers['x-ratelimit-remaining'], headers['retry-after']]).toEqual([429, '0', '40']);
    }
  });
});

describe('[12.11] Expect other than 100-continue', () => {
  it('is 417 in the envelope with version and request id', async () => {
    const { port } = host.server.server.address() as AddressInfo;
    const head = 'GET /api/v1/health HTTP/1.1\r\nhost: x\r\nexpect: x\r\nx-request-id: r2\r\nconnection: close\r\n\r\n';
    const answer = await raw(port, head);
    expect(answer).toContain('HTTP/1.1 417 ');
    expect(answer).toContain('x-api-version: ');
    expect(answer).toContain('x-request-id: r2');
    expect(answer).toContain('"error":"expectation_failed"');
    const goes = await raw(port, head.replace('expect: x', 'expect: 100-continue'));
    expect(goes).toContain('HTTP/1.1 200 ');
  });
});

describe('a request of HTTP/1.1 without a host', () => {
  it('is 400 in the envelope with version and request id, also for an address that was asked before', async () => {
    const { port } = host.server.server.address() as AddressInfo;
    const ask = async (head: string): Promise<string> =>
      raw(port, `GET /api/v1/health ${head}\r\nx-request-id: r3\r\nconnection: close\r\n\r\n`);
    for (let i = 0; i < 3; i++) expect(await ask('HTTP/1.1\r\nhost: x')).toContain('HTTP/1.1 200 ');
    const answer = await ask('HTTP/1.1');
    expect(answer).toContain('HTTP/1.1 400 ');
    expect(answer).toContain('x-api-version: ');
    expect(answer).toContain('x-request-id: r3');
    expect(answer).toContain('"error":"bad_request"');
    expect(await ask('HTTP/1.0')).toContain('HTTP/1.1 200 ');
  });
});

describe('[12.11] nosniff', () => {
  it('is on every answer: 200, 404, a bad URL, and what is no HTTP', async () => {
    const { port } = host.server.server.address() as AddressInfo;
    expect(await raw(port, 'rubbish\r\n\r\n')).toContain('x-content-type-options: nosniff');
    for (const url of ['/api/v1', '/api/v1/nothing', '/api/v1/%zz']) {
      expect((await host.server.inject(url)).headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('[12.11] a request that its client aborts', () => {
  it('is no error in the log', async () => {
    const { server, lines, errors } = logged();
    await server.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST /api/v1/auth/keys HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a"',
    );
    await expect.poll(() => server.server.listening).toBe(true);
    setTimeout(() => socket.resetAndDestroy(), 50);
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request aborted');
    expect(errors()).toEqual([]);
    await server.close();
  });
});

/** A request of an agent, as JSON or as a text that is sent as it is. */
async function agentAsks(payload: string | object) {
  const headers = {
    host: '127.0.0.1',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-03-26',
  };
  return host.server.inject({ method: 'POST', url: '/mcp?tools=all', headers, payload });
}

describe('JSON that is nested more deeply than a stack is', () => {
  const deep = (levels: number): string =>
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const refusal = {
    detail: { error: 'bad_request', message: 'Expected JSON with at most 64 levels of lists and objects, got more.' },
  };
  it.each([64, 5000, 30_000])('of %i lists is 400 at /mcp, and in bodies of operations', async (levels) => {
    const [agent, mint] = [
      await agentAsks(deep(levels)),
      await host.server.inject({ method: 'POST', url: '/api/v1/auth/keys', payload: deep(levels) }),
    ];
    for (const reply of [agent, mint]) expect([reply.statusCode, reply.json()]).toEqual([400, refusal]);
  });

  it('is 400 in a payment', () => {
    const read = readPayment({ 'x-payment': Buffer.from(deep(1000)).toString('base64') }, 8192);
    const { message } = refusal.detail;
    expect(read).toMatchObject({
      ok: false,
      error: { status: 400, body: { detail: { error: 'payment_malformed', message } } },
    });
  });

  it('leaves what agents send alone', async () => {
    expect((await agentAsks(deep(0).replace(':}', ':{}}'))).statusCode).toBe(200);
    expect((await agentAsks(deep(40).replace('"params":', '"params":{"_meta":{"a":').concat('}}'))).statusCode).toBe(
      200,
    );
  });
});

describe('an argument of a tool that no parameter takes', () => {
  it.each([
    ['indicators_signum_symbol', 'B\0TC', 'path.symbol: expected a text without NUL'],
    ['indicators_signum_symbol', 'B\ud800TC', '"symbol" expected a text without halves of surrogate pairs'],
    ['quant_gex_history', '\0', 'query.symbol: expected a text without NUL'],
    ['quant_gex_history', ['BTC', '\udc00'], '"symbol" expected a text without halves of surrogate pairs'],
    ['quant_gex_history', { a: 1 }, '"symbol" expected a text, a number, a boolean or a list of them, got object'],
  ])('of %s, %j, is refused by its name', async (name, symbol, expected) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { symbol } } };
    const { statusCode, body } = await agentAsks(call);
    const { result } = JSON.parse(body.slice(body.indexOf('{'))) as {
      result: { isError: boolean; content: { text: string }[] };
    };
    const { message } = JSON.parse(result.content[0]!.text) as { message: string };
    expect([statusCode, result.isError]).toEqual([200, true]);
    expect(message).toContain(expected);
  });
});

describe('[12.11] a key in the URL', () => {
  it.each([
    [10, 200],
    [11, 400],
    [100, 400],
  ])('a request of %i messages to /mcp is %i: a hundred answers for one call without a key', async (count, status) => {
    const { statusCode, body } = await agentAsks(
      Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'prompts/list' })),
    );
    expect(statusCode).toBe(status);
    if (status === 400) expect(body).toContain(`at most 10 messages in a request, got ${count}`);
    else expect(body.match(/"id":/g)).toHaveLength(count);
  });

  it('is written to no log line', async () => {
    const { server, lines } = logged();
    for (const name of ['api_key', 'apiKey', 'X-API-Key', 'api%5Fkey', 'token', 'access_token']) {
      await server.inject(`/api/v1/changelog?${name}=sesame&limit=5`);
    }
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain('sesame');
    expect(JSON.stringify(lines)).toContain('limit=5');
    await server.close();
  });
});

describe('[12.15] a page of another origin', () => {
  const origin = 'https://app.example.org';
  const cors = (corsOrigins?: readonly string[]) =>
    createServer({
      operations: OPERATIONS,
      contexts: contextsOver(new Map()),
      gate: { pricingUrl: '/pricing', admit: () => err(problem('missing_api_key', 'No key.')) },
      dataSource: 'simulated',
      log: createLog('silent'),
      corsOrigins,
    });

  it.each([[undefined], [['https://other.example.org']]])('is allowed nothing when %j are', async (allowed) => {
    const server = cors(allowed);
    const preflight = await server.inject({
      method: 'OPTIONS',
      url: '/api/v1/health',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight.statusCode).toBe(405);
    const reply = await server.inject({ url: '/api/v1/health', headers: { origin } });
    for (const { headers } of [preflight, reply]) expect(headers['access-control-allow-origin']).toBeUndefined();
    await server.close();
  });

  it.each([
    [['*'], '*'],
    [['https://b.org', origin], origin],
  ] as const)(
    'of %j may ask every operation and read version, limits and request id, refusals too',
    async (allowed, shown) => {
      const server = cors(allowed);
      for (const operation of OPERATIONS) {
        const { method, path } = operation;
        const url = path.replaceAll(/\{\w+\}/g, 'BTC');
        const wanted = ['x-api-key', ...Object.keys(operation.headers?.properties ?? {})];
        const preflight = await server.inject({
          method: 'OPTIONS',
          url,
          headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': wanted.join() },
        });
        expect([preflight.statusCode, preflight.body], path).toEqual([204, '']);
        expect(preflight.headers['access-control-allow-origin']).toBe(shown);
        expect(String(preflight.headers['access-control-allow-methods']).split(', ')).toContain(method);
        const accepted = String(preflight.headers['access-control-allow-headers']).split(', ');
        for (const name of wanted) expect(accepted).toContain(name.toLowerCase());
        if (operation.access === 'none') continue;
        const reply = await server.inject({ method, url, headers: { origin } });
        expect(reply.statusCode).toBe(401);
        expect(reply.headers['access-control-allow-origin']).toBe(shown);
        const exposed = String(reply.headers['access-control-expose-headers']).toLowerCase();
        for (const name of ['x-api-version', 'x-request-id', 'x-ratelimit-remaining', 'ratelimit', 'retry-after'])
          expect(exposed).toContain(name);
        if (shown !== '*') expect(reply.headers['vary']).toBe('Origin');
      }
      const agent = await server.inject({
        method: 'OPTIONS',
        url: '/mcp',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([agent.statusCode, agent.headers['access-control-allow-origin']]).toEqual([204, shown]);
      expect(agent.headers['access-control-allow-methods']).toBe('GET, POST, DELETE');
      const sent = String(agent.headers['access-control-allow-headers']).split(', ');
      expect(sent).toEqual(
        expect.arrayContaining(['x-api-key', 'authorization', 'content-type', 'mcp-protocol-version']),
      );
      const nothing = await server.inject({ url: '/api/v1/nothing', headers: { origin } });
      expect([nothing.statusCode, nothing.headers['access-control-allow-origin']]).toEqual([404, shown]);
      await server.close();
    },
  );

  it('is answered on the short way as on the long one, with Vary of both', async () => {
    const { server } = serverOf({ none: endpoint('/api/v1/none', { access: 'none' }) }, [origin]);
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const heads: Record<string, string>[] = [];
    for (let i = 0; i < 3; i++) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/none`, { headers: { origin } });
      const lasting = [...reply.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      heads.push(Object.fromEntries(lasting));
    }
    expect(heads[0]).toMatchObject({ vary: 'Accept-Encoding, Origin', 'access-control-allow-origin': origin });
    expect([heads[1], heads[2]]).toEqual([heads[0], heads[0]]);
    const other = await fetch(`http://127.0.0.1:${port}/api/v1/none`, { headers: { origin: 'https://c.org' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    await server.close();
  });
});
