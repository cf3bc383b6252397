import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinTable, outsideText, type CoinRecord } from './coin.ts';
import { checkSupplyConfig, SUPPLY_V1 } from './config.ts';
import { perpsOfCoins } from './perps.ts';

const UNSEEN = /[\p{Cc}\p{Cf}]/u;

const coin = (more: Partial<CoinRecord> = {}): CoinRecord => ({
  id: 'arbitrum',
  symbol: 'ARB',
  name: 'Arbitrum',
  rank: 96,
  price: 2,
  marketCap: 2000,
  circulating: 1000,
  total: 5000,
  max: 5000,
  change24h: 1,
  change7d: null,
  categories: [],
  contracts: [],
  ...more,
});

describe('a table of coins', () => {
  it('keeps a row whose field cannot be, with null, and counts the reason', () => {
    const { coins, faults } = coinTable([
      coin({ id: 'a', circulating: 0 }),
      coin({ id: 'b', total: -1, max: Infinity }),
      coin({ id: 'c', price: NaN, change24h: -101 }),
      coin({ id: 'd', rank: 1.5 }),
    ]);
    expect(faults).toEqual({ bad_circulating: 1, bad_total: 1, bad_max: 1, bad_change: 1, bad_rank: 1 });
    const byId = new Map(coins.map((one) => [one.id, one]));
    expect(byId.get('a')!.circulating).toBeNull();
    expect(byId.get('b')).toMatchObject({ total: null, max: null, circulating: 1000 });
    expect(byId.get('c')).toMatchObject({ price: null, change24h: null });
    expect(byId.get('d')!.rank).toBeNull();
  });

  it('takes no price of a different token: far from what market cap and supply say', () => {
    const { coins, faults } = coinTable([
      coin({ price: 4.01 }),
      coin({ id: 'b', price: 3.99 }),
      coin({ id: 'c', price: 0.99 }),
    ]);
    expect(faults).toEqual({ other_token_price: 2 });
    expect(coins.map(({ id, price, marketCap }) => [id, price, marketCap])).toEqual([
      ['arbitrum', null, 2000],
      ['b', 3.99, 2000],
      ['c', null, 2000],
    ]);
  });

  it('keeps one of two rows of an id, the better ranked, whatever their order', () => {
    const rows = [coin({ rank: 5, name: 'Late' }), coin({ rank: 4, name: 'Kept' }), coin({ rank: null, name: 'None' })];
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 3 }), (shuffled) => {
        const { coins, faults } = coinTable(shuffled);
        expect([coins.map(({ name }) => name), faults]).toEqual([['Kept'], { duplicate_id: 2 }]);
      }),
    );
  });

  it('has unranked coins last, and drops what has no name', () => {
    const { coins, faults } = coinTable([coin({ id: 'z', rank: null }), coin({ id: 'y', rank: 2 }), coin({ id: ' ' })]);
    expect([coins.map(({ id }) => id), faults]).toEqual([['y', 'z'], { no_id: 1 }]);
  });

  it('cuts names, and takes marks out of them that are not seen; markup stays as it is', () => {
    expect(outsideText('<b>X</b>', 80)).toBe('<b>X</b>');
    expect(outsideText('\u202Eevil\u200B\u0000\n|name', 80)).toBe('evil|name');
    expect(Array.from(outsideText('💎'.repeat(10_000), 80))).toHaveLength(80);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const plain = outsideText(text, 20);
        expect(Array.from(plain).length).toBeLessThanOrEqual(20);
        expect(UNSEEN.test(plain)).toBe(false);
        expect(outsideText(plain, 20)).toBe(plain);
      }),
    );
  });

  it('gives the perp of a ticker to its largest coin, with a k where a thousand are traded', () => {
    const coins = [
      { id: 'pepe', symbol: 'PEPE' },
      { id: 'pepe-2', symbol: 'PEPE' },
      { id: 'btc', symbol: 'BTC' },
      { id: 'none', symbol: 'NONE' },
    ];
    expect([...perpsOfCoins(coins, new Set(['kPEPE', 'BTC']))]).toEqual([
      ['pepe', 'kPEPE'],
      ['btc', 'BTC'],
    ]);
  });

  it.each([
    ['cliffShare', 2],
    ['emissionDays', 0],
    ['capTolerance', 1],
    ['nameLength', 0.5],
  ] as const)('refuses a config with %s of %s', (field, value) => {
    expect(() => checkSupplyConfig({ ...SUPPLY_V1, [field]: value })).toThrow(`"${field}" expected`);
  });
});
