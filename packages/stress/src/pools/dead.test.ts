import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenAddress } from './chain.ts';
import { checkDeadPoolConfig, DEAD_POOL_V1, deadPool } from './dead.ts';

const UNKNOWN = { reserve: NaN, volume24h: NaN, buyers24h: NaN, sellers24h: NaN };
const pool = (known: Partial<typeof UNKNOWN>) => ({ ...UNKNOWN, ...known });
const number = fc.oneof(fc.constant(NaN), fc.double({ min: 0, max: 1e12, noNaN: true }));
const pools = fc.record({ reserve: number, volume24h: number, buyers24h: number, sellers24h: number });

describe('a dead pool', () => {
  it('has next to nothing in it, whatever was traded [#235] [#236]', () => {
    expect(deadPool(pool({ reserve: 0.0115, volume24h: 64_813_742, buyers24h: 2020, sellers24h: 33 }))).toBe('reserve');
    expect(deadPool(pool({ reserve: 0 }))).toBe('reserve');
    expect(deadPool(pool({ reserve: 999.99 }))).toBe('reserve');
    expect(deadPool(pool({ reserve: 1000 }))).toBeNull();
  });

  it('has more volume than its reserve can carry', () => {
    expect(deadPool(pool({ reserve: 2000, volume24h: 2_000_000 }))).toBeNull();
    expect(deadPool(pool({ reserve: 2000, volume24h: 2_000_001 }))).toBe('turnover');
  });

  it('has a volume of a handful of traders, from 100,000 USD on', () => {
    expect(deadPool(pool({ volume24h: 100_000, buyers24h: 9, sellers24h: 500 }))).toBe('traders');
    expect(deadPool(pool({ volume24h: 100_000, buyers24h: 500, sellers24h: 9 }))).toBe('traders');
    expect(deadPool(pool({ volume24h: 100_000, buyers24h: 10, sellers24h: 10 }))).toBeNull();
    expect(deadPool(pool({ volume24h: 99_999, buyers24h: 1, sellers24h: 0 }))).toBeNull();
  });

  it('has no verdict from unknown inputs', () => {
    expect(deadPool(UNKNOWN)).toBeNull();
    fc.assert(
      fc.property(pools, fc.constantFrom('reserve', 'buyers24h', 'sellers24h', 'volume24h'), (one, name) => {
        fc.pre(deadPool(one) === null);
        expect(deadPool({ ...one, [name]: NaN })).toBeNull();
      }),
    );
  });

  it('does not come alive by losing reserve', () => {
    fc.assert(
      fc.property(pools, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) => {
        fc.pre(deadPool(one) !== null);
        expect(deadPool({ ...one, reserve: one.reserve * share })).not.toBeNull();
      }),
    );
  });

  it('has a config that is checked', () => {
    expect(checkDeadPoolConfig(DEAD_POOL_V1)).toBe(DEAD_POOL_V1);
    for (const bad of [{ leastReserve: -1 }, { mostTurnover: 0 }, { crowdFrom: NaN }, { leastTraders: -1 }]) {
      const [name] = Object.keys(bad);
      expect(() => checkDeadPoolConfig({ ...DEAD_POOL_V1, ...bad })).toThrow(`"${name}" expected`);
    }
  });
});

describe('an address', () => {
  it('has one spelling on each chain [#237] [#240]', () => {
    const evm = '0x1258D60B224c0C5cD888D37bbF31aa5FCFb7e870';
    for (const chain of ['ethereum', 'base', 'bsc', 'arbitrum'] as const) {
      expect(tokenAddress(chain, evm)).toBe(evm.toLowerCase());
      expect(tokenAddress(chain, '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R')).toBeUndefined();
    }
    const mint = 'So11111111111111111111111111111111111111112';
    expect(tokenAddress('solana', mint)).toBe(mint);
    expect(tokenAddress('solana', '1'.repeat(32))).toBe('1'.repeat(32));
  });

  it('is undefined for another length, alphabet or number of bytes', () => {
    for (const bad of ['', '0x', `0x${'1'.repeat(39)}`, `0x${'1'.repeat(41)}`, `0x${'g'.repeat(40)}`, '1'.repeat(42)]) {
      expect(tokenAddress('ethereum', bad)).toBeUndefined();
    }
    for (const bad of ['', '1'.repeat(33), 'z'.repeat(44), '0OIl'.repeat(9), `0x${'1'.repeat(40)}`, 'é'.repeat(32)]) {
      expect(tokenAddress('solana', bad)).toBeUndefined();
    }
  });
});
