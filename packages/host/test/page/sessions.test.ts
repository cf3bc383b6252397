import type { Endpoint } from '@barograph/contract';
import { ok } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import type { Gate } from '../../src/http/access.ts';
import { foreignness, isLoopback, type Origin } from '../../src/page/same-machine.ts';
import { createPageSessions, offersSessions, PAGE_SESSION_V1, withPageSessions } from '../../src/page/sessions.ts';

const NOW = 1_790_000_000_000;

describe('a request of a page on this machine', () => {
  const own: Origin = {
    headers: { host: '127.0.0.1:8787', origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-origin' },
    httpVersion: '1.1',
    remote: '127.0.0.1',
  };
  const of = (headers: Origin['headers'], rest: Partial<Origin> = {}): Origin => ({
    ...own,
    ...rest,
    headers: { ...own.headers, ...headers },
  });

  it.each([
    ['its own address', own],
    ['localhost', of({ host: 'localhost:9000', origin: 'http://localhost:9000' })],
    ['IPv6', of({ host: '[::1]:8787', origin: 'http://[::1]:8787' }, { remote: '::1' })],
    ['IPv4 on an IPv6 socket', of({}, { remote: '::ffff:127.0.0.1' })],
    ['a browser without Sec-Fetch-Site', of({ 'sec-fetch-site': undefined })],
    ['the default port', of({ host: 'localhost', origin: 'http://localhost' })],
  ])('is one from %s', (_, request) => {
    expect(foreignness(request)).toBeUndefined();
  });

  it.each([
    ['another machine', of({}, { remote: '192.168.1.7' }), 'another machine'],
    ['a closed socket', of({}, { remote: undefined }), 'another machine'],
    ['a rebound name', of({ host: 'evil.example:8787', origin: 'http://evil.example:8787' }), 'Host'],
    [
      'a name that begins like ours',
      of({ host: '127.0.0.1.evil.example', origin: 'http://127.0.0.1.evil.example' }),
      'Host',
    ],
    ['a name that ends like ours', of({ host: 'evil.localhost:1', origin: 'http://evil.localhost:1' }), 'Host'],
    ['user info in the host', of({ host: 'localhost@evil.example' }), 'Host'],
    ['no Host', of({ host: undefined }), 'Host'],
    ['a foreign page', of({ origin: 'https://evil.example' }), 'Origin'],
    ['another port of this machine', of({ origin: 'http://127.0.0.1:3000' }), 'Origin'],
    ['another name of this machine', of({ origin: 'http://localhost:8787' }), 'Origin'],
    ['a sandboxed frame', of({ origin: 'null' }), 'Origin'],
    ['a program', of({ origin: undefined }), 'Origin'],
    ['TLS that ends before', of({ origin: 'https://127.0.0.1:8787' }), 'Origin'],
    ['another site', of({ 'sec-fetch-site': 'cross-site' }), 'site'],
    ['a sibling site', of({ 'sec-fetch-site': 'same-site' }), 'site'],
    ['a proxy', of({ 'x-forwarded-for': '203.0.113.9' }), 'proxy'],
    ['a proxy that says only Via', of({ via: '1.1 cache' }), 'proxy'],
    ['a proxy of HTTP/1.0', of({}, { httpVersion: '1.0' }), 'proxy'],
  ])('is none from %s', (_, request, reason) => {
    expect(foreignness(request)).toContain(reason);
  });

  it.each(['0.0.0.0', '10.0.0.1', '::', '127.evil', 'localhost.example', ''])(
    '%s is no loopback address',
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});

describe('a host offers sessions', () => {
  const own = { host: '127.0.0.1', pageSession: true, publicUrl: undefined, trustedProxies: undefined };
  it('on loopback alone', () => {
    expect(offersSessions(own)).toBe(true);
    expect(offersSessions({ ...own, host: 'localhost' })).toBe(true);
  });
  it.each([
    ['it listens to others', { host: '0.0.0.0' }],
    ['it has a public address', { publicUrl: 'https://example.org' }],
    ['proxies come before it', { trustedProxies: '10.0.0.0/8' }],
    ['its operator says so', { pageSession: false }],
  ])('not where %s', (_, about) => {
    expect(offersSessions({ ...own, ...about })).toBe(false);
  });
});

describe('sessions', () => {
  it('are none before there is a key, and end after their time', () => {
    const clock = createManualClock(NOW);
    const sessions = createPageSessions(clock);
    expect(sessions.open()).toBeUndefined();
    sessions.bind('bg_live_dev');
    const { token, expiresAt } = sessions.open()!;
    expect(expiresAt).toBe(NOW + PAGE_SESSION_V1.lifetimeMs);
    expect(sessions.keyOf(token)).toBe('bg_live_dev');
    clock.moveTo(expiresAt - 1);
    expect(sessions.keyOf(token)).toBe('bg_live_dev');
    clock.moveTo(expiresAt);
    expect(sessions.keyOf(token)).toBeUndefined();
    expect(sessions.keyOf('bg_live_dev')).toBeUndefined();
    expect(sessions.keyOf('bg_page_guessed')).toBeUndefined();
  });

  it('make room for new ones', () => {
    const sessions = createPageSessions(createManualClock(NOW), { ...PAGE_SESSION_V1, most: 2 });
    sessions.bind('key');
    const tokens = [1, 2, 3].map(() => sessions.open()!.token);
    expect(new Set(tokens).size).toBe(3);
    expect(tokens.map((token) => sessions.keyOf(token))).toEqual([undefined, 'key', 'key']);
  });
});

describe('a gate with sessions', () => {
  const asked: (string | undefined)[] = [];
  const gate: Gate = {
    pricingUrl: '/pricing',
    admit: (_, key) => {
      asked.push(key);
      return ok({ caller: undefined, headers: {}, refund: undefined });
    },
  };
  const sessions = createPageSessions(createManualClock(NOW));
  sessions.bind('dev');
  const { token } = sessions.open()!;
  const guarded = withPageSessions(gate, sessions);
  const endpoint = (about: Partial<Endpoint>): Endpoint =>
    ({ method: 'GET', path: '/x', access: 'key', ...about }) as Endpoint;
  const statusOf = async (about: Partial<Endpoint>, key: string | undefined): Promise<number> => {
    asked.length = 0;
    const admitted = await guarded.admit(endpoint(about), key);
    return admitted.ok ? 200 : admitted.error.status;
  };

  it('lets a token read the market as the development key', async () => {
    expect(await statusOf({ access: 'pro_plus' }, token)).toBe(200);
    expect(asked).toEqual(['dev']);
    expect(await statusOf({ access: 'none', optionalKey: true }, token)).toBe(200);
    expect(asked).toEqual(['dev']);
  });

  it.each([
    ['a change', { method: 'POST' }],
    ['an end of a key', { method: 'DELETE' }],
    ['what is of the account', { accountScoped: true }],
  ] as const)('refuses a token %s', async (_, about) => {
    expect(await statusOf(about, token)).toBe(401);
    expect(asked).toEqual([]);
  });

  it('refuses a token that is none, and leaves keys as they are', async () => {
    expect(await statusOf({}, 'bg_page_guessed')).toBe(401);
    expect(await statusOf({}, 'bg_live_other')).toBe(200);
    expect(asked).toEqual(['bg_live_other']);
    expect(await statusOf({ access: 'none', method: 'POST' }, token)).toBe(200);
    expect(asked).toEqual([undefined]);
  });
});
