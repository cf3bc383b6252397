import { DAY_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMarket } from './market.ts';
import { createReference } from './reference.ts';
import { checkReference, REFERENCE_V1 } from './reference-config.ts';

const market = createMarket();
const reference = createReference(market);
const NOW = market.config.start + 700 * DAY_MS;

describe('the reference table of the simulator', () => {
  it('ranks by market cap, price times circulating supply; what nobody trades has none', () => {
    const coins = reference.coins(NOW);
    expect(coins).toHaveLength(40);
    for (const [i, { rank, price, marketCap, circulating }] of coins.entries()) {
      if (price === null) {
        expect([rank, marketCap]).toEqual([null, null]);
        continue;
      }
      expect(rank).toBe(i + 1);
      expect(marketCap).toBe(price * circulating);
      expect(marketCap!).toBeLessThanOrEqual(coins[i - 1]?.marketCap ?? Infinity);
    }
    expect(coins.filter(({ price }) => price === null).map(({ id }) => id)).toEqual(['matic']);
  });

  it('circulates what its schedule has unlocked, never less than before and never more than there will be', () => {
    const at = (time: number) => new Map(reference.coins(time).map((coin) => [coin.id, coin]));
    const [early, late] = [at(NOW), at(NOW + 60 * DAY_MS)];
    for (const { coin, tranches, streams } of reference.schedules(NOW)) {
      const [from, to] = [early.get(coin)!, late.get(coin)!];
      const newer = reference.schedules(NOW + 60 * DAY_MS).filter((schedule) => schedule.coin === coin);
      if (newer.length !== 1) continue;
      const dated = tranches.filter(({ time }) => time > NOW && time <= NOW + 60 * DAY_MS);
      const unlocked =
        dated.reduce((sum, { tokens }) => sum + tokens, 0) +
        streams.reduce((sum, stream) => sum + (stream.tokens * 60 * DAY_MS) / (stream.to - stream.from), 0);
      expect((to.circulating - from.circulating) / unlocked).toBeCloseTo(1, 6);
      expect(to.circulating).toBeLessThan(to.total ?? Infinity);
    }
  });

  it('says the same of a moment whenever it is asked, and does not know later schedules', () => {
    const before = JSON.stringify([reference.coins(NOW), reference.schedules(NOW)]);
    const again = createReference(createMarket());
    again.coins(NOW + 100 * DAY_MS);
    expect(JSON.stringify([again.coins(NOW), again.schedules(NOW)])).toBe(before);
    expect(reference.schedules(NOW).every(({ knownAt }) => knownAt <= NOW)).toBe(true);
    const versions = (time: number): number => reference.schedules(time).length;
    expect(versions(NOW)).toBeGreaterThan(versions(market.config.start + 30 * DAY_MS));
  });

  it('has the awkward cases: no basis, too much circulating, no maximum, tickers twice, addresses', () => {
    const coins = reference.coins(NOW);
    const byId = new Map(coins.map((coin) => [coin.id, coin]));
    expect([byId.get('dusk')!.max, byId.get('dusk')!.total]).toEqual([null, null]);
    expect(byId.get('trx')!.total!).toBeLessThan(byId.get('trx')!.circulating);
    expect(byId.get('eth')!.max).toBeNull();
    expect(coins.filter(({ symbol }) => symbol === 'PEPE')).toHaveLength(2);
    const addresses = coins.flatMap(({ contracts }) => contracts);
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
    expect(new Set(addresses.map(({ chain }) => chain))).toEqual(new Set(REFERENCE_V1.chains));
    for (const { chain, address } of addresses) {
      expect(address).toMatch(chain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{44}$/ : /^0x[\da-f]{40}$/);
    }
  });

  it('refuses laws that are none', () => {
    const locked = { ...REFERENCE_V1.locked, cliffShare: 0.5 };
    expect(() => checkReference({ ...REFERENCE_V1, locked })).toThrow(
      '"reference.locked" expected shares that sum to 1',
    );
    expect(() => checkReference({ ...REFERENCE_V1, leastFloat: 0 })).toThrow('"reference.leastFloat"');
  });
});
