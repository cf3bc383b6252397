import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinName, readSymbol, splitMultiple } from './symbol.ts';

/** Coin with its scale, quote and kind of a symbol. */
const said = (text: string): readonly unknown[] | undefined => {
  const read = readSymbol(text);
  return read === undefined ? undefined : [coinName(read), read.quote, read.kind];
};

describe('readSymbol', () => {
  it.each([
    // people and libraries
    ['BTC', 'BTC', null, null],
    ['btc', 'BTC', null, null],
    ['BTCUSDT', 'BTC', 'USDT', null],
    ['btcusdt', 'BTC', 'USDT', null],
    ['BTC-USDT', 'BTC', 'USDT', null],
    ['BTC/USDT', 'BTC', 'USDT', null],
    ['BTC_USDT', 'BTC', 'USDT', null],
    ['BTC.USD', 'BTC', 'USD', null],
    ['BTC-PERP', 'BTC', null, 'perp'],
    ['eth-perp', 'ETH', null, 'perp'],
    ['BTC/USDT:USDT', 'BTC', 'USDT', 'perp'],
    ['BTC/USD:BTC', 'BTC', 'USD', 'perp'],
    ['BTC/USDT:USDT-240628', 'BTC', 'USDT', 'future'],
    ['BTC/USD:BTC-240628-60000-C', 'BTC', 'USD', 'option'],
    // Binance
    ['BTCUSD_PERP', 'BTC', 'USD', 'perp'],
    ['BTCUSDT_PERP', 'BTC', 'USDT', 'perp'],
    ['BTCUSDT_240628', 'BTC', 'USDT', 'future'],
    ['BTCUSD_240628', 'BTC', 'USD', 'future'],
    ['BTCFDUSD', 'BTC', 'FDUSD', null],
    // OKX
    ['BTC-USD-SWAP', 'BTC', 'USD', 'perp'],
    ['BTC-USDT-SWAP', 'BTC', 'USDT', 'perp'],
    ['BTC-USD-240628', 'BTC', 'USD', 'future'],
    ['BTC-USD-240628-60000-C', 'BTC', 'USD', 'option'],
    // Kraken
    ['XBTUSD', 'BTC', 'USD', null],
    ['XXBTZUSD', 'BTC', 'USD', null],
    ['XXBTZEUR', 'BTC', 'EUR', null],
    ['XETHXXBT', 'ETH', 'BTC', null],
    ['XETHZUSD', 'ETH', 'USD', null],
    ['XDGUSD', 'DOGE', 'USD', null],
    ['XDG', 'DOGE', null, null],
    ['XXBT', 'BTC', null, null],
    ['XXRP', 'XRP', null, null],
    ['XXRPZUSD', 'XRP', 'USD', null],
    ['XXRPUSDT', 'XXRP', 'USDT', null],
    ['PF_XBTUSD', 'BTC', 'USD', 'perp'],
    ['PI_ETHUSD', 'ETH', 'USD', 'perp'],
    ['FI_XBTUSD_240628', 'BTC', 'USD', 'future'],
    // BitMEX, KuCoin, Bybit, Bitget, Coinbase, Deribit, Huobi, Gate
    ['XBTUSDT', 'BTC', 'USDT', null],
    ['XBTM24', 'BTC', null, 'future'],
    ['XBTUSDTM', 'BTC', 'USDT', 'perp'],
    ['XBTUSDM', 'BTC', 'USD', 'perp'],
    ['BTCUSDM24', 'BTC', 'USD', 'future'],
    ['BTCPERP', 'BTC', null, 'perp'],
    ['BTCUSDT-28JUN24', 'BTC', 'USDT', 'future'],
    ['BTCUSDT_UMCBL', 'BTC', 'USDT', 'perp'],
    ['BTCUSDT_SPBL', 'BTC', 'USDT', 'spot'],
    ['BTC-PERP-INTX', 'BTC', null, 'perp'],
    ['BTC-PERPETUAL', 'BTC', null, 'perp'],
    ['BTC_USDC-PERPETUAL', 'BTC', 'USDC', 'perp'],
    ['BTC-28JUN24', 'BTC', null, 'future'],
    ['BTC-28JUN24-60000-P', 'BTC', null, 'option'],
    ['BTC_CQ', 'BTC', null, 'future'],
    ['BTC_USDT_20240628', 'BTC', 'USDT', 'future'],
    // Bitfinex
    ['tBTCUSD', 'BTC', 'USD', null],
    ['tBTCUST', 'BTC', 'USDT', null],
    ['tDOGE:USD', 'DOGE', 'USD', null],
    ['tBTCF0:USTF0', 'BTC', 'USDT', 'perp'],
    // charting sites, Yahoo
    ['BINANCE:BTCUSDT', 'BTC', 'USDT', null],
    ['BINANCE:BTCUSDT.P', 'BTC', 'USDT', 'perp'],
    ['binance:btcusdt', 'BTC', 'USDT', null],
    ['BTCUSDT.P', 'BTC', 'USDT', 'perp'],
    ['PEPE24478-USD', 'PEPE', 'USD', null],
    // the quote first
    ['KRW-BTC', 'BTC', 'KRW', null],
    ['USDT_BTC', 'BTC', 'USDT', null],
    ['BTC-LTC', 'LTC', 'BTC', null],
    ['BTC-ETH', 'ETH', 'BTC', null],
    ['ETH-BTC', 'ETH', 'BTC', null],
    ['BTC-EUR', 'BTC', 'EUR', null],
    ['USDC-USDT', 'USDC', 'USDT', null],
    // multiples
    ['kPEPE', 'kPEPE', null, null],
    ['kPEPE-PERP', 'kPEPE', null, 'perp'],
    ['1000PEPE', 'kPEPE', null, null],
    ['1000PEPEUSDT', 'kPEPE', 'USDT', null],
    ['1000pepeusdt', 'kPEPE', 'USDT', null],
    ['SHIB1000USDT', 'kSHIB', 'USDT', null],
    ['10000LADYS', '10000LADYS', null, null],
    ['1000000MOGUSDT', '1000000MOG', 'USDT', null],
    ['1MBABYDOGEUSDT', '1000000BABYDOGE', 'USDT', null],
    // names that only look like something else
    ['1INCH', '1INCH', null, null],
    ['1INCHUSDT', '1INCH', 'USDT', null],
    ['1000X', '1000X', null, null],
    ['KAS', 'KAS', null, null],
    ['PERP', 'PERP', null, null],
    ['PERPUSDT', 'PERP', 'USDT', null],
    ['USDT', 'USDT', null, null],
    ['USDCUSDT', 'USDC', 'USDT', null],
    ['USDTUSD', 'USDT', 'USD', null],
    ['USDTB', 'USDTB', null, null],
    ['USDTBUSDT', 'USDTB', 'USDT', null],
    ['BUSD', 'BUSD', null, null],
    ['TUSD', 'TUSD', null, null],
    ['TUSDUSDT', 'TUSD', 'USDT', null],
    ['UST', 'UST', null, null],
    ['USTUSDT', 'UST', 'USDT', null],
    ['T', 'T', null, null],
    ['TUSDT', 'T', 'USDT', null],
    ['SUSDT', 'S', 'USDT', null],
    ['WUSDT', 'W', 'USDT', null],
    ['WBTC', 'WBTC', null, null],
    ['STETH', 'STETH', null, null],
    ['ETHBTC', 'ETH', 'BTC', null],
    ['BTCB', 'BTCB', null, null],
    ['BTCBUSDT', 'BTCB', 'USDT', null],
    ['BTCBUSD', 'BTC', 'BUSD', null],
    ['BNBUSD', 'BNB', 'USD', null],
    ['DOTUSD', 'DOT', 'USD', null],
    ['BATUSD', 'BAT', 'USD', null],
    ['AUDUSDT', 'AUD', 'USDT', null],
    ['BTCEUR', 'BTC', 'EUR', null],
    ['币安人生USDT', '币安人生', 'USDT', null],
  ])('%s is %s in %s, %s', (text, coin, quote, kind) => {
    expect(said(text)).toEqual([coin, quote, kind]);
  });

  it.each([
    '',
    ' ',
    'xyz:GOLD',
    '@107',
    'BTC.D',
    'my bars',
    '=cmd|calc',
    'BTC\nUSDT',
    'a/b/c',
    '<b>',
    '/',
    ':',
    'BTC:',
  ])('takes %j for nothing', (text) => {
    expect(said(text)).toBeUndefined();
  });

  it('reads back every style of a pair, with its scale', () => {
    const base = fc.stringMatching(/^[A-Z]{2,6}$/).filter((text) => said(text)?.[1] === null && !/[MP]$/.test(text));
    const quote = fc.constantFrom('USDT', 'USDC', 'USD');
    const multiple = fc.constantFrom(['', ''], ['1000', 'k'], ['10000', '10000'], ['1000000', '1000000']);
    const styles: readonly ((base: string, quote: string) => string)[] = [
      (b, q) => `${b}-${q}`,
      (b, q) => `${b}/${q}`,
      (b, q) => `${b}_${q}`,
      (b, q) => `${b}/${q}:${q}`,
      (b, q) => `${b}-${q}-SWAP`,
      (b, q) => `${b}_${q}_PERP`,
      (b, q) => `BINANCE:${b}${q}`,
      (b, q) => `${b}${q}.P`,
      (b, q) => `${b}${q}_240628`,
      (b, q) => `${b.toLowerCase()}-${q.toLowerCase()}`,
    ];
    fc.assert(
      fc.property(base, quote, multiple, fc.nat(styles.length - 1), (coin, priced, [before, scale], style) => {
        const text = styles[style]!(`${before}${coin}`, priced);
        fc.pre(!/(?:B|T|FD|PY|G|RL)USD/.test(text) && splitMultiple(coin).multiple === 1);
        expect(said(text)?.slice(0, 2), text).toEqual([`${scale}${coin}`, priced]);
      }),
    );
  });

  it('takes any text without a fault', () => {
    const part = fc.constantFrom(
      'BTC',
      'k',
      '1000',
      'PEPE',
      'USDT',
      'USD',
      '-',
      '/',
      '_',
      ':',
      '.',
      'PERP',
      'X',
      'Z',
      't',
      '240628',
      '\0',
      ' ',
      '=',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (name) => {
        const read = readSymbol(name);
        expect(read === undefined || /^[\p{L}\d]+$/u.test(coinName(read)), name).toBe(true);
      }),
    );
    expect(readSymbol('A'.repeat(100_000))).toBeUndefined();
  });
});
