/** Spellings of symbols over HTTP: how each operation resolves a name, by its policy. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { testHost, TIER_GATE } from '../test-support.ts';

const NOW = SIMULATOR_V2.start + 150 * DAY_MS + 12.4 * HOUR_MS;
const NAMES = new Set(['BTC', 'ETH', 'kPEPE', 'DOGE']);
const listings = SIMULATOR_V2.listings.filter(({ symbol }) => NAMES.has(symbol));
const simulated = createSimulatedSource({ ...SIMULATOR_V2, listings });
/** Feeds that the operations below read; others make the start of a host long. */
const READ = new Set('bars contexts mids book funding openInterest spotTickers spotPairs pairBars venuePerps settlements'.split(' ')); // prettier-ignore
const feeds = Object.fromEntries(Object.entries(simulated.feeds).filter(([name]) => READ.has(name)));
const market = openMarket([{ ...simulated, feeds }]);
const host = await testHost(market, createManualClock(NOW), TIER_GATE);
beforeAll(async () => host.start(), 60_000);
afterAll(async () => host.stop());

interface Found {
  readonly symbol?: string;
  readonly coin?: string;
  readonly detail?: { readonly error: string; readonly suggestions?: readonly string[] };
}

/** Symbol of the answer, or status, code and first suggestion of the error. */
async function asked(path: string, name: string, tier = 'pro_plus'): Promise<string> {
  const url = `/api/v1/${path.replace('*', encodeURIComponent(name))}`;
  const reply = await host.server.inject({ url, headers: { 'x-api-key': tier } });
  const { symbol, coin, detail } = reply.json<Found>();
  if (reply.statusCode === 200) return symbol ?? coin ?? '';
  return `${reply.statusCode} ${detail?.error} ${detail?.suggestions?.[0] ?? ''}`.trim();
}

/** Spellings that every operation about a coin takes. */
const SPELLINGS = [
  'BTC',
  'btc',
  'BTCUSDT',
  'BTC-USDT',
  'BTC/USDT',
  'BTC_USDT',
  'BTC/USDT:USDT',
  'BTC-PERP',
  'BTC-USD-SWAP',
  'BTCUSD_PERP',
  'XBT',
  'XBTUSD',
  'XXBTZUSD',
  'tBTCUSD',
  'BINANCE:BTCUSDT.P',
  'BTCUSDT-1h-2024-01.csv',
  'BINANCE_BTCUSDT, 60.csv',
];
const OF_COINS = [
  'indicators/signum-rgg/*',
  'indicators/technical/*',
  'volume/scanner/*',
  'volatility/regime/*',
  'perpdex/candles?coin=*',
  'perpdex/summary?coin=*',
  'perpdex/funding-rates?symbol=*',
  'perpdex/l2-book?coin=*',
  'derivatives/summary?coin=*',
  'derivatives/funding-rates?coin=*',
];

describe.each(OF_COINS)('GET %s', (path) => {
  it('takes every usual spelling', async () => {
    for (const name of SPELLINGS) expect([name, await asked(path, name)]).toEqual([name, 'BTC']);
  });

  it('takes a contract of thousands for the perp of the same scale', async () => {
    for (const name of ['kPEPE', 'KPEPE', '1000PEPE', '1000PEPEUSDT', 'kPEPE-PERP']) {
      expect([name, await asked(path, name)]).toEqual([name, 'kPEPE']);
    }
  });

  it('takes no other instrument for the coin, and suggests it', async () => {
    for (const name of ['BTC-EUR', 'BTC-28JUN24']) expect(await asked(path, name)).toMatch(/^40[04] unknown_\w+ BTC/);
    expect(await asked(path, 'BTCC')).toMatch(/^40[04] unknown_\w+ BTC/);
    for (const name of ['\u0001', 'B\nTC', '=cmd|calc.csv', '<img src=x>', '../../etc']) {
      expect(await asked(path, name)).toMatch(/^4\d\d /);
    }
  });
});

describe('a coin that is listed by the thousand alone', () => {
  it.each(['indicators/technical/*', 'volume/scanner/*'])('is an alias in %s', async (path) => {
    for (const name of ['PEPE', 'pepe', 'PEPEUSDT']) expect([name, await asked(path, name)]).toEqual([name, 'kPEPE']);
    expect(await asked(path, '1000000PEPE')).toBe('404 unknown_symbol kPEPE');
  });

  it.each([
    ['indicators/signum-rgg/*', '404 unknown_symbol kPEPE'],
    ['volatility/regime/*', '404 unknown_symbol kPEPE'],
    ['perpdex/candles?coin=*', '400 unknown_coin kPEPE'],
    ['perpdex/summary?coin=*', '400 unknown_coin kPEPE'],
    ['derivatives/summary?coin=*', '400 unknown_coin kPEPE'],
  ])('is another name in %s', async (path, refusal) => {
    for (const name of ['PEPE', 'PEPE/USDT', '1000000PEPE']) expect(await asked(path, name)).toBe(refusal);
  });
});

describe('pairs stay pairs', () => {
  const SPOT = 'market-data/ticker/price?symbol=*';
  it.each([SPOT, 'market-data/klines?symbol=*', 'market-data/exchange-info?symbol=*'])('in %s', async (path) => {
    for (const name of ['BTCUSDT', 'btc/usdt', 'XBT-USDT', 'BTC_USDT', 'BINANCE:BTCUSDT']) {
      expect([name, await asked(path, name)]).toEqual([name, 'BTCUSDT']);
    }
    for (const name of ['BTC', 'BTC-PERP', 'BTC-USD', 'BTC-USDT-SWAP', 'BTCUSDC']) {
      expect([name, await asked(path, name)]).toEqual([name, '400 unknown_coin BTCUSDT']);
    }
  });

  it('of the large exchange, whose perps a coin stands for, too', async () => {
    const path = 'derivatives/cexa/summary?symbol=*';
    for (const name of ['BTCUSDT', 'btc/usdt', 'BTC-USDT-SWAP', 'BTC', 'XBT', 'BTC-PERP']) {
      expect([name, await asked(path, name)]).toEqual([name, 'BTCUSDT']);
    }
    for (const name of ['kPEPE', '1000PEPE/USDT']) expect(await asked(path, name)).toBe('1000PEPEUSDT');
    for (const name of ['BTCUSDC', 'BTC-USD-SWAP', 'XBTUSD', 'ETHBTC']) {
      expect(await asked(path, name)).toMatch(/^400 unknown_coin \w+/);
    }
  });
});

describe('a name with a control character', () => {
  it('is 422 with field and value, where any name has an answer too', async () => {
    for (const path of [
      ...OF_COINS,
      'stream/recent?symbols=*',
      'supply/float?symbol=*',
      'quant/gex/history?symbol=*',
    ]) {
      for (const name of ['B\nTC', 'BTC\u0001', 'BTC\u2028']) {
        const url = `/api/v1/${path.replace('*', encodeURIComponent(name))}`;
        const reply = await host.server.inject({ url, headers: { 'x-api-key': 'pro_plus' } });
        const msg = `expected a name without control characters, got ${JSON.stringify(name)}`;
        expect([path, reply.statusCode, reply.json()]).toMatchObject([path, 422, { detail: [{ msg }] }]);
      }
    }
  });
});

describe('a key of tier free', () => {
  it('sees its coin in every spelling, and no other', async () => {
    // A comma separates the names of a scope.
    for (const name of SPELLINGS.filter((one) => !one.includes(','))) {
      expect([name, await asked('volatility/regime/*', name, 'free')]).toEqual([name, 'BTC']);
    }
    for (const name of ['ETH', 'ETHBTC', 'BTC-ETH', 'kBTC', '1000BTC', 'WBTC', 'BTC-EUR']) {
      expect([name, await asked('volatility/regime/*', name, 'free')]).toEqual([name, '403 tier_too_low']);
    }
  });
});
