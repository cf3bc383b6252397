import { drawBreadthUniverse } from '@barograph/indicators';
import { describe, expect, it } from 'vitest';
import { breadthCandidates } from './breadth-candidates.ts';
import type { CoinRecord } from './coin.ts';

const coin = (symbol: string, marketCap: number | null, price: number, more: Partial<CoinRecord> = {}): CoinRecord => ({
  id: symbol.toLowerCase(),
  symbol,
  name: symbol,
  rank: null,
  price,
  marketCap,
  circulating: null,
  total: null,
  max: null,
  change24h: 3,
  change7d: null,
  categories: [],
  contracts: [],
  ...more,
});
const peggedOf = (coins: readonly CoinRecord[]): string[] =>
  breadthCandidates(coins).flatMap(({ symbol, pegged }) => (pegged ? [symbol] : []));

describe('candidates of altcoin breadth', () => {
  it('are no stables, wrapped or staked coins, and no twins by price', () => {
    const coins = [
      coin('BTC', 100, 89_000),
      coin('ETH', 90, 3000),
      coin('USDT', 80, 0.999),
      coin('DAI', 70, 1.001, { change24h: 0.02 }),
      coin('XRP', 60, 1.02, { change24h: 4 }),
      coin('WETH', 50, 3001),
      coin('STETH', 40, 3500, { name: 'Lido Staked Ether' }),
      coin('WSTETH', 35, 3600, { name: 'Wrapped stETH' }),
      coin('SKY', 30, 0.06, { categories: ['Stablecoin Issuer'] }),
      coin('LSD', 20, 2, { categories: ['Liquid Staked ETH'] }),
      coin('ETHFI', 10, 0.8),
    ];
    expect(peggedOf(coins)).toEqual(['USDT', 'DAI', 'WETH', 'STETH', 'WSTETH', 'LSD']);
  });

  it('have the market cap of the moment, and a ticker once: that of its first coin', () => {
    const coins = [coin('A', 5, 2), coin('A', 1, 2, { id: 'a-2' }), coin('B', null, 2)];
    expect(breadthCandidates(coins)).toEqual([
      { symbol: 'A', size: 5, pegged: false },
      { symbol: 'B', size: null, pegged: false },
    ]);
    expect(drawBreadthUniverse(undefined, breadthCandidates(coins), 0).symbols).toEqual(['A']);
  });
});
