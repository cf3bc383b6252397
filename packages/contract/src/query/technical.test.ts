import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TECHNICAL_SORTS } from '../parameters.ts';
import type { TechnicalItemWire } from '../wire/technical-row.ts';
import {
  decodeTechnicalListQuery,
  matchesTechnicalQuery,
  technicalOrder,
  type TechnicalListQuery,
} from './technical.ts';

const ALL: TechnicalListQuery = {
  source: undefined,
  maState: undefined,
  bb: undefined,
  rangeZone: undefined,
  rsi: undefined,
  minDaysInState: undefined,
  sort: 'symbol',
  order: 'asc',
  limit: 500,
};
const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null });
const days = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null });
const value = fc.option(fc.integer({ min: -2, max: 2 }), { nil: null });
const rows: fc.Arbitrary<TechnicalItemWire[]> = fc.uniqueArray(
  fc.record({
    symbol: fc.string({ minLength: 1, maxLength: 3 }),
    source: fc.constantFrom('perpdex_perp', 'cexa_spot'),
    price: fc.integer({ min: 1, max: 4 }),
    ma_state: optional(['above_200', 'below_200', 'breakdown_200', 'reclaim_200']),
    days_in_state: days,
    bb: optional(['in_squeeze', 'expanding', 'normal']),
    bb_days: days,
    squeeze_days: days,
    range_zone: optional(['near_low', 'mid', 'near_high']),
    rsi_1d: value,
    rsi_1d_zone: optional(['overbought', 'oversold', 'neutral']),
    rsi_1d_extreme: optional([true, false]),
    bb_bandwidth: value,
    dist_from_200_pct: value,
    position_in_range: value,
  }) as fc.Arbitrary<TechnicalItemWire>,
  { selector: ({ symbol }) => symbol, maxLength: 20 },
);
const filter = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const queries: fc.Arbitrary<TechnicalListQuery> = fc.record({
  source: filter(['perpdex_perp', 'cexa_spot'] as const),
  maState: filter(['above_200', 'below_200', 'breakdown_200', 'reclaim_200'] as const),
  bb: filter(['in_squeeze', 'expanding'] as const),
  rangeZone: filter(['near_low', 'mid', 'near_high'] as const),
  rsi: filter(['overbought', 'oversold', 'extreme'] as const),
  minDaysInState: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  sort: fc.constantFrom(...TECHNICAL_SORTS),
  order: fc.constantFrom('asc', 'desc'),
  limit: fc.constant(500),
});
const FILTERS = ['source', 'maState', 'bb', 'rangeZone', 'rsi'] as const;
const passing = (list: readonly TechnicalItemWire[], query: TechnicalListQuery) =>
  list.filter((row) => matchesTechnicalQuery(row, query));

describe('matchesTechnicalQuery', () => {
  it('[#589] is the conjunction of its filters', () => {
    fc.assert(
      fc.property(rows, queries, (list, query) => {
        const oneByOne = FILTERS.reduce<readonly TechnicalItemWire[]>(
          (left, name) => passing(left, { ...ALL, [name]: query[name], minDaysInState: query.minDaysInState }),
          list,
        );
        expect(passing(list, query)).toEqual(oneByOne);
      }),
    );
  });

  it('passes every row without a filter', () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(passing(list, ALL)).toEqual(list);
      }),
    );
  });

  it('[#589] loses rows and never gains any when the least days are raised', () => {
    fc.assert(
      fc.property(rows, queries, fc.nat({ max: 5 }), (list, query, more) => {
        const least = query.minDaysInState ?? 0;
        const wider = passing(list, { ...query, minDaysInState: least });
        const narrower = passing(list, { ...query, minDaysInState: least + more });
        expect(narrower.every((row) => wider.includes(row))).toBe(true);
      }),
    );
  });

  it('counts the days of each state that is asked for: at the least, not one below', () => {
    const row = { ma_state: 'above_200', days_in_state: 5, bb: 'in_squeeze', bb_days: 3 } as TechnicalItemWire;
    const passes = (change: Partial<TechnicalListQuery>) => matchesTechnicalQuery(row, { ...ALL, ...change });
    expect([4, 5, 6].map((minDaysInState) => passes({ maState: 'above_200', minDaysInState }))).toEqual([
      true,
      true,
      false,
    ]);
    expect([3, 4].map((minDaysInState) => passes({ bb: 'in_squeeze', minDaysInState }))).toEqual([true, false]);
    expect(passes({ maState: 'above_200', bb: 'in_squeeze', minDaysInState: 4 })).toBe(false);
  });

  it('extreme is either side, whatever the zone', () => {
    const row = { rsi_1d_zone: 'overbought', rsi_1d_extreme: true } as TechnicalItemWire;
    const passes = (rsi: TechnicalListQuery['rsi']) => matchesTechnicalQuery(row, { ...ALL, rsi });
    expect([passes('extreme'), passes('overbought'), passes('oversold')]).toEqual([true, true, false]);
  });
});

describe('technicalOrder', () => {
  it('does not depend on the order that rows came in', () => {
    fc.assert(
      fc.property(
        rows.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        queries,
        ([list, shuffled], query) => {
          expect(shuffled.sort(technicalOrder(query))).toEqual([...list].sort(technicalOrder(query)));
        },
      ),
    );
  });

  const FIELD = {
    price: 'price',
    rsi_1d: 'rsi_1d',
    bb_bandwidth: 'bb_bandwidth',
    squeeze_days: 'squeeze_days',
    dist_from_200: 'dist_from_200_pct',
    position_in_range: 'position_in_range',
  } as const;

  it('puts rows without the value last in both directions, and ties by symbol ascending', () => {
    const sorts = fc.constantFrom(...(Object.keys(FIELD) as (keyof typeof FIELD)[]));
    fc.assert(
      fc.property(rows, sorts, fc.constantFrom('asc' as const, 'desc' as const), (list, sort, order) => {
        const sorted = [...list].sort(technicalOrder({ ...ALL, sort, order }));
        for (let i = 1; i < sorted.length; i++) {
          const [a, b] = [sorted[i - 1]!, sorted[i]!];
          const [x, y] = [a[FIELD[sort]], b[FIELD[sort]]];
          if (x === y) expect(a.symbol < b.symbol).toBe(true);
          else if (x === null) expect(y).toBeNull();
          else if (y !== null) expect(order === 'asc' ? x < y : x > y).toBe(true);
        }
      }),
    );
  });

  it('by symbol descending runs Z to A: the default of the list', () => {
    const list = ['A', 'C', 'B'].map((symbol) => ({ symbol }) as TechnicalItemWire);
    const ordered = (order: 'asc' | 'desc') => [...list].sort(technicalOrder({ ...ALL, order })).map((r) => r.symbol);
    expect([ordered('asc').join(''), ordered('desc').join('')]).toEqual(['ABC', 'CBA']);
  });
});

describe('decodeTechnicalListQuery', () => {
  const query = { sort: 'symbol', order: 'desc', limit: 250 } as const;

  it('gives every parameter its name in the host', () => {
    const sent = {
      source: 'cexa_spot',
      ma_state: 'reclaim_200',
      bb: 'expanding',
      range_zone: 'mid',
      rsi: 'extreme',
      min_days_in_state: 2,
      sort: 'price',
      order: 'asc',
      limit: 7,
    } as const;
    expect(decodeTechnicalListQuery(sent)).toEqual({
      ok: true,
      value: {
        source: 'cexa_spot',
        maState: 'reclaim_200',
        bb: 'expanding',
        rangeZone: 'mid',
        rsi: 'extreme',
        minDaysInState: 2,
        sort: 'price',
        order: 'asc',
        limit: 7,
      },
    });
  });

  it.each([{}, { range_zone: 'mid' }, { rsi: 'extreme' }, { source: 'cexa_spot' }] as const)(
    '[#589] answers 422 to min_days_in_state with %j: nothing there has days to count',
    (others) => {
      expect(decodeTechnicalListQuery({ ...query, ...others, min_days_in_state: 1 })).toMatchObject({
        ok: false,
        error: { status: 422, body: { detail: [{ loc: ['query', 'min_days_in_state'] }] } },
      });
    },
  );

  it.each([{ ma_state: 'above_200' }, { bb: 'in_squeeze' }] as const)('[#589] takes it with %j', (state) => {
    expect(decodeTechnicalListQuery({ ...query, ...state, min_days_in_state: 1 }).ok).toBe(true);
  });

  it('takes 0 alone: it asks for nothing', () => {
    expect(decodeTechnicalListQuery({ ...query, min_days_in_state: 0 }).ok).toBe(true);
  });
});
