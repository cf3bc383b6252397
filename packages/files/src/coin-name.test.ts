import { describe, expect, it } from 'vitest';
import { coinOfFile } from './coin-name.ts';

describe('coinOfFile', () => {
  it.each([
    ['BTCUSDT', 'BTC'],
    ['ETHUSDC', 'ETH'],
    ['LTCUSD', 'LTC'],
    ['SOL-PERP', 'SOL'],
    ['SOL_PERP', 'SOL'],
    ['BTC-USDT-PERP', 'BTC'],
    ['BTC_USDT', 'BTC'],
    ['AAVE', 'AAVE'],
    ['kPEPE', 'kPEPE'],
    ['1000PEPEUSDT', 'kPEPE'],
    ['1INCHUSDT', '1INCH'],
    ['USDCUSDT', 'USDC'],
    ['USDT', 'USDT'],
  ])('%s is %s', (base, coin) => {
    expect(coinOfFile(base)).toBe(coin);
  });
});
