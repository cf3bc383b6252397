/** Chains of the simulator as callers see them, without a socket. */

import { DEX, OPERATIONS } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { POOL_CHAINS, tokenAddress } from '@barograph/stress';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { createDex } from '../../../../runtime/src/producers/dex/service.ts';
import type { Taken } from '../../../../store/src/usage.ts';
import { asker, type Question } from '../../ask.ts';

const NOW = Date.UTC(2024, 1, 20, 10, 17);

interface PoolWire {
  readonly chain: string;
  readonly pool_address: string;
  readonly base_token: { readonly address: string; readonly symbol: string };
  readonly pd_symbol: string | null;
  readonly reserve_usd: number;
  readonly volume_24h_usd: number;
  readonly created_at: number;
  readonly dead_reason: string | null;
}
interface PoolsWire {
  readonly pools: readonly PoolWire[];
  readonly count: number;
  readonly excluded: { readonly reserve: number; readonly turnover: number; readonly traders: number };
  readonly missing_chains: readonly string[];
  readonly data_source: string;
  readonly as_of: number;
}
interface SecurityWire {
  readonly risk_score: number;
  readonly risk_band: string | null;
  readonly coverage: number;
  readonly checks: readonly { readonly check: string; readonly state: string; readonly value: number | null }[];
  readonly supply_raw: string;
}

/** A host's chains over the simulator, and what keys were counted. */
function chains(take: (keyId: string) => Taken = () => ({ ok: true, dailyCount: 1, minuteCount: 1 })) {
  const clock = createManualClock(NOW);
  const market = openMarket([createSimulatedSource(SIMULATOR_V2)]);
  const counted: string[] = [];
  const usage = {
    take: async (keyId: string) => {
      counted.push(keyId);
      return take(keyId);
    },
  };
  const errors: unknown[] = [];
  const dex = createDex({ market, clock, wall: clock, usage, report: (error) => errors.push(error) });
  const ask = asker({
    source: market,
    latest: () => undefined,
    now: () => clock.now(),
    ports: new Map([[DEX.name, dex]]),
  });
  return {
    json: async <Reply>(id: string, question: Question = {}) => ask.json<Reply>(id, question),
    outcome: async <Reply>(id: string, question: Question = {}) => ask.outcome<Reply>(id, question),
    clock,
    counted,
    errors,
  };
}

describe('GET /dex/trending', () => {
  it('has pools of all five chains, the first of each by turns, and says that they are simulated [#235] [#241]', async () => {
    const { json } = chains();
    const { pools, count, missing_chains, data_source, as_of } = await json<PoolsWire>('dex.trending');
    expect(POOL_CHAINS.toSorted()).toEqual(['arbitrum', 'base', 'bsc', 'ethereum', 'solana']);
    expect(new Set(pools.slice(0, 10).map(({ chain }) => chain))).toEqual(new Set(POOL_CHAINS));
    expect([count, missing_chains, data_source, as_of]).toEqual([pools.length, [], 'simulated', NOW]);
    expect(count).toBeGreaterThan(60);
    for (const { chain, base_token } of pools) {
      expect(tokenAddress(chain as (typeof POOL_CHAINS)[number], base_token.address)).toBe(base_token.address);
    }
  });

  it('keeps one chain of the five, the largest volume first [#235] [#241]', async () => {
    const { json } = chains();
    for (const chain of POOL_CHAINS) {
      const own = await json<PoolsWire>('dex.trending', { query: { chain } });
      expect(new Set(own.pools.map((pool) => pool.chain)), chain).toEqual(new Set([chain]));
    }
    const [trending, fresh] = ['dex.trending', 'dex.new_pools'].map(
      (id) => OPERATIONS.find((one) => one.id === id)!.query.properties,
    );
    for (const { chain } of [trending!, fresh!]) expect(chain).toMatchObject({ enum: POOL_CHAINS });
    expect(trending!['universe']).toMatchObject({ enum: ['pd_perps'] });
    const { pools } = await json<PoolsWire>('dex.trending', { query: { chain: 'base' } });
    const volumes = pools.map((pool) => pool.volume_24h_usd);
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a));
  });

  it('keeps tokens that have a perp by contract address, not those that carry its ticker [#235] [#241]', async () => {
    const { json } = chains();
    const all = await json<PoolsWire>('dex.trending');
    const { pools } = await json<PoolsWire>('dex.trending', { query: { universe: 'pd_perps' } });
    expect(pools.length).toBeGreaterThan(10);
    expect(pools.every(({ pd_symbol }) => pd_symbol !== null)).toBe(true);
    expect(pools.find(({ base_token }) => base_token.symbol === 'PEPE')?.pd_symbol).toBe('kPEPE');
    const tickers = new Set(pools.map(({ base_token }) => base_token.symbol));
    const lookalikes = all.pools.filter(
      ({ base_token, pd_symbol }) => tickers.has(base_token.symbol) && pd_symbol === null,
    );
    expect(lookalikes.length).toBeGreaterThan(0);
  });

  it('leaves out pools of wash volume over a reserve of a cent, and counts them [#235]', async () => {
    const { json } = chains();
    const { pools, excluded } = await json<PoolsWire>('dex.trending');
    expect(excluded.reserve).toBeGreaterThan(0);
    expect(Math.min(...pools.map((pool) => pool.reserve_usd))).toBeGreaterThanOrEqual(1000);
    expect(pools.every(({ dead_reason }) => dead_reason === null)).toBe(true);
  });

  it('is the very same answer for a minute, and a newer one after it [#235]', async () => {
    const { outcome, json, clock } = chains();
    const first = await outcome<PoolsWire>('dex.trending');
    clock.moveTo(NOW + MINUTE_MS - 1);
    const second = await outcome<PoolsWire>('dex.trending');
    expect(first.ok && second.ok && first.value.json.equals(second.value.json)).toBe(true);
    clock.moveTo(NOW + MINUTE_MS);
    expect((await json<PoolsWire>('dex.trending')).as_of).toBe(NOW + MINUTE_MS);
  });
});

describe('GET /dex/new-pools', () => {
  it('has the youngest first, of all chains or of one [#236]', async () => {
    const { json } = chains();
    for (const query of [{}, { chain: 'solana' }]) {
      const { pools } = await json<PoolsWire>('dex.new_pools', { query });
      const made = pools.map((pool) => pool.created_at);
      expect(made.length).toBeGreaterThan(5);
      expect(made).toEqual(made.toSorted((a, b) => b - a));
      expect(made[0]).toBeGreaterThan(NOW - 60 * MINUTE_MS);
      expect(made[0]).toBeLessThanOrEqual(NOW);
    }
  });
});

describe('GET /dex/token/{chain}/{address}', () => {
  it('has the token, its perp and its pools, by an address of any case [#237]', async () => {
    const { json } = chains();
    const { pools } = await json<PoolsWire>('dex.trending', { query: { chain: 'ethereum', universe: 'pd_perps' } });
    const [pool] = pools;
    const path = { chain: 'ethereum', address: pool!.base_token.address.toUpperCase().replace('0X', '0x') };
    const token = await json<{ pools: PoolWire[] }>('dex.token', { path });
    expect(token).toMatchObject({
      chain: 'ethereum',
      address: pool!.base_token.address,
      symbol: pool!.base_token.symbol,
      pd_symbol: pool!.pd_symbol,
      volume_24h_usd: pool!.volume_24h_usd,
      count: 1,
      data_source: 'simulated',
    });
    expect(token.pools).toEqual([pool]);
  });

  it('is 404 of a good address that nobody knows, and 422 of a bad one [#237]', async () => {
    const { outcome } = chains();
    const unknown = await outcome('dex.token', { path: { chain: 'bsc', address: `0x${'1'.repeat(40)}` } });
    expect(unknown).toMatchObject({ ok: false, error: { status: 404, body: { detail: { error: 'not_found' } } } });
    for (const path of [
      { chain: 'bsc', address: '0x1' },
      { chain: 'tron', address: `0x${'1'.repeat(40)}` },
      { chain: 'constructor', address: `0x${'1'.repeat(40)}` },
      { chain: 'bsc', address: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R' },
      { chain: 'solana', address: `0x${'1'.repeat(40)}` },
      { chain: 'solana', address: '1'.repeat(44) },
    ]) {
      expect(await outcome('dex.token', { path })).toMatchObject({ ok: false, error: { status: 422 } });
    }
  });

  it('counts for the key, once a minute for a token, and refuses with the time to wait [#237] [#240]', async () => {
    const { outcome, counted, clock } = chains(() => ({
      ok: counted.length < 4,
      dailyCount: 1,
      minuteCount: 11,
      refusedBy: 'minute',
    }));
    const of = async (id: string, digit: string) =>
      outcome(id, { path: { chain: 'bsc', address: `0x${digit.repeat(40)}` }, tier: 'free' });
    await of('dex.token', '1');
    await of('dex.token', '1');
    await of('dex.security', '1');
    expect(counted).toEqual(['token-requests test', 'token-requests test']);
    clock.moveTo(NOW + MINUTE_MS);
    await of('dex.token', '1');
    expect(await of('dex.security', '2')).toMatchObject({
      ok: false,
      error: { status: 429, headers: { 'retry-after': '60' }, body: { detail: { error: 'rate_limited' } } },
    });
  });
});

describe('GET /dex/promoted', () => {
  it('has profiles and boosts, and the top list the largest spend first [#238] [#239]', async () => {
    const { json } = chains();
    interface Row {
      readonly kind: string;
      readonly boosts: number | null;
      readonly boosts_total: number | null;
      readonly address: string;
    }
    const { tokens } = await json<{ tokens: Row[] }>('dex.promoted');
    expect(new Set(tokens.map(({ kind }) => kind))).toEqual(new Set(['profile', 'boost']));
    expect(tokens.every(({ kind, boosts }) => (kind === 'boost') === (boosts !== null))).toBe(true);
    const top = await json<{ tokens: Row[]; data_source: string }>('dex.promoted_top');
    const totals = top.tokens.map((row) => row.boosts_total!);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    expect(new Set(top.tokens.map(({ address }) => address)).size).toBe(top.tokens.length);
    expect(top.data_source).toBe('simulated');
  });
});

describe('GET /dex/security/{chain}/{address}', () => {
  it('has every check of such a chain with its state, a score and how much is known [#240] [#242]', async () => {
    const { json } = chains();
    const { pools } = await json<PoolsWire>('dex.new_pools');
    const scores: number[] = [];
    const states = new Set<string>();
    const names = new Set<string>();
    for (const { chain, base_token } of pools.slice(0, 40)) {
      const answer = await json<SecurityWire>('dex.security', { path: { chain, address: base_token.address } });
      expect(answer.checks).toHaveLength(chain === 'solana' ? 13 : 18);
      expect(answer.supply_raw).toMatch(/^1000000000(?:0{6}|0{18})$/);
      for (const { state, value } of answer.checks) expect(state === 'ok').toBe(value !== null);
      for (const { state } of answer.checks) states.add(state);
      for (const { check } of answer.checks) names.add(check);
      scores.push(answer.risk_score);
      const honeypot = answer.checks.find(({ check }) => check === 'honeypot');
      if (honeypot?.value === 1) expect(answer).toMatchObject({ risk_score: 100, risk_band: 'critical' });
    }
    expect(states.has('unknown')).toBe(true);
    expect(names.has('honeypot')).toBe(true);
    expect(
      [...names].filter((name) =>
        ['rugged', 'mintable', 'freezable', 'hidden_owner', 'liquidity_unlocked'].includes(name),
      ),
    ).toHaveLength(5);
    expect(Math.max(...scores)).toBe(100);
    expect(Math.min(...scores)).toBeLessThan(20);
  });
});
