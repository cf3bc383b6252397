import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitHeaders, limitProblem } from '../../src/http/limits.ts';

/** 09:30:20.5 UTC. */
const NOW = Date.UTC(2026, 10, 18, 9, 30, 20, 500);
const FREE = { daily: 1000, perMinute: 10 };
const END_OF_MINUTE = Date.UTC(2026, 10, 18, 9, 31) / 1000;
const END_OF_DAY = Date.UTC(2026, 10, 19) / 1000;

describe('the headers of a counted call', () => {
  it('name the window with fewer calls left, and both in the fields of the IETF', () => {
    expect(limitHeaders(FREE, { ok: true, dailyCount: 400, minuteCount: 3 }, NOW)).toEqual({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '7',
      'x-ratelimit-reset': String(END_OF_MINUTE),
      'x-ratelimit-window': 'minute',
      'ratelimit-policy': '"day";q=1000;w=86400, "minute";q=10;w=60',
      ratelimit: '"day";r=600;t=52180, "minute";r=7;t=40',
    });
    expect(limitHeaders(FREE, { ok: true, dailyCount: 997, minuteCount: 3 }, NOW)).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': String(END_OF_DAY),
      'x-ratelimit-window': 'day',
    });
  });

  it('never promise less than nothing, nor a moment that has passed', () => {
    const counts = fc.record({ dailyCount: fc.nat(60_000), minuteCount: fc.nat(200), now: fc.nat(4e12) });
    fc.assert(
      fc.property(counts, ({ dailyCount, minuteCount, now }) => {
        const headers = limitHeaders(FREE, { ok: true, dailyCount, minuteCount }, now);
        expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
        expect(Number(headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(now);
        const seconds = [...headers['ratelimit']!.matchAll(/t=(\d+)/g)].map(([, text]) => Number(text));
        expect(seconds[0]! >= 1 && seconds[0]! <= 86_400 && seconds[1]! >= 1 && seconds[1]! <= 60).toBe(true);
      }),
    );
  });
});

describe('the 429', () => {
  const confirmed = { tier: 'free', tierExpiresAt: null, emailVerified: true } as const;
  const refused = { ok: false, dailyCount: 1000, minuteCount: 4 } as const;

  it('of the minute sends the caller into the next one [#129] [#146]', () => {
    const taken = { ok: false, dailyCount: 40, minuteCount: 10, refusedBy: 'minute' } as const;
    const { status, body, headers } = limitProblem(confirmed, FREE, taken, NOW);
    expect(status).toBe(429);
    expect(body.detail).toMatchObject({
      error: 'rate_limited',
      message: expect.stringContaining('10 requests') as string,
    });
    expect(headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(END_OF_MINUTE),
    });
  });

  it('of the day sends the caller into the next one, even while the minute has calls left [#129] [#146]', () => {
    const { body, headers } = limitProblem(confirmed, FREE, { ...refused, refusedBy: 'day' }, NOW);
    expect(body.detail).toMatchObject({ error: 'daily_limit' });
    expect(body.detail).not.toHaveProperty('resend_verify');
    expect(headers).toMatchObject({ 'retry-after': '52180', 'x-ratelimit-limit': '1000', 'x-ratelimit-window': 'day' });
  });

  it('of an unconfirmed key at its daily cap names resend-verify, at no other cap [#147]', () => {
    const unconfirmed = { ...confirmed, emailVerified: false };
    const cap = { daily: 100, perMinute: 10 };
    const atDay = limitProblem(unconfirmed, cap, { ...refused, dailyCount: 100, refusedBy: 'day' }, NOW);
    expect(atDay.body.detail).toMatchObject({
      error: 'daily_limit',
      message: expect.stringContaining('/api/v1/auth/resend-verify') as string,
      resend_verify: '/api/v1/auth/resend-verify',
    });
    const atMinute = limitProblem(unconfirmed, cap, { ...refused, refusedBy: 'minute' }, NOW);
    expect(JSON.stringify(atMinute.body)).not.toContain('resend');
    const bought = limitProblem({ ...unconfirmed, tier: 'pro' }, cap, { ...refused, refusedBy: 'day' }, NOW);
    expect(JSON.stringify(bought.body)).not.toContain('resend');
  });
});
