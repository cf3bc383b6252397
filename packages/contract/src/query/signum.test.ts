import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignumItemWire } from '../wire/signum-row.ts';
import { decodeSignumListQuery, matchesSignumQuery, signumOrder, type SignumListQuery } from './signum.ts';

const QUERY: SignumListQuery = {
  color: undefined,
  source: undefined,
  minDays: undefined,
  maxDays: undefined,
  sort: 'days_in_color',
  order: 'desc',
  limit: 250,
  offset: 0,
};
const rows: fc.Arbitrary<SignumItemWire[]> = fc.uniqueArray(
  fc.record({
    symbol: fc.string({ minLength: 1, maxLength: 3 }),
    color: fc.constantFrom('red', 'grey', 'green'),
    source: fc.constantFrom('perpdex_perp', 'cexa_spot'),
    days_in_color: fc.integer({ min: 0, max: 4 }),
    adx: fc.integer({ min: 0, max: 3 }),
    pct_change_24h: fc.option(fc.integer({ min: -2, max: 2 })),
  }) as fc.Arbitrary<SignumItemWire>,
  { selector: ({ symbol }) => symbol },
);
const query = fc.record({
  sort: fc.constantFrom('days_in_color', 'pct_change', 'adx', 'symbol'),
  order: fc.constantFrom('asc', 'desc'),
}) as fc.Arbitrary<Pick<SignumListQuery, 'sort' | 'order'>>;

describe('signumOrder', () => {
  it('does not depend on the order that rows came in', () => {
    fc.assert(
      fc.property(rows, query, fc.infiniteStream(fc.nat()), (list, { sort, order }, seeds) => {
        const by = signumOrder({ ...QUERY, sort, order });
        const shuffled = list
          .map((row) => ({ row, at: seeds.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row);
        expect([...shuffled].sort(by)).toEqual([...list].sort(by));
      }),
    );
  });

  it('puts rows without the value last in both directions, and ties by symbol ascending', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('asc', 'desc'), (list, order) => {
        const sorted = [...list].sort(signumOrder({ ...QUERY, sort: 'pct_change', order: order as 'asc' | 'desc' }));
        for (let i = 1; i < sorted.length; i++) {
          const [a, b] = [sorted[i - 1]!, sorted[i]!];
          const [x, y] = [a.pct_change_24h, b.pct_change_24h];
          if (x === y) expect(a.symbol < b.symbol).toBe(true);
          else if (x === null) expect(y).toBeNull();
          else if (y !== null) expect(order === 'asc' ? x < y : x > y).toBe(true);
        }
      }),
    );
  });
});

describe('matchesSignumQuery', () => {
  it('is the conjunction of its filters [#557]', () => {
    const filters = fc.record({
      color: fc.constantFrom('red', 'grey', 'green', undefined),
      source: fc.constantFrom('perpdex_perp', 'cexa_spot', undefined),
      minDays: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      maxDays: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    }) as fc.Arbitrary<Partial<SignumListQuery>>;
    fc.assert(
      fc.property(rows, filters, (list, wanted) => {
        const kept = list.filter((row) => matchesSignumQuery(row, { ...QUERY, ...wanted }));
        const expected = list
          .filter((row) => wanted.color === undefined || row.color === wanted.color)
          .filter((row) => wanted.source === undefined || row.source === wanted.source)
          .filter((row) => row.days_in_color >= (wanted.minDays ?? 0))
          .filter((row) => row.days_in_color <= (wanted.maxDays ?? Infinity));
        expect(kept).toEqual(expected);
      }),
    );
  });
});

describe('decodeSignumListQuery', () => {
  it('renames and keeps everything', () => {
    const wire = {
      color: 'red',
      source: 'cexa_spot',
      min_days: 1,
      max_days: 9,
      sort: 'adx',
      order: 'asc',
      limit: 5,
      offset: 2,
    } as const;
    expect(decodeSignumListQuery(wire)).toEqual({
      color: 'red',
      source: 'cexa_spot',
      minDays: 1,
      maxDays: 9,
      sort: 'adx',
      order: 'asc',
      limit: 5,
      offset: 2,
    });
  });
});
