import { describe, expect, it } from 'vitest';
import { createClient, type Client } from './client.ts';
import type { Patience } from './waiting.ts';

/** One answer of the made-up service: a response, or an error of the connection. */
type Scripted = () => Response | Promise<Response>;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Scripted => {
  return () =>
    new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
};
const refused = (status: number, error: string, headers: Record<string, string> = {}): Scripted =>
  json(status, { detail: { error, message: `It is ${error}.` } }, headers);

/** A client of a service that answers by a script, and what it was asked. */
function scripted(script: readonly Scripted[], patience: Partial<Patience> = {}) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    asked.push({ url: String(url), init });
    const next = script[asked.length - 1];
    if (next === undefined) throw new Error('the script has no further answer');
    return next();
  };
  const client: Client = createClient({
    url: 'http://service.test/',
    key: 'bg_test',
    patience: { firstWaitMs: 1, ...patience },
    world: { fetch: fetch as typeof globalThis.fetch, now: () => 1_000_000, random: () => 0 },
  });
  return { client, asked };
}

describe('a call', () => {
  it('fills the path, sends what was given, and gives the reply with what came beside it', async () => {
    const headers = {
      'x-request-id': 'r1',
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '7',
      'x-ratelimit-reset': '1200',
      'x-ratelimit-window': 'minute',
    };
    const { client, asked } = scripted([json(200, { symbol: 'A/B' }, headers)]);
    const outcome = await client.call('indicators.signum_symbol', { path: { symbol: 'A/B' }, query: { h4: true } });
    expect(asked[0]!.url).toBe('http://service.test/api/v1/indicators/signum-rgg/A%2FB?h4=true');
    expect(asked[0]!.init).toMatchObject({ method: 'GET', headers: { 'x-api-key': 'bg_test' } });
    expect(outcome).toMatchObject({
      ok: true,
      value: { symbol: 'A/B' },
      meta: {
        requestId: 'r1',
        attempts: 1,
        allowance: { window: 'minute', limit: 30, remaining: 7, resetAt: 1_200_000 },
      },
    });
  });

  it('joins lists by commas, leaves out what is undefined, and sends a body as JSON', async () => {
    const { client, asked } = scripted([json(200, {}), json(200, {})]);
    await client.call('stream.recent', { query: { types: ['funding', 'liquidation'], limit: undefined } });
    await client.call('auth.keys.create', { body: { email: 'a@b.example' } });
    expect(asked[0]!.url).toMatch(/stream\/recent\?types=funding%2Cliquidation$/);
    expect(asked[1]!.init).toMatchObject({
      method: 'POST',
      body: '{"email":"a@b.example"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('refuses a path without its parameter before anything is sent', async () => {
    const { client, asked } = scripted([]);
    await expect(client.ask('coins.get', { path: {} })).rejects.toThrow('"symbol" expected in the path, got none');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown id
    await expect(client.ask('nothing.here' as 'coins.get')).rejects.toThrow('"id" expected an operation');
    expect(asked).toEqual([]);
  });

  it('gives an error of the envelope with its code, its hints and its faults', async () => {
    const { client } = scripted([
      json(403, { detail: { error: 'tier_too_low', message: 'Pro.', required_tier: 'pro', pricing_url: '/p' } }),
      json(422, { detail: [{ loc: ['query', 'limit'], msg: 'expected at most 500', type: 'maximum' }] }),
      () => new Response('<html>', { status: 404 }),
    ]);
    const ask = async () => client.call('quant.market');
    expect(await ask()).toMatchObject({
      ok: false,
      error: { code: 'tier_too_low', status: 403, detail: { required_tier: 'pro', pricing_url: '/p' }, attempts: 1 },
    });
    expect(await ask()).toMatchObject({
      error: {
        code: 'invalid_parameters',
        message: 'query.limit: expected at most 500',
        faults: [{ type: 'maximum' }],
      },
    });
    expect(await ask()).toMatchObject({ error: { code: 'unknown_error', status: 404 } });
  });

  it('tells an answer that is no JSON from one that broke off', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('cut')),
    });
    const { client } = scripted([() => new Response('a,b', { status: 200 }), () => new Response(broken)], {
      retries: 0,
    });
    expect(await client.call('regimes.current')).toMatchObject({ error: { code: 'malformed', status: 200 } });
    expect(await client.call('regimes.current')).toMatchObject({ error: { code: 'unreachable' } });
  });
});

describe('a retry', () => {
  it('comes after Retry-After, and is counted', async () => {
    const { client, asked } = scripted([
      refused(503, 'warming_up', { 'retry-after': '0' }),
      refused(429, 'rate_limited', { 'retry-after': 'Thu, 01 Jan 1970 00:16:40 GMT' }),
      json(200, { up: 1 }),
    ]);
    expect(await client.call('quant.market')).toMatchObject({ ok: true, meta: { attempts: 3 } });
    expect(asked).toHaveLength(3);
  });

  it('is bounded, and does not wait longer than the client may', async () => {
    const bounded = scripted(Array.from({ length: 9 }, () => refused(503, 'warming_up')));
    expect(await bounded.client.call('quant.market')).toMatchObject({ error: { code: 'warming_up', attempts: 3 } });
    expect(bounded.asked).toHaveLength(3);
    const tomorrow = scripted([refused(429, 'daily_limit', { 'retry-after': '40000' })]);
    expect(await tomorrow.client.call('quant.market')).toMatchObject({
      error: { code: 'daily_limit', retryAfterMs: 40_000_000, attempts: 1 },
    });
  });

  it('is never made of a call that changes something, nor of a refusal that stays', async () => {
    const post = scripted([refused(503, 'store_unavailable', { 'retry-after': '0' })]);
    expect(await post.client.call('auth.keys.rotate')).toMatchObject({ error: { attempts: 1 } });
    const unknown = scripted([refused(404, 'unknown_symbol')]);
    expect(await unknown.client.call('coins.get', { path: { symbol: 'X' } })).toMatchObject({ error: { attempts: 1 } });
    expect([post.asked.length, unknown.asked.length]).toEqual([1, 1]);
  });

  it('is made when nothing answered, and ends with a timeout of each attempt', async () => {
    const gone = scripted([
      () => {
        throw new TypeError('fetch failed');
      },
      json(200, {}),
    ]);
    expect(await gone.client.call('health.get')).toMatchObject({ ok: true, meta: { attempts: 2 } });
    const hangs: typeof globalThis.fetch = async (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const late = createClient({ url: 'http://t', patience: { firstWaitMs: 1, timeoutMs: 5 }, world: { fetch: hangs } });
    expect(await late.call('health.get')).toMatchObject({ error: { code: 'timeout', attempts: 3, status: null } });
    const ending = new AbortController();
    const aborted = late.call('health.get', { signal: ending.signal, timeoutMs: 60_000 });
    ending.abort();
    expect(await aborted).toMatchObject({ error: { code: 'aborted' } });
  });

  it('is given up as soon as the caller ends the call', async () => {
    const ending = new AbortController();
    const { client } = scripted([refused(503, 'warming_up', { 'retry-after': '50' })]);
    const waiting = client.call('quant.market', { signal: ending.signal });
    setTimeout(() => ending.abort(), 5);
    expect(await waiting).toMatchObject({ error: { code: 'aborted', attempts: 1 } });
  });
});

describe('a stream', () => {
  const event = (id: number) => `id: ${id}\ndata: {"id":${id},"symbol":"BTC"}\n\n`;
  const body = (...pieces: readonly string[]): Scripted => {
    return () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
            controller.close();
          },
        }),
      );
  };
  const shown = async (client: Client, sinceId?: number): Promise<readonly string[]> => {
    const seen: string[] = [];
    for await (const message of client.stream({ sinceId })) {
      if (message.kind === 'event') seen.push(String(message.id));
      else if (message.kind === 'gap') seen.push(`gap ${message.afterId}-${message.resumedAfterId}`);
      else if (message.kind === 'lagged') seen.push(`lagged ${message.lastId}`);
      else if (message.kind === 'closed') seen.push(`closed ${message.error.code}`);
      else if (message.kind === 'refused') seen.push(`refused ${message.error.code}`);
      else seen.push(message.kind);
    }
    return seen;
  };

  it('resumes after its last event, says what is missing, and hands on nothing twice', async () => {
    const { client, asked } = scripted([
      body('retry: 1\n\n', 'event: provenance\ndata: {}\n\n', event(4), event(5).slice(0, 9), event(5).slice(9)),
      () => {
        throw new TypeError('fetch failed');
      },
      body(event(5), event(6), 'event: lagged\ndata: {"last_id":6}\n\n'),
      body('event: gap\ndata: {"after_id":6,"resumed_after_id":90}\n\n', ': ping\n\n', event(91)),
      refused(429, 'too_many_streams', { 'retry-after': '0' }),
      refused(403, 'tier_too_low'),
    ]);
    expect((await shown(client, 3)).join(', ')).toBe(
      'open, provenance, 4, 5, closed unreachable, closed unreachable, ' +
        'open, 6, lagged 6, closed unreachable, ' +
        'open, gap 6-90, 91, closed unreachable, ' +
        'closed too_many_streams, refused tier_too_low',
    );
    expect(asked.map(({ init }) => new Headers(init.headers).get('last-event-id'))).toEqual([
      '3',
      '5',
      '5',
      '6',
      '91',
      '91',
    ]);
  });

  it('that falls silent is opened anew, but may be read as slowly as one likes', async () => {
    const silent: Scripted = () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(event(1))) }));
    const { client, asked } = scripted([silent, refused(401, 'invalid_api_key')], { silentMs: 20 });
    const seen: string[] = [];
    for await (const message of client.stream()) {
      seen.push(message.kind === 'closed' ? message.error.code : message.kind);
      if (message.kind === 'event') await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(seen).toEqual(['open', 'event', 'timeout', 'refused']);
    expect(asked).toHaveLength(2);
  });

  it('ends with its signal, and with the loop', async () => {
    let isCancelled = false;
    const endless: Scripted = () =>
      new Response(
        new ReadableStream({
          cancel: () => void (isCancelled = true),
          start: (c) => c.enqueue(new TextEncoder().encode(event(1))),
        }),
      );
    const left = scripted([endless]);
    for await (const { kind } of left.client.stream()) if (kind === 'event') break;
    expect(isCancelled).toBe(true);
    const ending = new AbortController();
    const ended = scripted([
      () =>
        new Promise<Response>((_, reject) =>
          ending.signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    ]);
    setTimeout(() => ending.abort(), 5);
    const kinds: string[] = [];
    for await (const { kind } of ended.client.stream({ signal: ending.signal })) kinds.push(kind);
    expect(kinds).toEqual([]);
  });
});
