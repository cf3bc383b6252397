import { describe, expect, it } from 'vitest';
import { coinOfFile, isSymbol, nameProblem, symbolOf } from './coin-name.ts';

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
    ['btcusdt', 'BTC'],
    ['XBTUSD_60', 'BTC'],
    ['XXBTZUSD', 'BTC'],
    ['BINANCE_BTCUSDT, 60', 'BTC'],
    ['BTCUSDT-1h-2025-07', 'BTC'],
    ['BTC_USDT_USDT-1h-futures', 'BTC'],
    ['BTC/USDT:USDT', 'BTC'],
    ['1000000MOGUSDT', '1000000MOG'],
    ['TUSD', 'TUSD'],
    ['ETH-BTC', 'ETHBTC'],
    ['BTCEUR', 'BTCEUR'],
    ['BTC-27DEC24-60000-C', 'BTC-27DEC24-60000-C'],
    ['xyz:GOLD', 'xyz:GOLD'],
    ['my bars (1)', 'my bars (1)'],
    ['stdin', 'stdin'],
  ])('%s is %s', (base, coin) => {
    expect(coinOfFile(base)).toBe(coin);
  });
});

describe('symbolOf', () => {
  it.each([
    ['BTCUSDT.csv', 'BTCUSDT'],
    ['/data/BTCUSDT.csv.gz', 'BTCUSDT'],
    ['data\\eth.usd.PARQUET', 'eth.usd'],
    ['SOL.ndjson.gz', 'SOL'],
    ['SOL.jsonl', 'SOL'],
    ['SOL.txt', 'SOL.txt'],
    ['stdin', 'stdin'],
  ])('of %s is %s', (path, symbol) => {
    expect(symbolOf(path)).toBe(symbol);
  });
});

describe('isSymbol', () => {
  it.each([
    'BTC',
    'kPEPE',
    '1INCH',
    'BTC-USD',
    'BTC/USDT:USDT',
    'BTC-27DEC24-60000-C',
    '@107',
    'my bars (1)',
    "Bob's",
    '币安人生',
    '🚀',
    'x'.repeat(100),
  ])('takes %s', (text) => {
    expect(isSymbol(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a formula', '=cmd|calc'],
    ['a formula with a plus', '+1+1'],
    ['a formula with a minus', '-1+1'],
    ['a formula with an at', '@SUM(A1)'],
    ['an index behind a formula', '@107+1'],
    ['a wide sign', '＝cmd'],
    ['a tab first', '\tBTC'],
    ['a carriage return first', '\rBTC'],
    ['a line end', 'BTC\n2024'],
    ['a null', 'BTC\0'],
    ['an escape', '\u001b[31mBTC'],
    ['a direction', 'BTC\u202e'],
    ['a line separator', 'BTC\u2028'],
    ['half a pair', 'BTC\ud800'],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['too much', 'x'.repeat(101)],
  ])('refuses %s', (_, text) => {
    expect(isSymbol(text)).toBe(false);
    expect(nameProblem(`data/${text}.csv`)).toMatchObject({ code: 'bad_value', file: `data/${text}.csv` });
  });
});
