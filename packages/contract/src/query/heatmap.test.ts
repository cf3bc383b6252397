import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEATMAP_INTERVALS, HEATMAP_SORTS, SIGNUM_COLORS, VENUES } from '../parameters.ts';
import type { HeatmapItemWire } from '../wire/heatmap.ts';
import { decodeHeatmapQuery, heatmapMoveOf, heatmapOrder, matchesHeatmapQuery, type HeatmapQuery } from './heatmap.ts';

const ALL: HeatmapQuery = {
  source: 'all',
  interval: '4h',
  minNotional30: undefined,
  color: undefined,
  color4h: undefined,
  aboveSma200: undefined,
  sort: 'notional_30',
  order: 'desc',
  limit: 500,
};

const row = (symbol: string, change: Partial<HeatmapItemWire> = {}): HeatmapItemWire => ({
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

const scan = (rows: readonly HeatmapItemWire[], query: HeatmapQuery): HeatmapItemWire[] =>
  rows.filter((one) => matchesHeatmapQuery(one, query)).sort(heatmapOrder(query));
const symbols = (rows: readonly HeatmapItemWire[], change: Partial<HeatmapQuery> = {}): string =>
  scan(rows, { ...ALL, ...change })
    .map(({ symbol }) => symbol)
    .join('');

const few = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null });
const color = fc.option(fc.constantFrom(...SIGNUM_COLORS), { nil: null });
const anyRow: fc.Arbitrary<Partial<HeatmapItemWire>> = fc.record({
  source: fc.constantFrom(...VENUES),
  pct_1h: few,
  pct_4h: few,
  signum: color,
  signum_4h: color,
  days_in_color: few,
  adx: few,
  notional_30: few,
  above_sma200: fc.option(fc.boolean(), { nil: null }),
});
const anyRows = fc.array(anyRow, { maxLength: 25 }).map((all) => all.map((change, i) => row(`S${i}`, change)));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const anyQuery: fc.Arbitrary<HeatmapQuery> = fc.record({
  source: fc.constantFrom('all' as const, ...VENUES),
  interval: fc.constantFrom(...HEATMAP_INTERVALS),
  minNotional30: optional(fc.integer({ min: -3, max: 3 })),
  color: optional(fc.constantFrom(...SIGNUM_COLORS)),
  color4h: optional(fc.constantFrom(...SIGNUM_COLORS)),
  aboveSma200: optional(fc.boolean()),
  sort: fc.constantFrom(...HEATMAP_SORTS),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 500 }),
});

describe('filters', () => {
  it('source is one market, or all', () => {
    const rows = [row('A'), row('B', { source: 'cexa_spot' })];
    expect([...VENUES, 'all' as const].map((source) => symbols(rows, { source }))).toEqual(['B', 'A', 'AB']);
  });

  it('[#570] a floor of liquidity drops rows below it and rows of unknown liquidity, also a floor of 0', () => {
    const rows = [row('A', { notional_30: 4 }), row('B', { notional_30: 5 }), row('C'), row('D', { notional_30: 0 })];
    expect(symbols(rows, { minNotional30: 5 })).toBe('B');
    expect(symbols(rows, { minNotional30: 0 })).toBe('BAD');
    expect(symbols(rows)).toBe('BADC');
  });

  it('colours are those of the day and of the 4h bars', () => {
    const rows = [
      row('A', { signum: 'red', signum_4h: 'green' }),
      row('B', { signum: 'green', signum_4h: 'red' }),
      row('C'),
    ];
    expect([symbols(rows, { color: 'red' }), symbols(rows, { color4h: 'red' })]).toEqual(['A', 'B']);
  });

  it('above_sma200 true and false both drop rows of which it is not known', () => {
    const rows = [row('A', { above_sma200: true }), row('B', { above_sma200: false }), row('C')];
    expect([true, false, undefined].map((aboveSma200) => symbols(rows, { aboveSma200 }))).toEqual(['A', 'B', 'ABC']);
  });

  it('commute: one after the other is both at once, in either order', () => {
    fc.assert(
      fc.property(anyRows, anyQuery, (rows, query) => {
        const none = { minNotional30: undefined, color: undefined, color4h: undefined, aboveSma200: undefined };
        const first = { ...query, ...none, minNotional30: query.minNotional30, color: query.color };
        const second = { ...query, ...none, color4h: query.color4h, aboveSma200: query.aboveSma200 };
        const both = scan(rows, query);
        expect(scan(scan(rows, first), second)).toEqual(both);
        expect(scan(scan(rows, second), first)).toEqual(both);
      }),
    );
  });
});

describe('order', () => {
  const rows = [row('B', { adx: 1, pct_1h: 5 }), row('C', { adx: 2, pct_4h: 6 }), row('A', { adx: 2 }), row('D')];

  it('[#570] rows lacking the sort value go last in both directions, ties by symbol ascending', () => {
    expect(symbols(rows, { sort: 'adx', order: 'desc' })).toBe('ACBD');
    expect(symbols(rows, { sort: 'adx', order: 'asc' })).toBe('BACD');
  });

  it('[#570] the interval picks the move that pct sorts by', () => {
    expect(symbols(rows, { sort: 'pct', interval: '1h' })).toBe('BACD');
    expect(symbols(rows, { sort: 'pct', interval: '4h' })).toBe('CABD');
    expect(
      HEATMAP_INTERVALS.map((interval) => heatmapMoveOf(row('X', { pct_1h: 1, pct_4h: 4 }), { interval })),
    ).toEqual([1, 4]);
  });

  it('by symbol is A to Z ascending and Z to A descending', () => {
    expect([symbols(rows, { sort: 'symbol', order: 'asc' }), symbols(rows, { sort: 'symbol' })]).toEqual([
      'ABCD',
      'DCBA',
    ]);
  });

  it('is total: shuffled rows give the same table', () => {
    fc.assert(
      fc.property(
        anyRows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        anyQuery,
        ([all, shuffled], query) => {
          expect(scan(shuffled, query)).toEqual(scan(all, query));
        },
      ),
    );
  });

  it('reverses the values only: the rows without one stay last', () => {
    fc.assert(
      fc.property(anyRows, fc.constantFrom('notional_30', 'adx', 'days_in_color'), (all, sort) => {
        const [asc, desc] = (['asc', 'desc'] as const).map((order) =>
          scan(all, { ...ALL, sort, order }).map((one) => one[sort]),
        );
        const defined = asc!.filter((one) => one !== null);
        expect(desc).toEqual([...defined.toReversed(), ...asc!.filter((one) => one === null)]);
      }),
    );
  });
});

describe('decodeHeatmapQuery', () => {
  it('gives every parameter its name in the host', () => {
    expect(
      decodeHeatmapQuery({
        source: 'all',
        interval: '1h',
        min_notional_30: 5,
        color: 'red',
        color_4h: 'green',
        above_sma200: false,
        sort: 'pct',
        order: 'asc',
        limit: 7,
      }),
    ).toEqual({
      source: 'all',
      interval: '1h',
      minNotional30: 5,
      color: 'red',
      color4h: 'green',
      aboveSma200: false,
      sort: 'pct',
      order: 'asc',
      limit: 7,
    });
  });
});
