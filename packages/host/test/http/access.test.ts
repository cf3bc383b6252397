/** The gate over a fabricated table: every access against every tier, scopes, and the cost of a call. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoint, NOW, serverOf } from './gate.cases.ts';

describe('a call without a valid key', () => {
  it.each([
    ['missing_api_key', undefined],
    ['invalid_api_key', 'wrong'],
    ['invalid_api_key', ''],
    ['invalid_api_key', 'free, free'],
    ['invalid_api_key', "' or 1=1 --"],
  ])(
    'is 401 %s for %j, with mint_url, before its parameters are read [#39] [#40] [#128] [#129]',
    async (error, key) => {
      const { ask } = serverOf();
      for (const url of ['/api/v1/key', '/api/v1/pro', '/api/v1/uncounted', '/api/v1/coin?coin=']) {
        const { status, body } = await ask(url, key);
        expect(status).toBe(401);
        expect(body).toEqual({
          detail: { error, message: expect.any(String) as string, mint_url: '/api/v1/auth/keys' },
        });
      }
    },
  );

  it('is served where none is needed, and costs nobody anything [#15] [#39]', async () => {
    const { ask, usage } = serverOf();
    expect((await ask('/api/v1/none')).status).toBe(200);
    expect((await ask('/api/v1/none', 'wrong')).status).toBe(200);
    expect((await ask('/api/v1/none', 'free')).headers['x-ratelimit-limit']).toBeUndefined();
    expect(usage.counts.size).toBe(0);
  });

  it('is greeted by its tier where a key is looked at but not needed, a wrong one as none [#26]', async () => {
    const { ask, usage } = serverOf();
    expect((await ask('/api/v1/greets')).body['tier']).toBeNull();
    expect((await ask('/api/v1/greets', 'wrong')).body['tier']).toBeNull();
    expect((await ask('/api/v1/greets', 'plus')).body['tier']).toBe('pro_plus');
    expect(usage.counts.size).toBe(0);
  });
});

describe('the tier of a key', () => {
  it.each([
    ['key', 'free', 200],
    ['key', 'plus', 200],
    ['pro', 'free', 403],
    ['pro', 'pro', 200],
    ['pro', 'plus', 200],
    ['pro-plus', 'free', 403],
    ['pro-plus', 'pro', 403],
    ['pro-plus', 'plus', 200],
  ])('/%s with a %s key is %i [#11] [#41] [#128] [#129] [#138]', async (path, key, expected) => {
    const { ask, usage } = serverOf();
    const { status, detail } = await ask(`/api/v1/${path}`, key);
    expect(status).toBe(expected);
    if (expected === 200) return;
    expect(detail).toEqual({
      error: 'tier_too_low',
      message: expect.any(String) as string,
      required_tier: path === 'pro' ? 'pro' : 'pro_plus',
      pricing_url: 'https://example.org/plans',
    });
    expect(usage.counts.size).toBe(0);
  });
});

describe('a scope', () => {
  it.each([
    ['/api/v1/coin?coin=BTC', 'free', 200],
    ['/api/v1/coin?coin=btcusdt', 'free', 200],
    ['/api/v1/coin?coin=ETH', 'free', 403],
    ['/api/v1/coin?coin=BTC,ETH', 'free', 403],
    ['/api/v1/coin?coin=ETH', 'pro', 200],
    ['/api/v1/coin/BTC', 'free', 200],
    ['/api/v1/coin/ETH', 'free', 403],
    ['/api/v1/coin/ETH', 'plus', 200],
  ])('%s with a %s key is %i [#138]', async (url, key, expected) => {
    const { ask, usage } = serverOf();
    const { status, detail } = await ask(url, key);
    expect(status).toBe(expected);
    if (expected === 403)
      expect(detail).toMatchObject({ required_tier: 'pro', pricing_url: 'https://example.org/plans' });
    const spent = [...usage.counts.values()];
    expect(spent.every((count) => count === (expected === 200 ? 1 : 0))).toBe(true);
  });

  it('narrows a call that names no coin, for free keys alone', async () => {
    const { ask } = serverOf();
    expect((await ask('/api/v1/coin', 'free')).body['query']).toEqual({ coin: 'BTC' });
    expect((await ask('/api/v1/coin', 'pro')).body['query']).toEqual({});
  });

  it('comes after validation: a coin that is none is 422', async () => {
    expect((await serverOf().ask('/api/v1/coin?coin=', 'free')).status).toBe(422);
  });
});

describe('what a call costs', () => {
  it('is one request, shown in the headers [#79]', async () => {
    const { ask } = serverOf();
    for (const left of ['9', '8', '7']) {
      const { headers } = await ask('/api/v1/key', 'new');
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': left });
      expect(headers['ratelimit']).toContain(`"minute";r=${left}`);
      expect(headers['ratelimit-policy']).toBe('"day";q=100;w=86400, "minute";q=10;w=60');
    }
  });

  it('is nothing when the answer is 304', async () => {
    const { ask, usage } = serverOf();
    const first = await ask('/api/v1/key', 'free');
    const again = await ask('/api/v1/key', 'free', { 'if-none-match': String(first.headers['etag']) });
    expect(again.status).toBe(304);
    expect(again.headers['x-ratelimit-remaining']).toBe('9');
    expect([...usage.counts.values()]).toEqual([1, 1]);
  });

  it('is nothing when the operation itself refuses with 429, whose headers say so [#129]', async () => {
    const { ask, usage } = serverOf({ busy: endpoint('/api/v1/busy', {}) });
    const { status, headers } = await ask('/api/v1/busy', 'free');
    expect([status, headers['x-ratelimit-remaining']]).toEqual([429, '10']);
    expect([...usage.counts.values()]).toEqual([0, 0]);
  });

  it('is nothing for an operation that is not counted, also for a key at its cap', async () => {
    const { ask } = serverOf();
    for (let i = 0; i < 10; i++) await ask('/api/v1/key', 'new');
    expect((await ask('/api/v1/key', 'new')).status).toBe(429);
    expect((await ask('/api/v1/uncounted', 'new')).status).toBe(200);
  });

  it.each([
    ['new', 100, 10],
    ['free', 1000, 10],
    ['pro', 10_000, 30],
    ['plus', 50_000, 120],
  ])('lets a %s key call %i times a day and %i a minute [#76] [#77] [#78] [#146]', async (key, daily, perMinute) => {
    const { ask, wall } = serverOf();
    for (let i = 0; i < perMinute; i++) expect((await ask('/api/v1/key', key)).status).toBe(200);
    const { status, detail, headers } = await ask('/api/v1/key', key);
    expect([status, detail['error'], headers['retry-after']]).toEqual([429, 'rate_limited', '40']);
    expect(headers['ratelimit-policy']).toContain(`"day";q=${daily};`);
    wall.moveTo(NOW + 39_999);
    expect((await ask('/api/v1/key', key)).status).toBe(429);
    wall.moveTo(NOW + 40_000);
    expect((await ask('/api/v1/key', key)).status).toBe(200);
  });

  it('ends at 100 for an unconfirmed key until midnight UTC, and says what raises it [#76] [#147]', async () => {
    const { ask, wall } = serverOf();
    for (let i = 0; i < 100; i++) {
      wall.moveTo(NOW + Math.floor(i / 10) * 60_000);
      expect((await ask('/api/v1/key', 'new')).status).toBe(200);
    }
    wall.moveTo(Date.UTC(2026, 10, 19) - 1);
    const { status, detail } = await ask('/api/v1/key', 'new');
    expect([status, detail['error'], detail['resend_verify']]).toEqual([
      429,
      'daily_limit',
      '/api/v1/auth/resend-verify',
    ]);
    wall.moveTo(Date.UTC(2026, 10, 19));
    expect((await ask('/api/v1/key', 'new')).status).toBe(200);
  });

  it('never exceeds a limit, and refusals never count, whatever the calls and moments', async () => {
    const step = fc.record({
      url: fc.constantFrom(
        '/api/v1/key',
        '/api/v1/pro',
        '/api/v1/uncounted',
        '/api/v1/coin?coin=ETH',
        '/api/v1/coin?coin=BTC',
      ),
      times: fc.integer({ min: 1, max: 15 }),
      ms: fc.integer({ min: 0, max: 90_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { ask, wall, usage } = serverOf();
        let served = 0;
        for (const { url, times, ms } of steps) {
          wall.moveTo(wall.now() + ms);
          for (let i = 0; i < times; i++) {
            const { status } = await ask(url, 'new');
            if (status === 200 && !url.endsWith('uncounted')) served++;
          }
        }
        const total = [...usage.counts]
          .filter(([name]) => name.includes(' d'))
          .reduce((sum, [, count]) => sum + count, 0);
        expect(total).toBe(served);
        for (const [name, count] of usage.counts) expect(count).toBeLessThanOrEqual(name.includes(' d') ? 100 : 10);
      }),
      { numRuns: 40 },
    );
  });
});
