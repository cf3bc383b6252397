import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { UsageError } from '@barograph/core';
import { Type } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createBudget } from '../../src/upstream/budget.ts';
import type { UpstreamProblem } from '../../src/upstream/problem.ts';
import type { UpstreamAsk } from '../../src/upstream/ask.ts';
import { json, listen, onEnd, QUICK, upstreamTo } from './test-support.ts';

const PRICE = Type.Object({ price: Type.Number() });
const ASK = { path: '/price', weight: 2, schema: PRICE } satisfies UpstreamAsk<typeof PRICE>;

/** The problem of an answer that must be one. */
function problemOf(outcome: { readonly ok: boolean }): UpstreamProblem {
  if (outcome.ok) throw new Error('expected a problem, got a value');
  return (outcome as unknown as { readonly error: UpstreamProblem }).error;
}

/** Bytes over a plain socket, for answers that no HTTP server would send. */
async function listenRaw(text: string, cutAfterMs = 0) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(text);
      setTimeout(() => socket.destroy(), cutAfterMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(async () => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an answer', () => {
  it('has the second that the source stated, and none of a date that cannot be read', async () => {
    const stated: unknown[] = [];
    for (const date of ['Mon, 09 Sep 2024 10:20:59 GMT', 'soon']) {
      const { baseUrl } = await listen((_, response) => json(response, { price: 5 }, 200, { date }));
      const outcome = await upstreamTo(baseUrl).upstream.request(ASK);
      stated.push(outcome.ok && outcome.value.statedAt);
    }
    expect(stated).toEqual([Date.UTC(2024, 8, 9, 10, 20, 59), undefined]);
  });

  it('comes as its typed value, with the moment when it was there', async () => {
    const { baseUrl, asked } = await listen((_, response) => json(response, { price: 5 }));
    const { upstream, meter, budget } = upstreamTo(`${baseUrl}/folder/`, { clock: { now: () => 7 as never } });
    const outcome = await upstream.request({ ...ASK, body: { type: 'mids' }, query: { a: 'b c' } });
    expect(outcome).toEqual({ ok: true, value: { value: { price: 5 }, fetchedAt: 7, statedAt: expect.any(Number) } });
    expect(asked).toMatchObject([{ url: '/folder/price?a=b+c', body: '{"type":"mids"}' }]);
    expect(meter.reading()).toMatchObject({ requests: { ok: 1 }, weight: 2 });
    expect(budget.spent()).toBe(2);
  });

  it('of text is one string', async () => {
    const { baseUrl } = await listen((_, response) => response.end('DATE,X\n2026-01-02,.'));
    const outcome = await upstreamTo(baseUrl).upstream.request({ ...ASK, schema: Type.String(), format: 'text' });
    expect(outcome).toMatchObject({ ok: true, value: { value: 'DATE,X\n2026-01-02,.' } });
  });

  it('loses fields that no schema names, which are counted by place and logged once', async () => {
    const schema = Type.Object({
      universe: Type.Array(Type.Object({ name: Type.String() })),
      byCoin: Type.Record(Type.String(), Type.Object({ px: Type.Union([Type.String(), Type.Null()]) })),
      either: Type.Union([Type.Object({ a: Type.Number() }), Type.Object({ b: Type.Number() })]),
      pair: Type.Tuple([Type.Object({ x: Type.Number() }), Type.Number()]),
    });
    const sent = {
      universe: [
        { name: 'A', marginMode: 'x' },
        { name: 'B', marginMode: 'y' },
      ],
      byCoin: { A: { px: null, more: {} } },
      either: { b: 1, c: 2 },
      pair: [{ x: 1, y: 2 }, 3],
      later: true,
    };
    const { baseUrl } = await listen((_, response) => json(response, sent));
    const { upstream, meter, lines } = upstreamTo(baseUrl);
    const outcome = await upstream.request({ ...ASK, schema });
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome.ok && outcome.value.value).toEqual({
      universe: [{ name: 'A' }, { name: 'B' }],
      byCoin: { A: { px: null } },
      either: { b: 1 },
      pair: [{ x: 1 }, 3],
    });
    const drift = { 'universe[].marginMode': 2, 'byCoin.*.more': 1, 'either.c': 1, 'pair[].y': 1, later: 1 };
    expect(meter.reading().drift).toEqual(drift);
    expect(lines.filter((line) => line.includes('unknown field')).length).toBe(5);
  });

  it('pays what its rows weigh once they are known', async () => {
    const { baseUrl } = await listen((_, response) => json(response, [1, 2, 3]));
    const { upstream, meter, budget } = upstreamTo(baseUrl);
    const schema = Type.Array(Type.Number());
    await upstream.request({ ...ASK, weight: 100, weightOf: (rows) => 20 + rows.length, schema });
    expect([budget.spent(), meter.reading().weight]).toEqual([23, 23]);
  });
});

describe('what the source has counted', () => {
  const countedOf = (headers: Readonly<Record<string, unknown>>): number | undefined => {
    const used = Number(headers['x-used']);
    return Number.isNaN(used) ? undefined : used;
  };
  it('is learned from the headers of answers and of refusals', async () => {
    const { baseUrl, asked } = await listen((_, response) =>
      asked.length === 1
        ? json(response, { price: 1 }, 200, { 'x-used': '300' })
        : json(response, {}, 429, { 'x-used': '900' }),
    );
    const { upstream, budget } = upstreamTo(baseUrl, { countedOf });
    await upstream.request(ASK);
    expect(budget.spent()).toBe(300);
    await upstream.request(ASK);
    expect(budget.spent()).toBe(900);
  });

  it('is ours where the headers do not say', async () => {
    const { baseUrl } = await listen((_, response) => json(response, { price: 1 }));
    const { upstream, budget } = upstreamTo(baseUrl, { countedOf });
    await upstream.request(ASK);
    expect(budget.spent()).toBe(ASK.weight);
  });
});

it('is asked again an hour after it has said that it does not serve this place', async () => {
  const { baseUrl } = await listen((_, response) => json(response, {}, 451));
  const { upstream } = upstreamTo(baseUrl, { config: { ...QUICK, restrictedMs: 3_600_000 } });
  expect(problemOf(await upstream.request(ASK))).toMatchObject({ code: 'restricted', status: 451 });
  expect(upstream.pausedFor()).toBeGreaterThan(3_590_000);
});

describe('an answer of another form is refused', () => {
  const schema = Type.Object({
    rows: Type.Array(Type.Object({ px: Type.Union([Type.Number(), Type.Null()]), n: Type.Number() })),
  });
  it.each([
    [{ rows: [{ px: '1', n: 1 }] }, '/rows/0/px', 'must be number or must be null, got "1"'],
    [{ rows: [{ px: null, n: 1 }, { px: 1 }] }, '/rows/1/n', 'expected a value, got none'],
    [{ rows: {} }, '/rows', 'must be array, got Object'],
    [null, '/', 'must be object, got null'],
    [{ rows: [{ px: null, n: null }] }, '/rows/0/n', 'must be number, got null'],
  ])('%j', async (sent, field, reason) => {
    const { baseUrl, asked } = await listen((_, response) => json(response, sent));
    const { upstream, meter } = upstreamTo(baseUrl);
    const problem = problemOf(await upstream.request({ ...ASK, schema }));
    expect(problem).toMatchObject({ code: 'wrong_shape', status: 200, field, source: 'toy', path: '/price' });
    expect(problem.reason).toBe(`${field} ${reason}`);
    expect(asked.length).toBe(1);
    expect(meter.reading()).toMatchObject({ requests: { wrong_shape: 1 }, weight: 2 });
  });

  it.each([
    ['{"price":', 'malformed', 'expected JSON, got "{\\"price\\":"'],
    ['{"price":NaN}', 'malformed', 'expected JSON, got "{\\"price\\":NaN}"'],
    ['', 'malformed', 'expected JSON, got an empty body'],
    ['Timespan is too short.\n', 'malformed', 'expected JSON, got "Timespan is too short."'],
    ['<!DOCTYPE html><html>sorry</html>', 'malformed', 'expected JSON, got a page of HTML'],
    ['{"code":10001,"msg":"no such coin"}', 'refused', 'status 200 with an error, "no such coin"'],
  ])('200 with %j', async (text, code, reason) => {
    const { baseUrl, asked } = await listen((_, response) => response.end(text));
    const refusalOf = (body: unknown): string | undefined => (body as { msg?: string }).msg;
    const problem = problemOf(await upstreamTo(baseUrl).upstream.request({ ...ASK, refusalOf }));
    expect(problem).toMatchObject({ code, reason, status: 200, retryAfterMs: null });
    expect(asked.length).toBe(1);
  });
});

describe('a source that refuses is left alone', () => {
  it.each([
    [429, { 'retry-after': '120' }, 'rate_limited', 120_000],
    [429, {}, 'rate_limited', 60_000],
    [429, { 'retry-after': 'soon' }, 'rate_limited', 60_000],
    [429, { 'retry-after': '0' }, 'rate_limited', 1000],
    [429, { 'retry-after': new Date(1_800_000_090_000).toUTCString() }, 'rate_limited', 90_000],
    [429, { 'retry-after': new Date(1_700_000_000_000).toUTCString() }, 'rate_limited', 1000],
    [418, { 'retry-after': '999999999' }, 'rate_limited', QUICK.longestPauseMs],
    [418, {}, 'rate_limited', 60_000],
    [403, {}, 'blocked', 60_000],
    [451, {}, 'restricted', 60_000],
    [503, { 'retry-after': '7' }, 'rate_limited', 7000],
  ])('%i %j', async (status, headers, code, pauseMs) => {
    let time = 1_800_000_000_000;
    const { baseUrl, asked } = await listen((_, response) => {
      if (asked.length > 1) return json(response, { price: 1 });
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html>go away</html>');
    });
    const clock = { now: () => time as never, schedule: () => () => {} };
    const { upstream, meter } = upstreamTo(baseUrl, { clock, steady: clock });
    const problem = problemOf(await upstream.request(ASK));
    expect(problem).toMatchObject({ code, status, retryAfterMs: pauseMs, reason: `status ${status}, a page of HTML` });
    time += pauseMs - 1;
    const again = problemOf(await upstream.request(ASK));
    expect(again).toMatchObject({ code, status: null, retryAfterMs: 1 });
    expect(upstream.pausedFor()).toBe(1);
    expect(asked.length).toBe(1);
    time += 1;
    expect(await upstream.request(ASK)).toMatchObject({ ok: true });
    expect(meter.reading()).toMatchObject({ requests: { [code]: 1, paused: 1, ok: 1 }, weight: 4 });
  });

  it('also by requests that waited for the budget', async () => {
    const { baseUrl, asked } = await listen((_, response) => json(response, {}, 429));
    const { upstream, budget } = upstreamTo(baseUrl);
    const all = await Promise.all(Array.from({ length: 20 }, async () => upstream.request({ ...ASK, weight: 600 })));
    expect(asked.length).toBe(1);
    expect(all.map((one) => problemOf(one).code)).toEqual(Array.from({ length: 20 }, () => 'rate_limited'));
    expect([budget.spent(), budget.waiting()]).toEqual([600, 0]);
  });

  it.each([400, 401, 404, 422, 301])('but not after %i', async (status) => {
    const { baseUrl, asked } = await listen((_, response) => response.writeHead(status).end('Failed to deserialize'));
    const problem = problemOf(await upstreamTo(baseUrl).upstream.request(ASK));
    const reason = `status ${status}, "Failed to deserialize"`;
    expect(problem).toMatchObject({ code: 'refused', status, retryAfterMs: null, reason });
    expect(asked.length).toBe(1);
  });
});

describe('a failure that may pass is retried', () => {
  it('twice, each attempt paid', async () => {
    const { baseUrl, asked } = await listen((_, response) => {
      if (asked.length > 2) json(response, { price: 1 });
      else response.writeHead(502).end();
    });
    const { upstream, meter } = upstreamTo(baseUrl);
    expect(await upstream.request(ASK)).toMatchObject({ ok: true });
    expect(meter.reading()).toMatchObject({ requests: { server_error: 2, ok: 1 }, weight: 6 });
  });

  it('and given up after that', async () => {
    const { baseUrl, asked } = await listen((_, response) => response.writeHead(500).end('oops'));
    const problem = problemOf(await upstreamTo(baseUrl).upstream.request(ASK));
    expect(problem).toMatchObject({ code: 'server_error', status: 500, reason: 'status 500, "oops"' });
    expect(asked.length).toBe(3);
  });

  it('when nothing listens', async () => {
    const { baseUrl, server } = await listen(() => {});
    server.close();
    const { upstream, meter } = upstreamTo(baseUrl);
    const problem = problemOf(await upstream.request(ASK));
    expect(problem).toMatchObject({ code: 'network', status: null, reason: 'no answer (ECONNREFUSED)' });
    expect(meter.reading().requests).toEqual({ network: 3 });
  });

  it.each([
    ['by its length', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"price":1}'],
    ['by its chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nb\r\n{"price":1}\r\n'],
  ])('when the body is cut, which is seen %s', async (_, text) => {
    const { upstream, meter } = upstreamTo(await listenRaw(text));
    const problem = problemOf(await upstream.request(ASK));
    expect(problem).toMatchObject({ code: 'truncated', status: 200 });
    expect(meter.reading().requests).toEqual({ truncated: 3 });
  });

  it('when the head does not come', async () => {
    const { baseUrl } = await listen(() => {});
    const { upstream, meter } = upstreamTo(baseUrl, { config: { ...QUICK, timeoutMs: 30 } });
    const problem = problemOf(await upstream.request(ASK));
    expect(problem).toMatchObject({ code: 'timeout', status: null, reason: 'expected an answer within 30 ms' });
    expect(meter.reading().requests).toEqual({ timeout: 3 });
  });

  it('when the body drips', async () => {
    const { baseUrl } = await listen((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    });
    const { upstream } = upstreamTo(baseUrl, { config: { ...QUICK, timeoutMs: 60, retries: 0 } });
    expect(problemOf(await upstream.request(ASK))).toMatchObject({ code: 'timeout', status: 200 });
  });
});

describe('limits', () => {
  it('end a body that is too large while it comes, and are the request’s own', async () => {
    let sent = 0;
    const { baseUrl } = await listen((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        if (response.destroyed || sent > 50_000_000) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536, 0x20), () => setImmediate(more));
      };
      more();
    });
    const { upstream, meter } = upstreamTo(baseUrl, { config: { ...QUICK, timeoutMs: 5000 } });
    const problem = problemOf(await upstream.request({ ...ASK, maxBytes: 200_000 }));
    expect(problem).toMatchObject({ code: 'too_large', reason: 'expected at most 200000 bytes' });
    expect(sent).toBeLessThan(50_000_000);
    expect(meter.reading().requests).toEqual({ too_large: 1 });
  });

  it('let a body of just that size pass', async () => {
    const { baseUrl } = await listen((_, response) => json(response, { price: 1 }));
    const { upstream } = upstreamTo(baseUrl);
    expect(await upstream.request({ ...ASK, maxBytes: 11 })).toMatchObject({ ok: true });
    expect(problemOf(await upstream.request({ ...ASK, maxBytes: 10 })).code).toBe('too_large');
  });

  it('do not hide a status: a large or cut page of an error is still that error', async () => {
    const { baseUrl } = await listen((_, response) => response.writeHead(429).end(Buffer.alloc(5_000_000, 0x61)));
    expect(problemOf(await upstreamTo(baseUrl).upstream.request({ ...ASK, maxBytes: 10 })).code).toBe('rate_limited');
    const cut = await listenRaw('HTTP/1.1 403 No\r\ncontent-length: 500\r\n\r\n<html>');
    expect(problemOf(await upstreamTo(cut).upstream.request(ASK)).code).toBe('blocked');
  });
});

describe('the breaker', () => {
  it('opens after failures in a row, refuses unsent, tries again, and closes', async () => {
    let isDown = true;
    const { baseUrl, asked } = await listen((_, response) =>
      isDown ? response.writeHead(500).end('down') : json(response, { price: 1 }),
    );
    const steady = createManualClock(0);
    const config = { ...QUICK, breakAfter: 2, retryDelayMs: 0 };
    const { upstream, budget, meter } = upstreamTo(baseUrl, { steady, config });
    const first = problemOf(await upstream.request(ASK));
    expect(first).toMatchObject({ code: 'server_error' });
    expect(first.retryAfterMs).toBeGreaterThan(0);
    expect(asked.length).toBe(2);
    const refused = problemOf(await upstream.request(ASK));
    expect(refused).toMatchObject({ code: 'circuit_open', reason: 'too many failures, the last: status 500, "down"' });
    expect([asked.length, budget.spent()]).toEqual([2, 4]);
    const trial = async () => {
      steady.moveTo(steady.now() + QUICK.breakMs);
      return upstream.request(ASK);
    };
    expect(problemOf(await trial()).code).toBe('server_error');
    expect(asked.length).toBe(3);
    isDown = false;
    expect(await trial()).toMatchObject({ ok: true });
    expect(await upstream.request(ASK)).toMatchObject({ ok: true });
    expect(meter.reading().requests).toEqual({ server_error: 3, circuit_open: 1, ok: 2 });
  });

  it('opens and closes by the steady clock, whatever is done to the one on the wall', async () => {
    let isDown = true;
    const { baseUrl, asked } = await listen((_, response) =>
      isDown ? response.writeHead(500).end('down') : json(response, { price: 1 }),
    );
    const steady = createManualClock(1_700_000_000_000);
    const budget = createBudget({ limit: 1200, clock: steady });
    const config = { ...QUICK, retries: 0, breakAfter: 1, breakMs: 15_000 };
    const { upstream } = upstreamTo(baseUrl, { steady, budget, config });
    const wall = vi.spyOn(Date, 'now');
    try {
      expect(problemOf(await upstream.request(ASK)).code).toBe('server_error');
      // An hour on, and as far back: neither opens it sooner nor keeps it open.
      for (const by of [3_600_000, -3_600_000]) {
        wall.mockReturnValue(performance.timeOrigin + performance.now() + by);
        const sent = asked.length;
        steady.moveTo(steady.now() + 14_999);
        expect(problemOf(await upstream.request(ASK)).code).toBe('circuit_open');
        expect(asked.length).toBe(sent);
        steady.moveTo(steady.now() + 1);
        // Callers that come during the trial wait for it, and none of them is a trial of its own.
        const answers = await Promise.all(Array.from({ length: 5 }, async () => upstream.request(ASK)));
        expect(answers.map((answer) => problemOf(answer).code).toSorted()).toEqual([
          ...Array.from({ length: 4 }, () => 'circuit_open'),
          'server_error',
        ]);
        expect(asked.length).toBe(sent + 1);
      }
      isDown = false;
      steady.moveTo(steady.now() + 15_000);
      expect(await upstream.request(ASK)).toMatchObject({ ok: true });
      expect(await upstream.request(ASK)).toMatchObject({ ok: true });
    } finally {
      wall.mockRestore();
    }
  });

  it('is not opened by refusals or by answers of another form', async () => {
    const { baseUrl, asked } = await listen((_, response) => json(response, {}, asked.length % 2 === 0 ? 404 : 200));
    const { upstream } = upstreamTo(baseUrl, { config: { ...QUICK, breakAfter: 1 } });
    for (let i = 0; i < 6; i++)
      expect(['refused', 'wrong_shape']).toContain(problemOf(await upstream.request(ASK)).code);
    expect(asked.length).toBe(6);
  });
});

describe('a caller that gives up', () => {
  it('ends the request, the wait between retries and the wait for budget', async () => {
    const { baseUrl } = await listen(() => {});
    const slow = upstreamTo(baseUrl, { config: { ...QUICK, timeoutMs: 60_000 } });
    const aborting = (ms: number): AbortSignal => AbortSignal.timeout(ms);
    expect(problemOf(await slow.upstream.request({ ...ASK, signal: aborting(20) })).code).toBe('aborted');
    const { baseUrl: down } = await listen((_, response) => response.writeHead(500).end());
    const resting = upstreamTo(down, { config: { ...QUICK, retryDelayMs: 600_000 } });
    expect(problemOf(await resting.upstream.request({ ...ASK, signal: aborting(40) })).code).toBe('aborted');
    const poor = upstreamTo(baseUrl);
    await poor.budget.take(1140, 'demand');
    expect(problemOf(await poor.upstream.request({ ...ASK, signal: aborting(10) })).code).toBe('aborted');
    expect(poor.budget.waiting()).toBe(0);
    expect(problemOf(await poor.upstream.request({ ...ASK, signal: AbortSignal.abort() })).code).toBe('aborted');
  });
});

describe('a key', () => {
  const SECRET = 's3cr t/+key';
  it.each(['header', 'query'] as const)('in a %s reaches the source, and no log, error or metric', async (place) => {
    const { baseUrl, asked } = await listen((_, response) => {
      const echo = `bad key ${SECRET} ${encodeURIComponent(SECRET)} ${asked[0]!.url}`;
      if (asked.length === 1) response.writeHead(401).end(echo);
      else if (asked.length === 2) response.end(echo);
      else if (asked.length === 3) json(response, { price: SECRET });
      else response.writeHead(429).end(echo);
    });
    const key = { in: place, name: 'x-key', value: SECRET };
    const { upstream, meter, lines } = upstreamTo(baseUrl, { key });
    const problems: unknown[] = [];
    for (let i = 0; i < 5; i++) problems.push(problemOf(await upstream.request({ ...ASK, query: { q: 'private' } })));
    const sent = asked.map(({ url, headers }) => new URL(url, baseUrl).searchParams.get('x-key') ?? headers['x-key']);
    expect(sent).toEqual([SECRET, SECRET, SECRET, SECRET]);
    const shown = JSON.stringify([problems, meter.reading(), lines]);
    expect(lines.length).toBeGreaterThan(4);
    expect(shown).toContain('[hidden]');
    for (const text of ['s3cr', encodeURIComponent(SECRET)]) expect(shown).not.toContain(text);
  });
});

describe('misuse throws', () => {
  it('of addresses, without showing them', () => {
    for (const baseUrl of ['ftp://user:pw@host', 'no address', 'javascript:1']) {
      expect(() => upstreamTo(baseUrl)).toThrow(UsageError);
      expect(() => upstreamTo(baseUrl)).not.toThrow(/pw|host/);
    }
  });

  it('of paths and weights', async () => {
    const { upstream } = upstreamTo('http://127.0.0.1:9');
    await expect(upstream.request({ ...ASK, path: 'price' })).rejects.toThrow('"path" expected');
    await expect(upstream.request({ ...ASK, path: '/price?key=1' })).rejects.toThrow('"path" expected');
    await expect(upstream.request({ ...ASK, weight: 1201 })).rejects.toThrow('"weight" expected');
  });
});
