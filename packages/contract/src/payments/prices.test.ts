/** The table of prices: as listed, in whole units. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UPGRADE_PRICE_USD_MONTHLY } from '../tiers.ts';
import { ARCHIVE_TYPES, PLANS, REQUEST_PRICES, usdcUnits, usdOf } from './prices.ts';

describe('prices', () => {
  it('lists the ten plans with price, tier and duration [#60] [#91] [#101] [#102] [#103] [#104] [#105] [#106] [#107] [#108] [#109] [#110]', () => {
    const listed = Object.entries(PLANS).map(([name, { usd, tier, hours }]) => [name, Number(usd), tier, hours]);
    expect(listed).toEqual([
      ['monthly', 39, 'pro', 30 * 24],
      ['monthly_plus', 129, 'pro_plus', 30 * 24],
      ['annual', 348, 'pro', 365 * 24],
      ['annual_plus', 1188, 'pro_plus', 365 * 24],
      ['pass_1h', 1.5, 'pro', 1],
      ['pass_1d', 5, 'pro', 24],
      ['pass_7d', 15, 'pro', 168],
      ['pass_1h_plus', 4, 'pro_plus', 1],
      ['pass_1d_plus', 15, 'pro_plus', 24],
      ['pass_7d_plus', 45, 'pro_plus', 168],
    ]);
    expect(UPGRADE_PRICE_USD_MONTHLY).toEqual({ pro: 29, pro_plus: 99 });
  });

  it('lists the six answers and the eight types of files [#111] [#112] [#113] [#114] [#115] [#116] [#117] [#444] [#644] [#645]', () => {
    expect(Object.entries(REQUEST_PRICES).map(([path, { usd }]) => [path, usd])).toEqual([
      ['/quant/whales', '0.03'],
      ['/quant/market', '0.015'],
      ['/regimes/current', '0.01'],
      ['/market-intelligence/liquidations', '0.01'],
      ['/event/calendar', '0.008'],
      ['/market-intelligence/etf/{asset}/flows', '0.01'],
    ]);
    expect(Object.entries(ARCHIVE_TYPES).map(([type, { usd, parameters }]) => [type, usd, parameters.join()])).toEqual([
      ['klines', '0.25', 'exchange,symbol,date'],
      ['funding', '0.25', 'exchange,symbol,date'],
      ['liquidations', '0.25', 'symbol,date'],
      ['pd_liquidations', '1.0', 'date'],
      ['daily', '2.0', 'date,bundle,exchange'],
      ['snapshots', '0.25', 'snapshot_type,date'],
      ['klines_deep', '3.0', 'exchange,interval,symbol,month'],
      ['funding_deep', '3.0', 'exchange,symbol,month'],
    ]);
  });

  it('counts whole units of USDC, six decimals [#92]', () => {
    expect(usdcUnits('0.008')).toBe(8000n);
    expect(usdcUnits('1.5')).toBe(1_500_000n);
    expect(usdcUnits('1188')).toBe(1_188_000_000n);
    for (const text of ['', '.5', '1.', '-1', '1e3', '0.0000001', '1,5', ' 1', 'NaN']) {
      expect(() => usdcUnits(text), text).toThrow('"usd" expected a price such as 1.5');
    }
  });

  it('reads back every amount of units', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), (units) => usdcUnits(usdOf(units)) === units));
  });

  it('makes a pass cheaper than a feed polled every five minutes [#127]', () => {
    const calls = (30 * 24 * 60) / 5;
    expect(calls).toBe(8640);
    const dear = usdcUnits(PLANS.monthly.usd);
    for (const { usd } of Object.values(REQUEST_PRICES)) expect(usdcUnits(usd) * BigInt(calls)).toBeGreaterThan(dear);
  });
});
