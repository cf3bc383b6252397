/** The client against a whole host: a small service over it, its stream over broken connections, and its errors. */

import { createClient, ROUTES, type OperationId } from '@barograph/client';
import { ENDPOINT_LIST, operationNamed } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PROBED, urlOf } from '../packages/host/test/http/table.cases.ts';
import { sample } from '../packages/host/test/stream/samples.ts';
import { startService, type Digest, type Followed } from './client-service.ts';
import { MOMENT, openFrontDoor, type FrontDoor } from './front-door.ts';

describe('the client on a host', () => {
  let door: FrontDoor;
  beforeAll(async () => {
    door = await openFrontDoor();
  });
  afterAll(async () => door.stop());

  it('lets a small service say what the market is like, and misses no event over cut connections', async () => {
    const before = await createClient({ url: door.url, key: door.keys.pro }).call('stream.recent');
    const lastId = before.ok ? before.value.last_id : NaN;
    const service = await startService(door.url, door.keys.pro, lastId);
    const read = async <T>(path: string): Promise<T> => (await (await fetch(`${service.url}${path}`)).json()) as T;
    const seen = async (turns: readonly string[], events: number) =>
      vi.waitFor(async () => {
        const followed = await read<Followed>('/stream');
        expect(followed.turns.slice(0, turns.length)).toEqual(turns);
        expect(followed.events).toHaveLength(events);
        return followed;
      }, 20_000);
    const append = async (from: number, to: number): Promise<void> => {
      await door.store.events.append(Array.from({ length: to - from }, (_, i) => sample(from + i, MOMENT - 1000 + i)));
    };
    await seen(['open'], 0);
    await append(0, 10);
    await seen(['open'], 5);
    door.cut();
    await append(10, 20);
    const { events } = await seen(['open', 'closed', 'open'], 10);
    // Every other sample is a price move, and ids have no gaps.
    expect(events.map((id) => id - lastId)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    const { regime, green, problems } = await read<Digest>('/market');
    expect(regime).toMatch(/\w/);
    expect(green.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await service.stop();
  });

  it('knows every operation of the table, and gets of each what plain fetch gets', async () => {
    expect(Object.keys(ROUTES)).toEqual(ENDPOINT_LIST.map(([id]) => id));
    const client = createClient({ url: door.url, key: door.keys.pro_plus, patience: { retries: 0 } });
    const other = await door.mint('pro_plus');
    const answered = new Set<string>();
    const read = PROBED.filter(([id, { method }]) => method === 'GET' && id !== 'health.get');
    for (const [id, { path }] of read) {
      const url = urlOf(operationNamed(id));
      const [place = '', search] = url.split('?');
      const names = new RegExp(path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')).exec(place)?.groups;
      const query = Object.fromEntries(new URLSearchParams(search));
      const outcome = await client.ask(id as OperationId, { path: { ...names }, query });
      const plain = await fetch(`${door.url}${url}`, { headers: { 'x-api-key': other } });
      const body: unknown = await plain.json();
      expect(outcome.ok ? outcome.meta.status : outcome.error.status, id).toBe(plain.status);
      if (outcome.ok) expect(outcome.value, id).toEqual(body);
      else expect(body, id).toMatchObject({ detail: { error: outcome.error.code } });
      if (outcome.ok) answered.add(id);
    }
    // Other operations need sources or a model that this host lacks, and report it.
    expect(answered.size).toBeGreaterThan(30);
  });

  it('gives refusals as the service means them, and the allowance that is left', async () => {
    // A cached answer is requested by its tag and does not count.
    const free = createClient({ url: door.url, key: door.keys.free, patience: { retries: 0 }, cache: false });
    const none = createClient({ url: door.url });
    expect(await none.call('indicators.signum')).toMatchObject({
      ok: false,
      error: { code: 'missing_api_key', status: 401, detail: { mint_url: '/api/v1/auth/keys' } },
    });
    expect(await free.call('quant.coins')).toMatchObject({
      error: { code: 'tier_too_low', detail: { required_tier: 'pro', pricing_url: '/pricing' } },
    });
    expect(await free.call('indicators.signum_symbol', { path: { symbol: 'NOPE' } })).toMatchObject({
      error: { code: 'unknown_symbol', status: 404 },
    });
    expect(await free.call('indicators.signum', { query: { limit: 0 } })).toMatchObject({
      error: { code: 'invalid_parameters', faults: [{ loc: ['query', 'limit'] }] },
    });
    const answered = await free.call('indicators.signum', { query: { limit: 1 } });
    expect(answered).toMatchObject({ ok: true, meta: { allowance: { window: 'minute', limit: 10 } } });
    const left = answered.ok ? answered.meta.allowance!.remaining : NaN;
    for (let i = 0; i < left; i++) await free.call('indicators.signum', { query: { limit: 1 } });
    expect(await free.call('indicators.signum')).toMatchObject({
      error: { code: 'rate_limited', status: 429, retryAfterMs: 30_000 },
    });
    expect((await free.stream().next()).value).toMatchObject({ kind: 'refused', error: { code: 'tier_too_low' } });
  });
});
