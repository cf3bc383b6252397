/**
 * Error table, limits and conventions of the first document hold for every operation of the second, read from the
 * endpoint table: new operations are covered without a change here.
 */

import { API_VERSION, ENDPOINT_LIST, TIER_LIMITS, type Endpoint } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, serverOf } from './gate.cases.ts';
import { bodyOf, triesOf, urlOf, type Row } from './table.cases.ts';

const FIRST = new Set<Endpoint['family']>(['meta', 'accounts', 'payments', 'stream', 'webhooks']);
const SECOND: readonly Row[] = ENDPOINT_LIST.filter(([, { family }]) => !FIRST.has(family));
const KEYED = SECOND.filter(([, { access }]) => access !== 'none');
const TABLE = Object.fromEntries(ENDPOINT_LIST);

/** The keys that open an access, and those that do not. */
const OPENS = { none: [], key: ['free', 'pro', 'plus'], pro: ['pro', 'plus'], pro_plus: ['plus'] } as const;
const TIERS = { free: 'free', pro: 'pro', plus: 'pro_plus' } as const;
type Name = keyof typeof TIERS;

const { server, usage } = serverOf(TABLE);
beforeEach(() => usage.counts.clear());

async function ask(endpoint: Endpoint, url: string, key?: string) {
  const payload = bodyOf(endpoint);
  const reply = await server.inject({
    method: endpoint.method,
    url,
    headers: { 'user-agent': 'conventions', ...(key === undefined ? {} : { 'x-api-key': key }) },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(reply.headers['x-api-version']).toBe(API_VERSION);
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  const { detail } = reply.json<{ detail?: unknown }>();
  return { status: reply.statusCode, headers: reply.headers, detail };
}

const ENVELOPE = { error: expect.any(String) as string, message: expect.any(String) as string };
const MINT = { ...ENVELOPE, mint_url: '/api/v1/auth/keys' };

describe('the second document', () => {
  it('is live in families of its own', () => {
    expect(SECOND.length).toBeGreaterThan(30);
    expect(new Set(SECOND.map(([, { family }]) => family)).size).toBeGreaterThan(5);
  });
});

describe('a key', () => {
  // The description at /api/openapi.json is open too, which the list of the contract does not name.
  it('is asked for by every operation but the open ones, and those whose link is a secret [#39~]', () => {
    const open = ENDPOINT_LIST.filter(([, { access }]) => access === 'none').map(
      ([, { method, path }]) => `${method} ${path}`,
    );
    const bringTheirOwn = new Set([
      'GET /api/v1/auth/confirm',
      'POST /api/v1/auth/confirm',
      'GET /api/v1/quant/regimes/history/file',
      'GET /api/v1/backtesting/archives/file',
      // These ask for a payment, or take no money.
      'GET /api/v1/backtesting/archives/purchase',
      'POST /api/v1/payments/agent-subscribe',
      'POST /api/v1/payments/test-balance',
    ]);
    expect(open.filter((one) => !bringTheirOwn.has(one)).toSorted()).toEqual([
      'GET /api/openapi.json',
      'GET /api/v1',
      'GET /api/v1/changelog',
      'GET /api/v1/exchanges',
      'GET /api/v1/exchanges/{slug}',
      'GET /api/v1/health',
      'GET /api/v1/stream/delayed',
      'HEAD /api/v1/health',
      'POST /api/v1/auth/keys',
    ]);
  });
});

describe.each(KEYED)('%s', (_, endpoint) => {
  const url = urlOf(endpoint);
  const opening: readonly Name[] = OPENS[endpoint.access];

  it('is under /api/v1, with 401 and mint_url to no key and to a wrong one [#3]', async () => {
    expect(endpoint.path).toMatch(/^\/api\/v1\//);
    for (const key of [undefined, 'wrong']) {
      const { status, detail } = await ask(endpoint, url, key);
      expect([status, detail]).toEqual([401, MINT]);
    }
  });

  it('opens to the tiers of its access, and is 403 with required_tier and pricing_url to the others [#3]', async () => {
    for (const key of ['free', 'pro', 'plus'] as const) {
      const { status, detail } = await ask(endpoint, url, key);
      if (opening.includes(key)) expect(status, key).toBe(200);
      else {
        const refusal = { required_tier: endpoint.access, pricing_url: 'https://example.org/plans' };
        expect([status, detail], key).toEqual([403, { ...ENVELOPE, ...refusal }]);
      }
    }
  });

  it('is 422 in the validation body beyond any bound, and 400 to strangers where it refuses them [#3]', async () => {
    const fault = { loc: expect.any(Array) as string[], msg: expect.any(String) as string };
    const bad = triesOf(endpoint).filter(({ status }) => status === 422);
    for (const { name, value } of bad) {
      usage.counts.clear();
      const { status, detail } = await ask(endpoint, urlOf(endpoint, { [name]: value }), 'plus');
      expect(status, `${name}=${value}`).toBe(422);
      expect(detail).toEqual(expect.arrayContaining([expect.objectContaining(fault)]));
    }
    const stranger = await ask(endpoint, urlOf(endpoint, { surprise: '1' }), 'plus');
    expect(stranger.status).toBe(endpoint.unknownParameters === 'reject' ? 400 : 200);
    if (stranger.status === 400) expect(stranger.detail).toMatchObject({ ...ENVELOPE, error: 'unknown_parameter' });
  });

  it('is 404 in the envelope below its path [#3]', async () => {
    const { status, detail } = await ask(endpoint, `${endpoint.path}/nothing/there`, 'plus');
    expect([status, detail]).toEqual([404, ENVELOPE]);
  });

  it('counts its calls, and is 429 with Retry-After and X-RateLimit-* at the caps of every tier [#3]', async () => {
    for (const key of opening) {
      const { daily, perMinute } = TIER_LIMITS[TIERS[key]];
      usage.counts.clear();
      const { headers } = await ask(endpoint, url, key);
      expect(headers['x-ratelimit-remaining']).toBe(String(perMinute - 1));
      const minute = `${key} m${Math.floor(NOW / 60_000)}`;
      const day = `${key} d${Math.floor(NOW / DAY_MS)}`;
      expect([usage.counts.get(minute), usage.counts.get(day)]).toEqual([1, 1]);
      for (const [window, cap, code] of [
        [minute, perMinute, 'rate_limited'],
        [day, daily, 'daily_limit'],
      ] as const) {
        usage.counts.clear();
        usage.counts.set(window, cap - 1);
        expect((await ask(endpoint, url, key)).status).toBe(200);
        const refused = await ask(endpoint, url, key);
        expect([refused.status, refused.detail]).toEqual([429, { ...ENVELOPE, error: code }]);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': String(cap), 'x-ratelimit-remaining': '0' });
        expect(Number(refused.headers['x-ratelimit-reset'])).toBeGreaterThan(NOW / 1000);
      }
    }
  });
});
