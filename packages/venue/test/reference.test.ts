/** Coins, unlock schedules and pools of the loopback venue are those of the simulator, as the live sources read them. */

import { ok } from '@barograph/core';
import type { Feeds } from '@barograph/sources';
import { createSimulatedSource } from '@barograph/sources/simulated';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { POOL_CHAINS } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import { parseCategories, parseContracts, parseDetail, parseMarkets } from '../../sources/src/coins/payloads.ts';
import { parsePools, parseToken } from '../../sources/src/pools/pool-rows.ts';
import { parseSchedule } from '../../sources/src/unlocks/payloads.ts';
import { answerReference, referenceQuestion, type ReferenceFeeds } from '../src/reference.ts';

const NOW = Date.UTC(2025, 5, 18, 12);
const { feeds } = createSimulatedSource(SIMULATOR_V2);
const simulated = feeds as Required<Pick<Feeds, 'coins' | 'categories' | 'unlocks' | 'pools' | 'tokenPools'>>;

async function answered<T>(url: string, from: ReferenceFeeds = feeds): Promise<{ status: number; body: T }> {
  const { status, body } = await answerReference(from, referenceQuestion(url)!, NOW);
  // As it arrives.
  return { status, body: JSON.parse(JSON.stringify(body)) as T };
}
const rowsOf = async <Rows>(pull: Promise<{ ok: boolean; value?: { rows: Rows } }>): Promise<Rows> =>
  (await pull).value!.rows;

describe('the loopback venue', () => {
  it('has the table of coins, page by page, with contracts and categories', async () => {
    const { coins } = await rowsOf(simulated.coins.pull({ asOf: NOW }));
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => answered<never[]>(`/coins/api/v3/coins/markets?per_page=20&page=${page}`)),
    );
    const { rows, fault } = parseMarkets(pages.flatMap(({ body }) => body));
    expect(fault).toBeUndefined();
    expect(rows).toEqual(
      coins.slice(0, 60).map(({ categories: _, contracts: __, symbol, ...rest }) => ({
        ...rest,
        symbol: symbol.toUpperCase(),
      })),
    );
    const { body: list } = await answered<never[]>('/coins/api/v3/coins/list?include_platform=true');
    const contracts = parseContracts(list).rows;
    for (const coin of coins) expect(contracts.get(coin.id) ?? []).toEqual(coin.contracts);
    const { body: detail } = await answered<never>(`/coins/api/v3/coins/${coins[0]!.id}`);
    expect(parseDetail(detail).rows).toEqual(coins[0]!.categories);
    const { body: names } = await answered<never[]>('/coins/api/v3/coins/categories');
    expect(parseCategories(names).rows).toEqual((await rowsOf(simulated.categories.pull({ asOf: NOW }))).names);
  });

  it('has the newest schedule of each coin', async () => {
    const { schedules } = await rowsOf(simulated.unlocks.pull({ asOf: NOW }));
    const { body: slugs } = await answered<string[]>('/unlocks/emissionsProtocolsList');
    expect(slugs.length).toBeGreaterThan(3);
    for (const slug of slugs) {
      const { body } = await answered<never>(`/unlocks/emissions/${slug}`);
      const { rows, fault } = parseSchedule(body, slug);
      const { coin, tranches } = schedules.findLast((one) => one.coin === slug)!;
      expect([rows.coin, fault]).toEqual([coin, undefined]);
      expect(rows.tranches.map(({ tokens, kind }) => [tokens, kind])).toEqual(
        tranches.map(({ tokens, kind }) => [tokens, kind]),
      );
    }
  });

  it('has the pools of each chain, and a token with its pools', async () => {
    for (const chain of POOL_CHAINS) {
      const network = chain === 'ethereum' ? 'eth' : chain;
      const { pools } = await rowsOf(simulated.pools.pull({ list: 'trending', chain, asOf: NOW }));
      const { body } = await answered<never>(`/pools/api/v2/networks/${network}/trending_pools?page=1`);
      const { rows, fault } = parsePools(chain, body);
      expect(fault).toBeUndefined();
      expect(rows.map(({ address, volume24h, base }) => [address, volume24h, base])).toEqual(
        pools.map(({ address, volume24h, base }) => [address, volume24h, base]),
      );
      const { address } = pools[0]!.base;
      const { body: token } = await answered<never>(`/pools/api/v2/networks/${network}/tokens/${address}`);
      const own = await rowsOf(simulated.tokenPools.pull({ chain, address, asOf: NOW }));
      expect(parseToken(chain, address, token).rows.token).toEqual(own.token);
    }
  });

  it('has nothing of what is not there', async () => {
    for (const path of [
      '/coins/api/v3/coins/none',
      '/unlocks/emissions/none',
      '/pools/api/v2/networks/none/new_pools',
    ]) {
      expect((await answered(path)).status).toBe(404);
      expect((await answered(path, {})).status).toBe(404);
    }
    const empty: ReferenceFeeds = { coins: { pull: async () => ok({ rows: { coins: [] }, asOf: NOW }) } };
    expect((await answered('/coins/api/v3/coins/markets', empty)).body).toEqual([]);
    expect(referenceQuestion('/outlook/fng/')).toBeUndefined();
  });
});
