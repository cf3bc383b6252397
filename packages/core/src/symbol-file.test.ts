import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFileSymbol } from './symbol-file.ts';
import { coinName, readSymbol } from './symbol.ts';

describe('readFileSymbol', () => {
  it.each([
    // archives of exchanges
    ['BTCUSDT-1h-2024-01.csv', 'BTC', 'USDT', '1h'],
    ['BTCUSDT-1m-2024-01-31.zip', 'BTC', 'USDT', '1m'],
    ['BTCUSDT-aggTrades-2024-01.csv.gz', 'BTC', 'USDT', undefined],
    ['BTCUSD_PERP-4h-2024-01.csv', 'BTC', 'USD', '4h'],
    ['BTCUSDT_240628-1h-2024-01.csv', 'BTC', 'USDT', '1h'],
    ['1000PEPEUSDT-1d-2024-01.csv', 'kPEPE', 'USDT', '1d'],
    ['BTC-USDT-SWAP-trades-2024-01-01.csv', 'BTC', 'USDT', undefined],
    ['BTCUSDT2024-01-01.csv.gz', 'BTC', 'USDT', undefined],
    ['BTCUSDT_60_2024-01-01_2024-01-31.csv.gz', 'BTC', 'USDT', '1h'],
    ['XBTUSD_60.csv', 'BTC', 'USD', '1h'],
    ['XBTUSD_1440.csv', 'BTC', 'USD', '1d'],
    ['XXBTZUSD.csv', 'BTC', 'USD', undefined],
    ['binance-futures_trades_2024-01-01_BTCUSDT.csv.gz', 'BTC', 'USDT', undefined],
    // collections
    ['Binance_BTCUSDT_1h.csv', 'BTC', 'USDT', '1h'],
    ['Binance_WUSDT_d.csv', 'W', 'USDT', '1d'],
    ['Gemini_BTCUSD_2021_1min.csv', 'BTC', 'USD', '1m'],
    ['Binance_BTCUSDT_2024_minute.csv', 'BTC', 'USDT', '1m'],
    ['BTC_USD Bitfinex Historical Data.csv', 'BTC', 'USD', undefined],
    ['coin_Bitcoin.csv', 'BTC', null, undefined],
    ['BTC-Hourly.csv', 'BTC', null, '1h'],
    // charting sites
    ['BINANCE_BTCUSDT, 60.csv', 'BTC', 'USDT', '1h'],
    ['BINANCE_BTCUSDT.P, 240_ab12c.csv', 'BTC', 'USDT', '4h'],
    ['BITSTAMP_BTCUSD, 1D (1).csv', 'BTC', 'USD', '1d'],
    // freqtrade
    ['BTC_USDT-1h.feather', 'BTC', 'USDT', '1h'],
    ['BTC_USDT_USDT-1h-futures.feather', 'BTC', 'USDT', '1h'],
    ['BTC_USDT_USDT-8h-funding_rate.feather', 'BTC', 'USDT', undefined],
    // people
    ['BTC-USD.csv', 'BTC', 'USD', undefined],
    ['BTC-USD (1).csv', 'BTC', 'USD', undefined],
    ['data/2024/BTCUSDT.csv', 'BTC', 'USDT', undefined],
    ['btc.csv', 'BTC', null, undefined],
    ['eth.usd.parquet', 'ETH', 'USD', undefined],
    ['SOL-1d.csv', 'SOL', null, '1d'],
    ['W_USDT-1h.csv', 'W', 'USDT', '1h'],
    ['DATA_USDT-1h.csv', 'DATA', 'USDT', '1h'],
    ['HTX_USDT-1d.csv', 'HTX', 'USDT', '1d'],
    ['BTC-27DEC24-60000-C.csv', 'BTC', null, undefined],
  ])('%s is %s in %s by %s', (name, coin, quote, interval) => {
    const read = readFileSymbol(name)!;
    expect([coinName(read), read.quote, read.interval]).toEqual([coin, quote, interval]);
  });

  it.each([
    'bars.csv',
    'hourly.csv',
    'stdin',
    'my bars (1).csv',
    'BTCUSDT_ETHUSDT.csv',
    'ETH_BTCUSDT_spread.csv',
    'xyz:GOLD.csv',
    '2024-01.csv',
    '',
    '=cmd|calc.csv',
    'BTC.D.csv',
  ])('is not sure of %j', (name) => {
    expect(readFileSymbol(name)).toBeUndefined();
  });

  it('reads the symbol of every style of archive as the symbol alone', () => {
    const coin = fc.stringMatching(/^[A-Z]{3,6}$/).filter((text) => {
      const read = readSymbol(`${text}USDT`);
      return read?.base === text && read.quote === 'USDT';
    });
    const styles: readonly ((symbol: string, interval: string) => string)[] = [
      (symbol, interval) => `${symbol}-${interval}-2024-01.csv`,
      (symbol, interval) => `Binance_${symbol}_${interval}.csv`,
      (symbol, interval) => `BINANCE_${symbol}, ${interval}.csv`,
      (symbol, interval) => `${symbol}_${interval}.json.gz`,
      (symbol, interval) => `okx_${symbol}_candles_${interval}_2024-01-01.parquet`,
    ];
    fc.assert(
      fc.property(coin, fc.constantFrom('1m', '1h', '4h', '1d'), fc.nat(styles.length - 1), (base, interval, style) => {
        const read = readFileSymbol(styles[style]!(`${base}USDT`, interval));
        expect([read?.base, read?.quote, read?.interval]).toEqual([base, 'USDT', interval]);
      }),
    );
  });

  it('takes any text without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const read = readFileSymbol(text);
        expect(read === undefined || read.base !== '').toBe(true);
      }),
    );
  });
});
