/** Names of symbols of the archive: pairs with a slash are names, paths are not. */

import { describe, expect, it } from 'vitest';
import { archivedSymbol, SYMBOL_PATTERN } from './asked.ts';

const pattern = new RegExp(SYMBOL_PATTERN, 'u');

describe('symbols of backtesting', () => {
  it.each([
    ['BTC', 'BTC'],
    ['BTC/USDT', 'BTC'],
    ['btc/usdt:usdt', 'BTC'],
    ['BTC-USD-SWAP', 'BTC'],
    ['ETH/BTC', 'ETHBTC'],
    ['xyz:GOLD', 'xyz:GOLD'],
  ])('%s is %s', (name, symbol) => {
    expect(pattern.test(name)).toBe(true);
    expect(archivedSymbol(name)).toBe(symbol);
  });

  it.each(['../BTC', 'a/b', 'aa/bb/cc', '/etc/passwd', 'BTC/', '/BTC', 'BTC/..', 'a\\b', 'BTC/US%2FDT', ''])(
    '%s is refused',
    (name) => expect(pattern.test(name)).toBe(false),
  );
});
