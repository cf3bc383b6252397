import { describe, expect, it } from 'vitest';
import type { QuantCoinRowWire } from '../wire/quant-coin.ts';
import {
  decodeQuantHistoryQuery,
  decodeQuantListQuery,
  decodeQuantTimelineQuery,
  selectQuantRows,
  type QuantListQuery,
} from './quant.ts';

const row = (symbol: string, confidence: number, rest: Partial<QuantCoinRowWire> = {}): QuantCoinRowWire => ({
  symbol,
  regime: 'squeeze',
  confidence,
  p_direction_up: 1 - confidence,
  most_likely_transition: { label: 'vol_spike', p: 0 },
  insufficient_history: false,
  warming_up: false,
  new_listing: false,
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
const QUERY: QuantListQuery = { horizon: '24h', regime: undefined, sort: 'oi', order: 'desc', limit: 250 };
const symbols = (query: Partial<QuantListQuery>): string =>
  selectQuantRows(ROWS, { ...QUERY, ...query })
    .map(({ symbol }) => symbol)
    .join('');

describe('the list of perps', () => {
  it('is at 24h when nothing is said [#434]', () => {
    expect(decodeQuantListQuery({ sort: 'oi', order: 'desc', limit: 250 })).toEqual(QUERY);
    expect(decodeQuantListQuery({ sort: 'oi', order: 'desc', limit: 250, horizon: '4h' }).horizon).toBe('4h');
  });

  it('sorts by every key, rows without the value last in both orders, ties by symbol [#434]', () => {
    expect(symbols({})).toBe('BACD');
    expect(symbols({ order: 'asc' })).toBe('ABCD');
    expect(symbols({ sort: 'confidence' })).toBe('BACD');
    expect(symbols({ sort: 'confidence', order: 'asc' })).toBe('DACB');
    expect(symbols({ sort: 'p_up' })).toBe('DACB');
    expect(symbols({ sort: 'symbol' })).toBe('DCBA');
    expect(symbols({ sort: 'symbol', order: 'asc' })).toBe('ABCD');
  });

  it('holds rows of the label that is asked for [#434]', () => {
    expect(symbols({ regime: 'vol_spike' })).toBe('B');
    expect(symbols({ regime: 'strong_trend_bull' })).toBe('');
  });
});

describe('the history', () => {
  const NOW = 5_000_000_000_000;
  const ask = (query: { readonly start: string; readonly end?: string }) =>
    decodeQuantHistoryQuery({ scope: 'market', limit: 500, format: 'json', ...query }, NOW);

  it('ends now when no end is sent [#437]', () => {
    expect(ask({ start: '2026-01-01' })).toEqual({
      ok: true,
      value: { scope: 'market', start: Date.UTC(2026, 0, 1), end: NOW, horizon: undefined, limit: 500, format: 'json' },
    });
    expect(ask({ start: '1000', end: '1000' }).ok).toBe(true);
  });

  it('names the moment that is none, or after the end', () => {
    const fault = (query: Parameters<typeof ask>[0]): unknown => {
      const asked = ask(query);
      return asked.ok ? undefined : [asked.error.status, asked.error.body];
    };
    const at = (name: string): unknown => [422, { detail: [expect.objectContaining({ loc: ['query', name] })] }];
    expect(fault({ start: 'soon' })).toEqual(at('start'));
    expect(fault({ start: '1000', end: 'later' })).toEqual(at('end'));
    expect(fault({ start: '1001', end: '1000' })).toEqual(at('start'));
  });
});

describe('the timeline', () => {
  it('begins with the day of start, and never before 2019 [#472]', () => {
    const from = (start?: string): unknown => decodeQuantTimelineQuery(start === undefined ? {} : { start });
    expect(from()).toEqual({ ok: true, value: Date.UTC(2019, 0, 1) });
    expect(from('2018-05-05')).toEqual({ ok: true, value: Date.UTC(2019, 0, 1) });
    expect(from('2024-05-05T13:00:00Z')).toEqual({ ok: true, value: Date.UTC(2024, 4, 5) });
    expect(from('someday')).toMatchObject({ ok: false, error: { status: 422 } });
  });
});
