import { DAY_MS, HOUR_MS, MINUTE_MS, UsageError } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { SIMULATOR_V2 } from './config.ts';
import { tokensOfHour, youngState, type YoungToken } from './made-tokens.ts';
import { createMarket } from './market.ts';
import { checkPools, POOLS_V1, SIMULATED_CHAINS, TOKEN_KINDS } from './pools-config.ts';
import { createPools } from './pools.ts';

const NOW = SIMULATOR_V2.start + 20 * DAY_MS + 17 * MINUTE_MS;
const market = createMarket();
const pools = createPools(market);
const { perHour, listedHours } = POOLS_V1;
const HOURS = Array.from({ length: 400 }, (_, i) => SIMULATOR_V2.start + i * HOUR_MS);
const many: readonly YoungToken[] = HOURS.flatMap((hour) => tokensOfHour('seed', 'base', hour, ['PEPE'], POOLS_V1));

describe('pools of the simulator', () => {
  it('are the same of the same seed, whatever was asked before, and others of another', () => {
    const again = createPools(createMarket());
    again.pools('base', NOW + DAY_MS);
    for (const chain of SIMULATED_CHAINS) expect(again.pools(chain, NOW)).toEqual(pools.pools(chain, NOW));
    const other = createPools(createMarket({ ...SIMULATOR_V2, seed: 'other' }));
    expect(other.coinTokens[0]!.address).not.toBe(pools.coinTokens[0]!.address);
  });

  it('are those of coins and the young tokens of a week, youngest first, none before it was made', () => {
    for (const chain of SIMULATED_CHAINS) {
      const all = pools.pools(chain, NOW);
      const young = all.filter(({ base }) => base.coin === null);
      expect(all.length - young.length).toBe(POOLS_V1.coins[chain].length);
      expect(Math.abs(young.length - perHour * listedHours)).toBeLessThanOrEqual(perHour);
      const created = young.map(({ createdAt }) => createdAt);
      expect(created).toEqual(created.toSorted((a, b) => b - a));
      expect(created[0]).toBeLessThanOrEqual(NOW);
      expect(new Set(all.map(({ address }) => address)).size).toBe(all.length);
    }
    expect(pools.pools('base', SIMULATOR_V2.start)).toEqual([]);
  });

  it('of a coin have the price of the market, and changes against it', () => {
    const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS;
    const { close } = market.candles('kPEPE', 'perpdex_perp', '1h', hour - 25 * HOUR_MS, hour);
    const pool = pools.pools('ethereum', NOW).find(({ base }) => base.coin === 'PEPE')!;
    expect(pool.price).toBeCloseTo(close[24]! / 1000, 12);
    expect(pool.change24h).toBeCloseTo(100 * (close[24]! / close[0]! - 1), 8);
    expect(pool.change1h).toBeCloseTo(100 * (close[24]! / close[23]! - 1), 8);
  });

  it('hold a constant product: four times the price is twice the reserve, until they are emptied', () => {
    for (const token of many) {
      const first = youngState(token, 0, POOLS_V1);
      expect(first).toMatchObject({ volume24h: 0 });
      for (const age of [1, 7, 30, 160]) {
        const { price, reserve, volume24h, isEmptied } = youngState(token, age, POOLS_V1);
        expect(Math.min(price, reserve)).toBeGreaterThan(0);
        expect(volume24h).toBeGreaterThanOrEqual(0);
        if (isEmptied) expect(reserve).toBe(POOLS_V1.emptied);
        else expect(reserve / token.firstReserve).toBeCloseTo(Math.sqrt(price / token.firstPrice), 9);
      }
    }
  });

  it('are highest at their peak, and trade half as much a peak later', () => {
    const token = many.find(({ kind, peak }) => kind === 'honest' && peak > 0.5)!;
    const at = (age: number): number => youngState(token, age, POOLS_V1).price;
    expect(Math.log(at(token.peakHours) / token.firstPrice)).toBeCloseTo(token.peak, 10);
    expect(at(token.peakHours)).toBeGreaterThan(Math.max(at(token.peakHours * 0.9), at(token.peakHours * 1.1)));
    const volume = (age: number): number => youngState(token, age, POOLS_V1).volume24h;
    expect(volume(30 + token.peakHours) / volume(30)).toBeCloseTo(0.5, 9);
    expect(volume(24)).toBeCloseTo(token.firstReserve * token.turnover, 6);
  });

  it('have kinds, lookalikes, profiles and boosts in the stated shares', () => {
    const share = (is: (token: YoungToken) => boolean): number => many.filter(is).length / many.length;
    // Four standard errors of a share of half of 1,200.
    const near = 4 * Math.sqrt(0.25 / many.length);
    for (const kind of TOKEN_KINDS) {
      expect(Math.abs(share((token) => token.kind === kind) - POOLS_V1.kinds[kind])).toBeLessThan(near);
    }
    expect(Math.abs(share(({ symbol }) => symbol === 'PEPE') - POOLS_V1.lookalikes)).toBeLessThan(near);
    expect(Math.abs(share(({ profileAt }) => profileAt < Infinity) - POOLS_V1.profiles)).toBeLessThan(near);
    expect(Math.abs(share(({ boosts }) => boosts.length > 0) - POOLS_V1.boosted)).toBeLessThan(near);
  });

  it('show wash volume over a cent once they are emptied', () => {
    const wash = many.find(({ kind }) => kind === 'wash');
    expect(youngState(wash!, 13, POOLS_V1)).toMatchObject({ reserve: 0.01, volume24h: 6e7, isEmptied: true });
  });
});

describe('tokens of the simulator', () => {
  it('are found by address while they are listed, with checks that say what their kind is', () => {
    const { base } = pools.pools('bsc', NOW).at(-1)!;
    expect(pools.token('bsc', base.address, NOW)).toEqual(base);
    expect(pools.token('base', base.address, NOW)).toBeUndefined();
    expect(pools.token('bsc', base.address, base.createdAt - 1)).toBeUndefined();
    expect(pools.token('bsc', base.address, NOW + listedHours * HOUR_MS)).toBeUndefined();
    expect(pools.checks('bsc', 'nothing', NOW)).toBeUndefined();
    let [known, traps] = [0, 0];
    for (const { base: token } of pools.pools('ethereum', NOW)) {
      const checks = pools.checks('ethereum', token.address, NOW)!;
      const honeypot = checks.find(({ check }) => check === 'honeypot')!;
      const isTrap = 'kind' in token && token.kind === 'trap';
      if (honeypot.state === 'ok') expect(honeypot.value).toBe(isTrap ? 1 : 0);
      known += checks.filter(({ state }) => state === 'ok').length / checks.length;
      traps += Number(isTrap);
      for (const { state, value } of checks) expect(state === 'ok').toBe(!Number.isNaN(value));
    }
    expect(traps).toBeGreaterThan(20);
    expect(known / pools.pools('ethereum', NOW).length).toBeGreaterThan(0.85);
  });

  it('are promoted after they were made, totals of boosts adding up, newest first', () => {
    const promotions = pools.promotions(NOW);
    const times = promotions.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const totals = new Map<string, number>();
    for (const { token, kind, at, amount, total } of promotions.toReversed()) {
      expect(at).toBeGreaterThanOrEqual(token.createdAt);
      expect(at).toBeLessThanOrEqual(NOW);
      if (kind === 'profile') continue;
      const sum = (totals.get(token.address) ?? 0) + amount;
      totals.set(token.address, sum);
      expect(total).toBe(sum);
    }
    expect(totals.size).toBeGreaterThan(100);
    const earlier = pools
      .promotions(NOW - HOUR_MS)
      .filter(({ token }) => NOW - token.createdAt < listedHours * HOUR_MS);
    expect(promotions.filter(({ at }) => at <= NOW - HOUR_MS)).toEqual(earlier);
  });

  it('have a config that is checked, and chains that are known', () => {
    expect(checkPools(POOLS_V1)).toBe(POOLS_V1);
    for (const [bad, field] of [
      [{ lookalikes: 2 }, 'pools.lookalikes'],
      [{ reserve: [5, 1] }, 'pools.reserve.1'],
      [{ kinds: { ...POOLS_V1.kinds, honest: 1 } }, 'pools.kinds'],
      [{ boosts: [] }, 'pools.boosts'],
    ] as const) {
      expect(() => checkPools({ ...POOLS_V1, ...bad } as typeof POOLS_V1)).toThrow(`"${field}" expected`);
    }
    expect(() => pools.pools('tron' as 'base', NOW)).toThrow(UsageError);
    expect(() => pools.token('tron' as 'base', 'x', NOW)).toThrow(UsageError);
    expect(() => pools.pools('base', NaN)).toThrow(UsageError);
  });
});
