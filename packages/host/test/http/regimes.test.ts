/** The long-horizon regime, its history and the baskets over HTTP: access and content. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { boughtAnswer } from '../payments/test-support.ts';
import { TIER_GATE, simulatedMarket, testHost } from '../test-support.ts';
import { paymentsOf } from '../payments-of.ts';

const NOW = Date.UTC(2025, 8, 2, 21, 15);
const host = await testHost(
  simulatedMarket(),
  createManualClock(NOW),
  TIER_GATE,
  undefined,
  undefined,
  paymentsOf({ kind: 'test' }),
);
beforeAll(async () => host.start());
afterAll(async () => host.stop());

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function ask(tier: string, path: string): Promise<Reply> {
  const reply = await host.server.inject({ url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Record<string, unknown> };
}

describe('the long-horizon regime over HTTP', () => {
  it.each([
    ['[#513] regimes', ['free', 'pro', 'pro_plus']],
    ['[#514] regimes/current', ['free', 'pro', 'pro_plus']],
    ['[#515] regimes/history', ['pro_plus']],
    ['[#516] trading-strategy-baskets', ['pro', 'pro_plus']],
  ])('%s is for %j', async (title, tiers) => {
    const path = title.split(' ')[1]!;
    for (const tier of ['free', 'pro', 'pro_plus']) {
      expect([tier, (await ask(tier, path)).status]).toEqual([tier, tiers.includes(tier) ? 200 : 403]);
    }
  });

  it('current is sold by the answer too, for 0.01 USD [#96] [#114] [#514]', async () => {
    const { unpaid, paid } = await boughtAnswer(host, '/regimes/current', '0.01');
    expect(unpaid).toMatchObject({ status: 402, body: { accepts: [{ amount: '10000' }] } });
    expect(paid).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
    expect(paid.headers['etag']).toBeUndefined();
    expect(paid.body).toEqual((await ask('free', 'regimes/current')).body);
  });

  it('has the same current regime alone and with the taxonomy, pending where the read differs [#519]', async () => {
    const { body: current } = await ask('free', 'regimes/current');
    const { body: list } = await ask('free', 'regimes');
    expect(list['current']).toEqual(current);
    expect(list['regimes']).toHaveLength(10);
    const { matches_committed: matches } = current['raw'] as { matches_committed: boolean };
    expect(current['pending'] === null).toBe(matches);
    expect(current['as_of']).toBe(new Date(NOW).toISOString());
  });

  it('has a history that ends with what is current', async () => {
    const { body } = await ask('pro_plus', 'regimes/history');
    const [entry] = body['history'] as { regime: number; ended_at: string | null; observations: number }[];
    const { body: current } = await ask('free', 'regimes/current');
    expect(entry).toMatchObject({ regime: current['id'], ended_at: null, observations: 1 });
    expect(body).toMatchObject({ count: 1, samples: 1, truncated: false });
  });

  it.each([
    ['from=soon', 'from'],
    ['to=later', 'to'],
    ['from=2025-09-02&to=2025-09-01', 'from'],
    ['limit=0', 'limit'],
    ['limit=25001', 'limit'],
    ['limit=x', 'limit'],
  ])('refuses a history with %s', async (query, parameter) => {
    const { status, body } = await ask('pro_plus', `regimes/history?${query}`);
    expect(status).toBe(422);
    expect(body['detail']).toMatchObject([{ loc: ['query', parameter] }]);
  });
});
