import { describe, expect, it } from 'vitest';
import { contextOf, jsonOf, viewOf, withDefaults } from '../../test/ask.ts';
import { VENUES } from '../parameters.ts';
import { heatmapList } from './list.ts';
import type { HeatmapRowWire } from './row.ts';

const row = (symbol: string, change: Partial<HeatmapRowWire> = {}): HeatmapRowWire => ({
  symbol,
  source: 'perpdex_perp',
  price: 1,
  pct_1h: null,
  pct_4h: null,
  pct_24h: null,
  pct_4h_bar: null,
  signum: null,
  days_in_color: null,
  adx: null,
  signum_4h: null,
  bars_in_color_4h: null,
  notional_30: null,
  above_sma200: null,
  dist_from_200_pct: null,
  config_version: 'heatmap/1',
  ...change,
});

const symbols = async (rows: readonly HeatmapRowWire[], query: object = {}): Promise<string> => {
  const view = viewOf(rows, {});
  const reply = await jsonOf<{ readonly items: readonly HeatmapRowWire[] }>(
    heatmapList,
    contextOf(() => view),
    { query: { source: 'all', limit: 500, ...query } },
  );
  return reply.items.map(({ symbol }) => symbol).join('');
};

describe('filters', () => {
  it('source is one market, or all', async () => {
    const rows = [row('A'), row('B', { source: 'cexa_spot' })];
    const ask = async (source: string) => symbols(rows, { source });
    expect(await Promise.all([...VENUES, 'all'].map(ask))).toEqual(['B', 'A', 'AB']);
  });

  it('[#570] a floor of liquidity drops rows below it and rows of unknown liquidity, also a floor of 0', async () => {
    const rows = [row('A', { notional_30: 4 }), row('B', { notional_30: 5 }), row('C'), row('D', { notional_30: 0 })];
    expect(await symbols(rows, { min_notional_30: 5 })).toBe('B');
    expect(await symbols(rows, { min_notional_30: 0 })).toBe('BAD');
    expect(await symbols(rows)).toBe('BADC');
  });

  it('colours are those of the day and of the 4h bars', async () => {
    const rows = [
      row('A', { signum: 'red', signum_4h: 'green' }),
      row('B', { signum: 'green', signum_4h: 'red' }),
      row('C'),
    ];
    expect([await symbols(rows, { color: 'red' }), await symbols(rows, { color_4h: 'red' })]).toEqual(['A', 'B']);
  });

  it('above_sma200 true and false both drop rows of which it is not known', async () => {
    const rows = [row('A', { above_sma200: true }), row('B', { above_sma200: false }), row('C')];
    const ask = async (query: object) => symbols(rows, { ...query, order: 'asc' });
    expect([await ask({ above_sma200: true }), await ask({ above_sma200: false }), await ask({})]).toEqual([
      'A',
      'B',
      'ABC',
    ]);
  });
});

describe('order', () => {
  const rows = [row('B', { adx: 1, pct_1h: 5 }), row('C', { adx: 2, pct_4h: 6 }), row('A', { adx: 2 }), row('D')];

  it('[#570] rows lacking the sort value go last in both directions, ties by symbol ascending', async () => {
    expect(await symbols(rows, { sort: 'adx', order: 'desc' })).toBe('ACBD');
    expect(await symbols(rows, { sort: 'adx', order: 'asc' })).toBe('BACD');
  });

  it('[#570] the interval picks the move that pct sorts by', async () => {
    expect(await symbols(rows, { sort: 'pct', interval: '1h' })).toBe('BACD');
    expect(await symbols(rows, { sort: 'pct', interval: '4h' })).toBe('CABD');
  });

  it('by symbol is A to Z ascending and Z to A descending', async () => {
    expect([await symbols(rows, { sort: 'symbol', order: 'asc' }), await symbols(rows, { sort: 'symbol' })]).toEqual([
      'ABCD',
      'DCBA',
    ]);
  });
});

it('takes these parameters', () => {
  expect(Object.keys(heatmapList.query.properties)).toEqual([
    'source',
    'interval',
    'min_notional_30',
    'color',
    'color_4h',
    'above_sma200',
    'sort',
    'order',
    'limit',
  ]);
  expect(withDefaults(heatmapList, {})).toEqual({
    source: 'perpdex_perp',
    interval: '4h',
    sort: 'notional_30',
    order: 'desc',
    limit: 250,
  });
});

it('moves are of the interval, over all rows that pass, whatever the limit', async () => {
  const rows = [row('A', { pct_1h: 1, pct_4h: -1 }), row('B', { pct_1h: 3, pct_4h: 0 }), row('C')];
  const view = viewOf(rows, {});
  const moves = async (interval: string) =>
    jsonOf(
      heatmapList,
      contextOf(() => view),
      { query: { interval, limit: 1 } },
    );
  expect(await moves('1h')).toMatchObject({ count: 1, total: 3, interval: '1h', moves: { up: 2, median_pct: 2 } });
  expect(await moves('4h')).toMatchObject({ interval: '4h', moves: { up: 0, down: 1, flat: 1, median_pct: -0.5 } });
});
