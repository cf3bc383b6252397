import { describe, expect, it } from 'vitest';
import type { QuantCoinRowWire } from './coin-row.ts';
import { selectCoins } from './coins.ts';

const row = (symbol: string, confidence: number, rest: Partial<QuantCoinRowWire> = {}): QuantCoinRowWire => ({
  symbol,
  regime: 'squeeze',
  confidence,
  p_direction_up: 1 - confidence,
  direction_status: 'available',
  most_likely_transition: { label: 'vol_spike', p: 0 },
  insufficient_history: false,
  warming_up: false,
  new_listing: false,
  settled: true,
  sparse: false,
  bar_timestamp: 0,
  ...rest,
});
const ROWS = [
  row('C', 0.5),
  row('A', 0.5, { oi_usd: 1 }),
  row('B', 0.75, { oi_usd: 2, regime: 'vol_spike' }),
  row('D', 0),
];
const QUERY = { sort: 'oi', order: 'desc' } as const;
const symbols = (query: Partial<Parameters<typeof selectCoins>[1]>): string =>
  selectCoins(ROWS, { ...QUERY, ...query })
    .map(({ symbol }) => symbol)
    .join('');

describe('the list of perps', () => {
  it('sorts by every key, rows without the value last in both orders, ties by symbol [#434]', () => {
    expect(symbols({})).toBe('BACD');
    expect(symbols({ order: 'asc' })).toBe('ABCD');
    expect(symbols({ sort: 'confidence' })).toBe('BACD');
    expect(symbols({ sort: 'confidence', order: 'asc' })).toBe('DACB');
    expect(symbols({ sort: 'p_up' })).toBe('DACB');
    expect(symbols({ sort: 'symbol' })).toBe('DCBA');
    expect(symbols({ sort: 'symbol', order: 'asc' })).toBe('ABCD');
  });

  it('has rows without a direction last in both orders, by symbol', () => {
    const none = { p_direction_up: null, direction_status: 'unavailable' } as const;
    const rows = [row('D', 0.1, none), row('A', 0.9, none), row('C', 0.2), row('B', 0.4)];
    for (const [order, expected] of [
      ['desc', 'CBAD'],
      ['asc', 'BCAD'],
    ] as const) {
      // prettier-ignore
      expect(selectCoins(rows, { sort: 'p_up', order }).map(({ symbol }) => symbol).join('')).toBe(expected); // prettier-ignore
    }
  });

  it('holds rows of the label that is asked for [#434]', () => {
    expect(symbols({ regime: 'vol_spike' })).toBe('B');
    expect(symbols({ regime: 'strong_trend_bull' })).toBe('');
  });
});
