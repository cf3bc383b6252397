import { resolveSymbol } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { AS_OF, smallMarket } from '../test-support.ts';
import { symbolsOf } from '../../../runtime/src/producers/coins.ts';

const symbols = await symbolsOf(smallMarket(), 'perpdex_perp', AS_OF);

describe('a perp of the market', () => {
  it.each([
    ['BTC', 'BTC'],
    ['btc', 'BTC'],
    ['BTCUSDT', 'BTC'],
    ['btcusdt', 'BTC'],
    ['BTC-PERP', 'BTC'],
    ['eth-perp', 'ETH'],
    ['KPEPE', 'kPEPE'],
    ['kpepeUSDT', 'kPEPE'],
    ['PEPE', undefined],
    ['THIN', undefined],
    ['USDT', undefined],
    ['', undefined],
  ])('takes %j for %s [#329]', (name, coin) => {
    expect(resolveSymbol(symbols, name)).toBe(coin);
  });
});
