import { DAY_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { catalysts, symbolCatalysts, type CatalystInputs } from './catalyst.ts';

const NOW = 1_700_000_000_000;
const inputs: CatalystInputs = {
  asOf: NOW,
  unlocks: [
    { symbol: 'ARB', time: NOW + 3 * DAY_MS, usd: 1e12, dayNotional: 1e8, marketCap: null, shareOfFloat: 1 },
    { symbol: 'APT', time: NOW + 2 * DAY_MS, usd: 1e6, dayNotional: null, marketCap: null, shareOfFloat: null },
  ],
  prints: [{ print: 'CPI', name: 'CPI of October', time: NOW + DAY_MS }],
  depegs: [
    { symbol: 'USDX', deviationBps: 100, severity: 0.3, share: 1, score: 30 },
    { symbol: 'USDY', deviationBps: 1, severity: 0, share: 0, score: 0 },
  ],
  mints: [{ symbol: 'USDT', usd: 5e8, time: NOW - DAY_MS }],
};

describe('catalysts', () => {
  it('are one row each, nearest first, with their own sizes and sides [#617]', () => {
    expect(
      catalysts(inputs).map(({ type, daysUntil, symbols, bias, magnitude }) => [
        type,
        daysUntil,
        symbols,
        bias,
        magnitude,
      ]),
    ).toEqual([
      ['mint', -1, ['USDT'], 'long', 0.5],
      ['depeg', 0, ['USDX'], 'risk_flag', 0.3],
      ['macro_print', 1, [], 'neutral', 0.9],
      ['unlock', 2, ['APT'], 'short', null],
      ['unlock', 3, ['ARB'], 'short', 1],
    ]);
  });

  it('of a coin give its side, its size and the nearest [#619]', () => {
    const rows = catalysts(inputs);
    expect(symbolCatalysts(rows, 'ARB')).toMatchObject({ netBias: 'short', netMagnitude: 1, nearestDays: 3 });
    expect(symbolCatalysts(rows, 'ARB', 2)).toMatchObject({ pending: [], netBias: 'neutral', nearestDays: null });
    expect(symbolCatalysts(rows, 'APT')).toMatchObject({ netBias: 'neutral', netMagnitude: 0, nearestDays: 2 });
    expect(symbolCatalysts(rows, 'USDX')).toMatchObject({ netBias: 'risk_flag', netMagnitude: 0.3 });
    expect(symbolCatalysts(rows, 'USDT').pending).toEqual([]);
  });

  it('are none of feeds that did not answer', () => {
    expect(catalysts({ asOf: NOW, unlocks: null, prints: null, depegs: null, mints: null })).toEqual([]);
  });
});
