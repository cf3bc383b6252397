/** Views of the volatility operations by tier, over HTTP. */

import { OPERATIONS } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { asker } from '../ask.ts';
import { filesMarket, MONTHS, simulatedMarket, smallSeries, START, testHost, TIER_GATE } from '../test-support.ts';

const NOW = Date.UTC(2025, 8, 2, 21, 23, 30);
const simulated = createSimulatedSource(SIMULATOR_V2);
const { bars, implied: index, options } = simulated.feeds;
const market = openMarket([{ ...simulated, feeds: { bars: bars!, implied: index!, options: options! } }]);
const host = await testHost(market, createManualClock(NOW), TIER_GATE);
beforeAll(async () => host.start());
afterAll(async () => host.stop());

describe('right after a deploy', () => {
  const source = simulatedMarket();
  const early = asker({ source, latest: () => undefined });
  const reads = OPERATIONS.filter(({ id, method }) => id.startsWith('volatility.') && method === 'GET');

  it('[#151] every answer but a refresh is 503 with Retry-After', async () => {
    for (const { id } of reads) {
      expect(await early.outcome(id, { path: { symbol: 'BTC' }, tier: 'pro_plus' })).toMatchObject({
        ok: false,
        error: { status: 503, headers: { 'retry-after': '5' }, body: { detail: { error: 'warming_up' } } },
      });
    }
    expect(reads).toHaveLength(6);
  });
});

type Body = Record<string, unknown>;
async function ask(
  tier: string,
  path: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<{ status: number; body: Body }> {
  const reply = await host.server.inject({ method, url: `/api/v1/volatility/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Body };
}
const symbols = (body: Body): string[] => (body['items'] as { symbol: string }[]).map(({ symbol }) => symbol);

describe('the index', () => {
  it('[#378] [#394] has BTC alone on Free, and ETH too from Pro on', async () => {
    const majors = async (tier: string): Promise<string[]> =>
      Object.keys((await ask(tier, 'index')).body['majors'] as object);
    expect(await majors('free')).toEqual(['BTC']);
    expect(await majors('pro')).toEqual(['BTC', 'ETH']);
    expect(await majors('pro_plus')).toEqual(['BTC', 'ETH']);
  });

  it('[#380] [#391] tells its history to Pro Plus only, with a point of today after 20:00 UTC', async () => {
    expect((await ask('pro', 'index/history')).status).toBe(403);
    const { status, body } = await ask('pro_plus', 'index/history?days=7');
    expect(status).toBe(200);
    const dates = (body['items'] as { date: string }[]).map(({ date }) => date);
    expect(dates).toEqual([
      '2025-08-27',
      '2025-08-28',
      '2025-08-29',
      '2025-08-30',
      '2025-08-31',
      '2025-09-01',
      '2025-09-02',
    ]);
  });
});

describe('implied volatility', () => {
  interface Implied {
    readonly coins: Readonly<Record<string, Readonly<Record<'realized' | 'implied' | 'vrp', number>>>>;
    readonly term_structure: Readonly<Record<string, readonly { readonly days: number; readonly atm_iv: number }[]>>;
    readonly history: Readonly<Record<string, readonly { readonly timestamp: number; readonly implied: number }[]>>;
    readonly implied_as_of: number;
  }
  const implied = async (tier: string, query = ''): Promise<Implied> =>
    (await ask(tier, `implied${query}`)).body as unknown as Implied;

  it('[#379] [#393] is of BTC alone on Free, of BTC and ETH from Pro on, with the premium over the realised one', async () => {
    expect(Object.keys((await implied('free')).coins)).toEqual(['BTC']);
    const { coins, ...rest } = await implied('pro');
    expect(Object.keys(coins)).toEqual(['BTC', 'ETH']);
    for (const one of Object.values(coins)) {
      expect(one.implied).toBeGreaterThan(0);
      expect(one.vrp).toBe(one.implied - one.realized);
    }
    expect(rest).toMatchObject({ status: 'ok', reason: null, implied_as_of: Date.UTC(2025, 8, 2, 21) });
  });

  it('[#388] stands in the index as it stands here', async () => {
    for (const tier of ['free', 'pro']) {
      expect((await ask(tier, 'index')).body['majors']).toEqual((await implied(tier)).coins);
    }
  });

  it('[#393] has expiries and a year of the index with detail=true on Pro Plus only', async () => {
    const { term_structure: terms, history, coins } = await implied('pro_plus', '?detail=true');
    for (const coin of ['BTC', 'ETH']) {
      expect(terms[coin]!.length).toBeGreaterThan(6);
      expect(terms[coin]!.every(({ days, atm_iv: atm }) => days >= 2 && atm > 0)).toBe(true);
      expect(history[coin]).toHaveLength(365);
      const last = history[coin]!.at(-1)!;
      expect(last.timestamp).toBe(Date.UTC(2025, 8, 2));
      expect(Math.abs(last.implied - coins[coin]!.implied)).toBeLessThan(20);
    }
    for (const [tier, path] of [
      ['pro', 'implied?detail=true'],
      ['free', 'implied?detail=true'],
      ['pro_plus', 'implied'],
    ] as const) {
      const { status, body } = await ask(tier, path);
      expect([status, 'term_structure' in body, 'history' in body]).toEqual([200, false, false]);
    }
  });
});

describe('a host without options', () => {
  it('[#379] says that it has no source of them, and null', async () => {
    const plain = await testHost(filesMarket(smallSeries()), createManualClock(START + MONTHS * HOUR_MS), TIER_GATE);
    await plain.start();
    const reply = await plain.server.inject({ url: '/api/v1/volatility/implied', headers: { 'x-api-key': 'pro' } });
    await plain.stop();
    const body = JSON.parse(reply.body) as Body;
    expect(body).toMatchObject({ status: 'unavailable', reason: 'No source of options is connected.' });
    expect((body['coins'] as Record<string, Body>)['BTC']).toMatchObject({ implied: null, vrp: null });
  });
});

describe('the regimes', () => {
  it('[#409] list BTC alone on Free, whatever is asked, and all coins from Pro on', async () => {
    expect(symbols((await ask('free', 'regime')).body)).toEqual(['BTC']);
    expect(symbols((await ask('free', 'regime?sort=symbol&limit=500')).body)).toEqual(['BTC']);
    expect(symbols((await ask('pro', 'regime')).body).length).toBeGreaterThan(30);
  });

  it('[#383] sort by percentile, highest first, filter by regime and source, and stop at the limit', async () => {
    const { body } = await ask('pro', 'regime');
    const ranks = (body['items'] as { vol_pctile_30: number | null }[]).map((row) => row.vol_pctile_30 ?? -1);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(body).toMatchObject({ sort: 'vol_pctile_30', order: 'desc', limit: 250, count: ranks.length });
    const normal = (await ask('pro', 'regime?regime=normal&source=perpdex_perp')).body['items'] as Body[];
    expect(normal.length).toBeGreaterThan(0);
    expect(normal.every((row) => row['regime'] === 'normal' && row['source'] === 'perpdex_perp')).toBe(true);
    expect((await ask('pro', 'regime?limit=2')).body).toMatchObject({ count: 2, total: ranks.length });
  });

  it('[#385] [#410] know BTCUSDT for BTC, are BTC alone on Free, and have 60 days on Pro Plus', async () => {
    const free = await ask('free', 'regime/BTCUSDT');
    expect([free.status, free.body['symbol'], free.body['history']]).toEqual([200, 'BTC', []]);
    const eth = await ask('free', 'regime/ETH');
    expect([eth.status, eth.body['detail']]).toMatchObject([403, { error: 'tier_too_low', required_tier: 'pro' }]);
    expect((await ask('pro', 'regime/ETH')).body).toMatchObject({ symbol: 'ETH', history: [] });
    const plus = (await ask('pro_plus', 'regime/ethusdt')).body;
    const history = plus['history'] as Body[];
    expect(history).toHaveLength(60);
    expect(history.at(-1)).toMatchObject({
      timestamp: plus['computed_from'],
      regime: plus['regime'],
      rv_gk_30: plus['rv_gk_30'],
      days_in_regime: plus['days_in_regime'],
    });
  });

  it('answer 404 to a coin that is not there', async () => {
    const { status, body } = await ask('pro', 'regime/NOSUCH');
    expect([status, body['detail']]).toMatchObject([404, { error: 'unknown_symbol' }]);
  });

  it('[#384] [#407] have a score on every tier, whose exposure follows from it', async () => {
    const { status, body } = await ask('free', 'regime/score');
    const score = body['composite'] as number;
    expect(status).toBe(200);
    expect(body['gross_exposure_multiplier']).toBe(1 - 0.5 * (Math.max(0, score - 40) / 60));
    expect(body['target_vol']).toBe(60);
  });

  it('are recomputed for Pro', async () => {
    expect((await ask('free', 'regime/refresh', 'POST')).status).toBe(403);
    const { status, body } = await ask('pro', 'regime/refresh', 'POST');
    expect([status, body['status']]).toEqual([200, 'recomputed']);
  });
});
