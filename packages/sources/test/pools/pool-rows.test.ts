import { POOL_CHAINS, deadPool, tokenAddress, type Pool } from '@barograph/stress';
import { describe, expect, it } from 'vitest';
import { poolsPayload, tokenPayload, type PoolsPayload, type TokenPayload } from '../../src/pools/payloads.ts';
import { parsePools, parseToken } from '../../src/pools/pool-rows.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';
import { HOSTILE, lengthOf, MUTANTS, recorded, recordings, shaped, without } from './test-support.ts';

const BASE = `0x${'Ab'.repeat(20)}`;
const QUOTE = `0x${'11'.repeat(20)}`;
const POOL = `0x${'22'.repeat(20)}`;
const lower = BASE.toLowerCase();

const token = (address: string, symbol: unknown, name: unknown = symbol) => ({
  id: `base_${address}`,
  type: 'token',
  attributes: { address, symbol, name, decimals: 18 },
});
const row = (attributes: object = {}, relationships: object = {}) => ({
  id: `base_${POOL}`,
  type: 'pool',
  attributes: {
    address: POOL,
    name: 'ABC / WETH 0.3%',
    pool_created_at: '2026-10-08T02:52:55Z',
    base_token_price_usd: '0.0000203690623293336772514479101404537310148508934655555447846135701',
    reserve_in_usd: '397100.1128',
    volume_usd: { h24: '50686000.7035253' },
    market_cap_usd: null,
    fdv_usd: '2039684.93',
    price_change_percentage: { h1: '7.254', h24: '-89.071' },
    transactions: { h24: { buys: 21534, sells: 19430, buyers: 2238, sellers: 528 } },
    ...attributes,
  },
  relationships: {
    base_token: { data: { id: `base_${BASE}`, type: 'token' } },
    quote_token: { data: { id: `base_${QUOTE}`, type: 'token' } },
    dex: { data: { id: 'aerodrome', type: 'dex' } },
    ...relationships,
  },
});
const written = {
  data: [row(), row({ address: `0x${'33'.repeat(32)}`, name: 'x', reserve_in_usd: null })],
  included: [token(BASE, 'ABC', 'A B C'), token(QUOTE, 'WETH')],
};

const pools = (body: unknown, chain: Pool['chain'] = 'base') => {
  const value = shaped<PoolsPayload>(poolsPayload, body);
  return value === undefined ? undefined : parsePools(chain, value);
};
const tokenOf = (body: unknown, address = lower, chain: Pool['chain'] = 'base') => {
  const value = shaped<TokenPayload>(tokenPayload, body);
  return value === undefined ? undefined : parseToken(chain, address, value);
};

const NUMBERS = ['price', 'reserve', 'volume24h', 'marketCap', 'fullyDiluted'] as const;
const COUNTS = ['buys24h', 'sells24h', 'buyers24h', 'sellers24h', 'createdAt'] as const;

/** Values that no row may hold, whatever the answer was. */
function expectSound(pool: Pool, place: string): void {
  for (const name of NUMBERS) expect(Number.isNaN(pool[name]) || (pool[name] >= 0 && pool[name] < Infinity), place).toBe(true); // prettier-ignore
  for (const name of COUNTS) expect(Number.isNaN(pool[name]) || (Number.isSafeInteger(pool[name]) && pool[name] >= 0), place).toBe(true); // prettier-ignore
  for (const name of ['change1h', 'change24h'] as const) expect(Math.abs(pool[name]), place).not.toBe(Infinity);
  for (const { address } of [pool.base, pool.quote]) expect(tokenAddress(pool.chain, address), place).toBe(address);
  for (const text of [pool.name, pool.dex, pool.base.symbol, pool.base.name, pool.quote.symbol, pool.quote.name]) {
    expect(text === null || (typeof text === 'string' && lengthOf(text) <= 80), place).toBe(true);
  }
}

describe('pools', () => {
  it('are read whole, addresses in one spelling, unknown values as NaN [#235] [#236]', () => {
    const { rows, fault } = pools(written)!;
    expect(fault).toBeUndefined();
    expect(rows[0]).toEqual({
      chain: 'base',
      address: POOL,
      dex: 'aerodrome',
      name: 'ABC / WETH 0.3%',
      base: { address: lower, symbol: 'ABC', name: 'A B C' },
      quote: { address: QUOTE, symbol: 'WETH', name: 'WETH' },
      createdAt: Date.UTC(2026, 9, 8, 2, 52, 55),
      price: 0.0000203690623293336772514479101404537310148508934655555447846135701,
      reserve: 397_100.1128,
      volume24h: 50_686_000.7035253,
      marketCap: NaN,
      fullyDiluted: 2_039_684.93,
      change1h: 7.254,
      change24h: -89.071,
      buys24h: 21_534,
      sells24h: 19_430,
      buyers24h: 2238,
      sellers24h: 528,
    });
    expect(rows[1]).toMatchObject({ address: `0x${'33'.repeat(32)}`, reserve: NaN, base: { symbol: 'ABC' } });
  });

  it('have the tickers of their name where no token stands beside them, but not of one that could be divided otherwise', () => {
    const named = (name: unknown) => pools({ data: [row({ name })] })!.rows[0]!;
    expect([named('ABC / WETH 0.05%').base.symbol, named('ABC / WETH 0.05%').quote.symbol]).toEqual(['ABC', 'WETH']);
    expect(named('A / B / WETH').base.symbol).toBeNull();
    expect(named('A/B').base.symbol).toBeNull();
    expect(named(null)).toMatchObject({ name: '', base: { symbol: null, name: null } });
  });

  it('without addresses are left out and reported, and the same pool is there once', () => {
    const { rows, fault } = pools({
      data: [row(), row(), row({ address: 'x' }), row({}, { base_token: { data: { id: `eth_${BASE}` } } }), {}],
    })!;
    expect(rows).toHaveLength(1);
    expect(fault).toContain('pools[2].address expected addresses of the pool and both tokens on base');
  });

  it('with a wrong value have all others, and say so', () => {
    const wrong = { reserve_in_usd: 5, volume_usd: { h24: '-1' }, pool_created_at: 'yesterday', fdv_usd: '1e999' };
    const { rows, fault } = pools({ data: [row(wrong)] })!;
    expect(rows[0]).toMatchObject({ reserve: NaN, volume24h: NaN, createdAt: NaN, fullyDiluted: NaN, buys24h: 21_534 });
    expect(fault).toContain('pools[0].reserve_in_usd expected a decimal zero or more as text, got 5');
    expect(fault).toContain('and 1 more');
  });

  it('count unknown fields as drift, and read on', () => {
    const drift: string[] = [];
    const body = { ...written, extra: 1, data: [{ ...row(), newer: { a: 1 } }] };
    const value = shaped<PoolsPayload>(poolsPayload, body, (field) => drift.push(field));
    expect(parsePools('base', value!).rows).toHaveLength(1);
    expect(drift.sort()).toEqual(['data[].newer', 'extra']);
  });

  it.each(HOSTILE)('have hostile names as text, cut and on one line: %j', (name) => {
    const body = { data: [row({ name })], included: [token(BASE, name), token(QUOTE, name)] };
    const [pool] = pools(body)!.rows;
    expectSound(pool!, name);
    for (const text of [pool!.name, pool!.base.symbol ?? '']) expect(text).not.toMatch(/[\p{Cc}\u202E\u2066]/u);
    expect(Object.keys(pool!.base)).toEqual(['address', 'symbol', 'name']);
  });

  it('of any changed body either are refused or hold nothing that cannot be', () => {
    const random = seeded('pools');
    let read = 0;
    for (let i = 0; i < MUTANTS; i++) {
      const { body, path } = mutate(written, random, 8);
      for (const pool of pools(body)?.rows ?? []) {
        expectSound(pool, path);
        read++;
      }
    }
    expect(read).toBeGreaterThan(MUTANTS);
  });
});

describe('a token', () => {
  const body = {
    data: {
      id: `base_${lower}`,
      type: 'token',
      attributes: {
        address: BASE,
        name: 'A B C',
        symbol: 'ABC',
        decimals: 18,
        price_usd: null,
        fdv_usd: null,
        total_reserve_in_usd: '26809.363965104',
        volume_usd: { h24: '0.0' },
        market_cap_usd: '13935293.8718526',
      },
    },
    included: [
      row({ volume_usd: { h24: null } }),
      row({ address: QUOTE, volume_usd: { h24: '7' } }),
      token(QUOTE, 'Q'),
    ],
  };

  it('has its pools, the largest volume first and what is not known last [#237]', () => {
    const { rows, fault } = tokenOf(body)!;
    expect(fault).toBeUndefined();
    expect(rows.token).toEqual({
      chain: 'base',
      address: lower,
      symbol: 'ABC',
      name: 'A B C',
      decimals: 18,
      price: NaN,
      reserve: 26_809.363965104,
      volume24h: 0,
      marketCap: 13_935_293.8718526,
      fullyDiluted: NaN,
    });
    expect(rows.pools.map(({ address }) => address)).toEqual([QUOTE, POOL]);
  });

  it('is none where the answer is about another one', () => {
    const { rows, fault } = tokenOf(body, QUOTE)!;
    expect([rows.token, rows.pools, fault]).toEqual([null, [], expect.stringContaining('address expected 0x1111')]);
  });

  it('of any changed body either is refused or holds nothing that cannot be', () => {
    const random = seeded('token');
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = mutate(body, random, 8);
      const read = tokenOf(mutant.body)?.rows;
      for (const pool of read?.pools ?? []) expectSound(pool, mutant.path);
      const { decimals = NaN, price = NaN } = read?.token ?? {};
      expect(Number.isNaN(decimals) || decimals >= 0, mutant.path).toBe(true);
      expect(Number.isNaN(price) || (price >= 0 && price < Infinity), mutant.path).toBe(true);
    }
  });
});

describe.skipIf(without !== undefined)(`recorded answers${without === undefined ? '' : ` (${without})`}`, () => {
  it('are these, and all of them parse whole', () => {
    expect(recordings('geckoterminal')).toEqual([
      'networks_eth_tokens_LAToken__2026-01.json',
      'networks_solana_pools_top__2026-10-08.json',
    ]);
  });

  it('of pools: four, of which wash volume and one cent of reserve are dead, and so is a pair of two traders [#235]', () => {
    const { rows, fault } = pools(recorded('geckoterminal', 'networks_solana_pools_top__2026-10-08.json'), 'solana')!;
    expect(fault).toBeUndefined();
    expect(rows.map((pool) => [pool.name, deadPool(pool)])).toEqual([
      ['SOL / USDC', null],
      ['US / SOL', 'reserve'],
      ['USDT / USDC', 'traders'],
      ['WHUF / SOL', null],
    ]);
    expect(rows[1]).toMatchObject({ reserve: 0.0115, volume24h: 64_813_742.3053932, buyers24h: 2020, sellers24h: 33 });
    expect(rows[2]).toMatchObject({ reserve: NaN, buyers24h: 2, marketCap: 183_989_683_842.658 });
    expect(rows[3]).toMatchObject({ marketCap: NaN, dex: 'pumpswap', createdAt: Date.UTC(2026, 9, 8, 2, 52, 55) });
  });

  it('of a token: without a price and without pools [#237]', () => {
    const address = '0xe50365f5d679cb98a1dd62d6f6e58e59321bcddf';
    const body = recorded('geckoterminal', 'networks_eth_tokens_LAToken__2026-01.json');
    const { rows, fault } = tokenOf(body, address, 'ethereum')!;
    expect(fault).toBeUndefined();
    expect(rows).toMatchObject({
      token: { address, symbol: 'LAToken', price: NaN, reserve: 26_809.363965104 },
      pools: [],
    });
  });
});

it('chains are five', () => {
  expect(POOL_CHAINS).toEqual(['solana', 'ethereum', 'base', 'bsc', 'arbitrum']);
});
