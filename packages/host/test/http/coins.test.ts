/** Coins and supply over HTTP: tiers, pages, names that several coins have, and text from outside. */

import { CATEGORY_GROUPS_V1 } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { CoinRecord, UnlockSchedule } from '@barograph/stress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createFilesSource } from '../../../sources/src/files/source.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { asker } from '../ask.ts';
import { coinOf, referenceSource } from '../../../runtime/test/producers/reference/reference-source.ts';
import { AS_OF, simulatedMarket, smallSeries, testHost, TIER_GATE } from '../test-support.ts';

const NOW = AS_OF;
const TODAY = NOW - (NOW % DAY_MS);
const HOSTILE = `<script>alert(1)</script>\u202E|=1+1${'x'.repeat(10_000)}`;
const special: readonly CoinRecord[] = [
  coinOf('bitcoin', { symbol: 'BTC', name: 'Bitcoin', rank: 1, marketCap: 2e12, price: 2000, max: null, total: 1e9 }),
  coinOf('hpos', { symbol: 'BITCOIN', name: 'HarryPotter', rank: 30 }),
  coinOf('pepe', { symbol: 'PEPE', name: 'Pepe', rank: 4, circulating: 4e9, marketCap: 8e9 }),
  coinOf('pepe-2', { symbol: 'PEPE', name: 'Pepe again', rank: 20 }),
  coinOf('evil', { symbol: '=EVIL', name: HOSTILE, rank: 21, categories: ['=cmd()', 'Meme'] }),
  coinOf('no-basis', { rank: 22, max: null, total: null }),
  coinOf('unranked', { rank: null, marketCap: null, price: null }),
  coinOf('small', { rank: 23, marketCap: 4e8, price: 0.4, circulating: 1e9 }),
];
// Floats from a fiftieth up: more rows than a free key sees.
const many = Array.from({ length: 40 }, (_, i) =>
  coinOf(`c${i}`, {
    ...(i === 39 ? { symbol: 'LTC' } : {}),
    rank: 100 + i,
    circulating: (i + 1) * 1e8,
    price: 2e9 / ((i + 1) * 1e8),
    max: 5e9,
  }),
);
const schedule = (coin: string, days: readonly number[]): UnlockSchedule => ({
  coin,
  knownAt: NOW - DAY_MS,
  tranches: days.map((day) => ({ time: TODAY + day * DAY_MS + 1, tokens: 1e7, section: `${day}`, kind: 'cliff' })),
  streams: [],
});
const reference = referenceSource(
  [{ knownAt: NOW - 2 * DAY_MS, coins: [...special, ...many] }],
  [schedule('bitcoin', [3, 8, 35, 36]), schedule('pepe', [1])],
  ['Zebra', 'Meme'],
);
const market = openMarket([createFilesSource(smallSeries()), reference]);
const host = await testHost(market, createManualClock(NOW), TIER_GATE);
beforeAll(async () => {
  await host.start();
  await host.ready();
});
afterAll(async () => host.stop());

type Body = Record<string, unknown> & {
  readonly items: readonly Record<string, unknown>[];
  readonly detail: Record<string, unknown>;
};
async function ask(path: string, tier = 'pro_plus'): Promise<{ status: number; body: Body }> {
  const reply = await host.server.inject({ url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Body };
}
const ids = ({ items }: Body): unknown[] => items.map(({ id }) => id);

describe('coins', () => {
  it('[#156] are paged by rank, unranked last; a page beyond the end is empty', async () => {
    const { body } = await ask('coins?per_page=3');
    expect([ids(body), body['total'], body['pages']]).toEqual([['bitcoin', 'pepe', 'pepe-2'], 48, 16]);
    expect(ids((await ask('coins?per_page=3&page=2')).body)).toEqual(['evil', 'no-basis', 'small']);
    expect(ids((await ask('coins')).body)).toHaveLength(48);
    expect(ids((await ask('coins?per_page=250')).body).at(-1)).toBe('unranked');
    const beyond = await ask('coins?page=999999');
    expect([beyond.status, beyond.body.items, beyond.body['count']]).toEqual([200, [], 0]);
    for (const bad of ['page=0', 'per_page=251', 'per_page=0', 'page=x']) {
      expect((await ask(`coins?${bad}`)).status).toBe(422);
    }
  });

  it('[#157] are found by ticker or name, best rank first', async () => {
    expect(ids((await ask('coins/search?q=PEP')).body)).toEqual(['pepe', 'pepe-2']);
    expect(ids((await ask('coins/search?q=tcoin')).body)).toEqual(['bitcoin', 'hpos']);
    expect((await ask('coins/search?q=%25%5B')).body).toMatchObject({ items: [], total: 0 });
    expect((await ask('coins/search?q=coin')).body).toMatchObject({ count: 45, total: 45 });
    expect((await ask('coins/search')).status).toBe(422);
    expect((await ask('coins/search?q=')).status).toBe(422);
  });

  it('[#158] have a top, without unranked ones', async () => {
    expect(ids((await ask('coins/top?limit=2')).body)).toEqual(['bitcoin', 'pepe']);
    expect(ids((await ask('coins/top')).body)).toHaveLength(20);
    expect(ids((await ask('coins/top?limit=100')).body)).not.toContain('unranked');
    expect((await ask('coins/top?limit=101')).status).toBe(422);
  });

  it('[#159] have raw categories, each once: those of the list and those of the coins', async () => {
    expect((await ask('coins/categories')).body.items).toEqual(['=cmd()', 'Meme', 'Zebra']);
  });

  it('[#160] [#162] [#163] [#164] have 20 groups and more; limit cuts their coins; unknown members are listed', async () => {
    const { body } = await ask('coins/category-groups?limit=1');
    const groups = body['groups'] as readonly Record<string, unknown>[];
    expect(groups).toHaveLength(CATEGORY_GROUPS_V1.groups.length);
    expect(groups.length).toBeGreaterThanOrEqual(20);
    expect(groups.find(({ id }) => id === 'store-of-value')).toMatchObject({
      name: 'Payment and store of value',
      coins: [
        { symbol: 'BTC', rank: 1, price: 2000, market_cap: 2e12, change_24h: 1, change_7d: -1, pd_symbol: 'BTC' },
      ],
      total: 2,
    });
    expect(groups.find(({ id }) => id === 'fan-tokens')).toMatchObject({ coins: [], total: 0 });
    expect((await ask('coins/category-groups?limit=101')).status).toBe(422);
  });

  it('[#161] have a profile by ticker or id: the best rank, the others in also', async () => {
    const also = ({ also }: Body): unknown => (also as readonly { id: string }[]).map(({ id }) => id);
    const pepe = (await ask('coins/pepe')).body;
    expect([pepe['id'], also(pepe)]).toEqual(['pepe', ['pepe-2']]);
    const second = (await ask('coins/pepe-2')).body;
    expect([second['id'], also(second)]).toEqual(['pepe-2', ['pepe']]);
    const btc = (await ask('coins/BITCOIN')).body;
    expect([btc['id'], also(btc), btc['groups']]).toEqual(['bitcoin', ['hpos'], ['store-of-value']]);
    const unknown = await ask('coins/pepf');
    expect([unknown.status, unknown.body.detail['error']]).toEqual([404, 'unknown_symbol']);
    expect(unknown.body.detail['suggestions']).toEqual(['pepe', 'pepe-2']);
  });

  it('[#165] say what is text of others: cut, without unseen marks, and as it is otherwise', async () => {
    const { name } = (await ask('coins/evil')).body;
    expect(String(name).startsWith('<script>alert(1)</script>|=1+1xxx')).toBe(true);
    expect(Array.from(String(name))).toHaveLength(80);
  });
});

describe('the board of floats', () => {
  const floats = ({ items }: Body): unknown[] => items.map((row) => row['float_pct']);

  it('[#600] [#607] ascends by float, nulls last, from a market cap of 500 million on; 0 gives all', async () => {
    const usual = (await ask('supply/float')).body;
    expect(floats(usual)).toEqual(floats(usual).toSorted((a, b) => Number(a ?? 9) - Number(b ?? 9)));
    expect([usual['total'], usual['limit'], ids(usual).at(-1)]).toEqual([46, 250, 'no-basis']);
    const all = (await ask('supply/float?min_market_cap=0')).body;
    expect([all['total'], all['universe_size']]).toEqual([48, 48]);
    expect(floats((await ask('supply/float?max_float_pct=0.1&limit=3')).body)).toEqual([0.02, 0.04, 0.06]);
    expect(ids((await ask('supply/float?symbol=btc')).body)).toEqual(['bitcoin']);
    expect((await ask('supply/float?min_locked_usd=100000000000000')).body.items).toEqual([]);
    for (const bad of ['limit=2001', 'limit=0', 'max_float_pct=1.01', 'max_float_pct=-0.1']) {
      expect((await ask(`supply/float?${bad}`)).status).toBe(422);
    }
  });

  it('[#602] [#603] [#604] [#605] has float, basis, overhang and what comes next of each coin', async () => {
    const [btc] = (await ask('supply/float?symbol=BTC')).body.items;
    expect(btc).toMatchObject({
      float_pct: 1,
      supply_basis: 1e9,
      supply_basis_kind: 'total_supply',
      dilution_overhang: 0,
      locked_usd: 0,
      unlock_coverage: 'tracked',
      next_unlock: { timestamp: TODAY + 3 * DAY_MS + 1, tokens: 1e7, usd: 2e10, pct_of_float: 0.01 },
    });
    const [small] = (await ask('supply/float?symbol=small&min_market_cap=0')).body.items;
    expect(small).toMatchObject({
      float_pct: 0.25,
      dilution_overhang: 3,
      unlock_coverage: 'not_tracked',
      next_unlock: null,
    });
  });

  it('[#607] shows a free key the first 25 rows, and 403 with the tier when it sends a filter', async () => {
    const free = (await ask('supply/float', 'free')).body;
    expect([free['count'], free['total']]).toEqual([25, 25]);
    expect(ids(free)).toEqual(ids((await ask('supply/float?limit=25')).body));
    const next = ({ items }: Body): unknown[] => items.map((row) => row['next_unlock']).filter((one) => one !== null);
    expect(next(free)).toEqual(next((await ask('supply/float?limit=25')).body));
    expect((await ask('supply/float?limit=2000', 'free')).body['count']).toBe(25);
    for (const filter of ['min_market_cap=0', 'min_locked_usd=1', 'max_float_pct=0.5', 'symbol=BTC']) {
      const { status, body } = await ask(`supply/float?${filter}`, 'free');
      expect([status, body.detail['error'], body.detail['required_tier']]).toEqual([403, 'tier_too_low', 'pro']);
      expect((await ask(`supply/float?${filter}`, 'pro')).status).toBe(200);
    }
    expect((await ask('supply/float?min_market_cap=500000000', 'free')).status).toBe(200);
  });
});

describe('the calendar of unlocks', () => {
  const days = ({ items }: Body): unknown[] => items.map((row) => (Date.parse(String(row['date'])) - TODAY) / DAY_MS);

  it('[#601] [#606] has the days of its window, both ends included', async () => {
    expect(days((await ask('supply/unlocks')).body)).toEqual([1, 3, 8]);
    expect(days((await ask('supply/unlocks?window_days=3')).body)).toEqual([1, 3]);
    expect(days((await ask('supply/unlocks?window_days=35')).body)).toEqual([1, 3, 8, 35]);
    expect(days((await ask('supply/unlocks?symbol=BTC&window_days=35')).body)).toEqual([3, 8, 35]);
    for (const bad of ['window_days=0', 'window_days=36', 'window_days=1.5']) {
      expect((await ask(`supply/unlocks?${bad}`)).status).toBe(422);
    }
  });

  it('[#605] says of a coin whether it has a schedule', async () => {
    const coverage = async (symbol: string): Promise<unknown> =>
      (await ask(`supply/unlocks?symbol=${symbol}`)).body['unlock_coverage'];
    expect([await coverage('BTC'), await coverage('small'), await coverage('nothing')]).toEqual([
      'tracked',
      'not_tracked',
      null,
    ]);
  });

  it('[#608] narrows a free key to 7 days, and answers 403 when it asks for more; a larger tier keeps its 30', async () => {
    // Twice: what was narrowed for one tier must not be kept for another.
    for (let i = 0; i < 2; i++) {
      const free = (await ask('supply/unlocks', 'free')).body;
      expect([days(free), free['window_days']]).toEqual([[1, 3], 7]);
      expect((await ask('supply/unlocks', 'pro')).body['window_days']).toBe(30);
    }
    expect((await ask('supply/unlocks?window_days=7', 'free')).status).toBe(200);
    const asked = await ask('supply/unlocks?window_days=30', 'free');
    expect([asked.status, asked.body.detail['required_tier']]).toEqual([403, 'pro']);
    expect((await ask('supply/unlocks?window_days=8', 'free')).status).toBe(403);
    expect((await ask('supply/unlocks?symbol=BTC', 'free')).status).toBe(200);
  });
});

describe('a host without a table of coins', () => {
  it('answers 503, and says whether one will come', async () => {
    const outcome = async (hasCoins: boolean) =>
      asker({
        source: simulatedMarket(),
        latest: () => undefined,
        ports: new Map([['reference sources', { hasCoins }]]),
      }).outcome('supply.float', { tier: 'pro' });
    expect(await outcome(false)).toMatchObject({
      error: { status: 503, body: { detail: { error: 'source_unavailable' } } },
    });
    expect(await outcome(true)).toMatchObject({ error: { status: 503, body: { detail: { error: 'warming_up' } } } });
  });
});
