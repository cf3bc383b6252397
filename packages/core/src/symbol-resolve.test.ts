import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinNamed, pairNamed, resolveSymbol, symbolIndex, type SymbolPolicy } from './symbol-resolve.ts';
import { readSymbol } from './symbol.ts';

const PERPS = symbolIndex(['BTC', 'ETH', 'kPEPE', 'FLOKI', 'kAI', 'KAI', 'KAS', 'MOG', '1000BONK', 'xyz:GOLD']);
const PAIRS = symbolIndex(['BTCUSDT', 'BTCUSDC', 'ETHBTC', '1000SATSUSDT', '1000PEPEUSDT']);

describe('the policy coin', () => {
  it.each([
    ['BTC', 'BTC'],
    ['btc', 'BTC'],
    [' btc ', 'BTC'],
    ['BTCUSDT', 'BTC'],
    ['BTC/USDT', 'BTC'],
    ['BTC-PERP', 'BTC'],
    ['BTC-USD-SWAP', 'BTC'],
    ['XBT', 'BTC'],
    ['XXBTZUSD', 'BTC'],
    ['BINANCE:BTCUSDT', 'BTC'],
    ['BTCUSDT-1h-2024-01.csv', 'BTC'],
    ['BINANCE_BTCUSDT, 60.csv', 'BTC'],
    ['KPEPE', 'kPEPE'],
    ['kpepeUSDT', 'kPEPE'],
    ['1000PEPE', 'kPEPE'],
    ['1000PEPE/USDT:USDT', 'kPEPE'],
    ['kBONK', '1000BONK'],
    ['kBONK-PERP', '1000BONK'],
    ['KAI', 'KAI'],
    ['kAI', 'kAI'],
    ['XYZ:gold', 'xyz:GOLD'],
    // another scale, another quote, another instrument
    ['PEPE', undefined],
    ['kFLOKI', undefined],
    ['1000000MOG', undefined],
    ['BONK', undefined],
    ['ETHBTC', undefined],
    ['BTC-EUR', undefined],
    ['BTC-28JUN24', undefined],
    ['USDT', undefined],
    ['', undefined],
  ])('takes %j for %s', (name, symbol) => {
    expect(PERPS.find(name, 'coin')).toBe(symbol);
  });
});

describe('the policy alias', () => {
  it.each([
    ['PEPE', 'kPEPE'],
    ['PEPEUSDT', 'kPEPE'],
    ['kFLOKI', 'FLOKI'],
    ['1000FLOKI', 'FLOKI'],
    ['KFLOKI', 'FLOKI'],
    ['1000000MOG', undefined],
    ['NOPE', undefined],
  ])('takes %s for %s', (name, symbol) => {
    expect(PERPS.find(name, 'alias')).toBe(symbol);
  });
});

describe('the policy cased', () => {
  it.each([
    ['kPEPE', 'kPEPE'],
    ['KPEPE', 'kPEPE'],
    ['KPEPE-PERP', 'kPEPE'],
    ['1000PEPEUSDT', 'kPEPE'],
    ['btc/usdt', 'BTC'],
    ['kas', 'KAS'],
    ['kai', 'KAI'],
    ['xbtusd', 'BTC'],
    ['kpepe', undefined],
    ['kPepe', undefined],
    ['kPepeUSDT', undefined],
    ['kpepeusdt', undefined],
    ['kpepe-perp', undefined],
    ['kpepe/usdt', undefined],
  ])('takes %s for %s', (name, symbol) => {
    expect(PERPS.find(name, 'cased')).toBe(symbol);
  });
});

describe('the policy pair', () => {
  it.each([
    ['BTCUSDT', 'BTCUSDT'],
    ['btc/usdc', 'BTCUSDC'],
    ['XBT-USDT', 'BTCUSDT'],
    ['BTC-USDT-SWAP', 'BTCUSDT'],
    ['kSATS/USDT', '1000SATSUSDT'],
    ['ETH-BTC', 'ETHBTC'],
    ['BTC', undefined],
    ['BTC-USD', undefined],
    ['BTC-PERP', undefined],
    ['PEPEUSDT', undefined],
    ['BTCUSDT_240628', undefined],
  ])('takes %s for %s', (name, symbol) => {
    expect(PAIRS.find(name, 'pair')).toBe(symbol);
  });

  it.each([
    ['btcusdt', 'BTCUSDT'],
    ['xbt/usdt', 'BTCUSDT'],
    ['BINANCE:BTCUSDT', 'BTCUSDT'],
    ['BTCUSDT-1h-2024-01.csv', 'BTCUSDT'],
    ['BTCUSDT_SPBL', 'BTCUSDT'],
    ['kSATS/USDT', '1000SATSUSDT'],
    ['1MBABYDOGE-USDT', '1MBABYDOGEUSDT'],
    ['ETH-BTC', 'ETHBTC'],
    ['btc', 'BTC'],
    ['BTC-PERP', 'BTC-PERP'],
    ['BTC-USDT-SWAP', 'BTC-USDT-SWAP'],
  ])('without a list %s is %s', (name, symbol) => {
    expect(pairNamed(name)).toBe(symbol);
  });
});

describe('suggestions', () => {
  it.each([
    ['PEPE', ['kPEPE']],
    ['PEPEUSDT', ['kPEPE']],
    ['kFLOKI', ['FLOKI']],
    ['BTC-EUR', ['BTC']],
    ['BTC-28JUN24', ['BTC']],
    ['1000000MOG', ['MOG']],
    ['ZZZZZZ', []],
  ])('for %s begin with %j', (name, symbols) => {
    expect(PERPS.suggest(name).slice(0, 1)).toEqual(symbols);
  });

  it('of pairs have those of the coin', () => {
    expect(PAIRS.suggest('BTC-USD').slice(0, 2)).toEqual(['BTCUSDC', 'BTCUSDT']);
  });
});

it('coinNamed is the ticker without a list', () => {
  expect(['btc', 'XBT', 'BTC-PERP', 'market', 'ETHBTC', 'xyz:gold', 'kPEPE'].map(coinNamed)).toEqual(['BTC', 'BTC', 'BTC', 'MARKET', 'ETHBTC', 'XYZ:GOLD', 'kPEPE']); // prettier-ignore
});

describe('every policy', () => {
  const policy = fc.constantFrom<SymbolPolicy>('coin', 'alias', 'cased', 'pair');
  const symbol = fc.stringMatching(/^(?:k|1000|1000000)?[A-Z]{2,5}(?:USDT)?$/);

  it('finds a symbol by its own name, whatever else is listed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(symbol, { minLength: 1, maxLength: 8 }), policy, (list, how) => {
        for (const one of list) expect(resolveSymbol(list, one, how)).toBe(one);
      }),
    );
  });

  it('but alias never crosses a scale of prices', () => {
    const coin = fc.stringMatching(/^[A-JL-Z][A-Z]{2,4}$/).filter((text) => {
      const read = readSymbol(`1000${text}`);
      return read?.base === text && read.multiple === 1000 && read.quote === null;
    });
    const scales = ['', 'k', '10000', '1000000'] as const;
    fc.assert(
      fc.property(coin, fc.constantFrom(...scales), fc.constantFrom(...scales), policy, (text, one, other, how) => {
        fc.pre(one !== other && how !== 'alias' && readSymbol(text)?.base === text);
        const name = `${other === 'k' ? '1000' : other}${text}`;
        for (const quote of ['', 'USDT', '/USDT', '-PERP']) {
          expect(resolveSymbol([`${one}${text}`], `${name}${quote}`, how)).toBeUndefined();
        }
      }),
    );
  });

  it('takes any text without a fault', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary-ascii', maxLength: 20 }), { maxLength: 8 }),
        fc.string({ unit: 'binary-ascii' }),
        policy,
        (list, name, how) => {
          const index = symbolIndex(list);
          expect([undefined, ...list]).toContain(index.find(name, how));
          expect(index.suggest(name).every((one) => list.includes(one))).toBe(true);
        },
      ),
    );
  });
});
