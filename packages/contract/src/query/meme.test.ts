import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEME_REGIMES, MEME_SORTS } from '../parameters.ts';
import type { MemeRowWire } from '../wire/meme-row.ts';
import { decodeMemeListQuery, matchesMemeQuery, memeOrder, type MemeListQuery } from './meme.ts';

const QUERY: MemeListQuery = { source: undefined, regime: undefined, sort: 'ret_7d', order: 'desc', limit: 250 };
const few = fc.option(fc.integer({ min: -2, max: 2 }));
const rows: fc.Arbitrary<MemeRowWire[]> = fc.uniqueArray(
  fc.record({
    symbol: fc.string({ minLength: 1, maxLength: 3 }),
    source: fc.constantFrom('perpdex_perp', 'cexa_spot'),
    regime: fc.constantFrom(...MEME_REGIMES),
    ret_7d: few,
    ret_30d: few,
    vol_spike: few,
    vol_pctile_30: few,
    sma20_extension_pct: few,
    funding_rate: few,
    oi_usd: few,
  }) as fc.Arbitrary<MemeRowWire>,
  { selector: ({ symbol }) => symbol },
);
const sorts = fc.record({
  sort: fc.constantFrom(...MEME_SORTS),
  order: fc.constantFrom('asc', 'desc'),
}) as fc.Arbitrary<Pick<MemeListQuery, 'sort' | 'order'>>;

describe('memeOrder', () => {
  it('does not depend on the order that rows came in', () => {
    fc.assert(
      fc.property(rows, sorts, fc.infiniteStream(fc.nat()), (list, sort, seeds) => {
        const by = memeOrder({ ...QUERY, ...sort });
        const shuffled = list
          .map((row) => ({ row, at: seeds.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row);
        expect([...shuffled].sort(by)).toEqual([...list].sort(by));
      }),
    );
  });

  it('[#592] puts rows without the value last in both directions, and ties by symbol ascending', () => {
    fc.assert(
      fc.property(rows, sorts, (list, { sort, order }) => {
        const sorted = [...list].sort(memeOrder({ ...QUERY, sort, order }));
        for (let i = 1; i < sorted.length; i++) {
          const [a, b] = [sorted[i - 1]!, sorted[i]!];
          if (sort === 'symbol') {
            expect(order === 'asc' ? a.symbol < b.symbol : a.symbol > b.symbol).toBe(true);
            continue;
          }
          const [x, y] = [a[sort], b[sort]];
          if (x === y) expect(a.symbol < b.symbol).toBe(true);
          else if (x === null) expect(y).toBeNull();
          else if (y !== null) expect(order === 'asc' ? x < y : x > y).toBe(true);
        }
      }),
    );
  });
});

describe('matchesMemeQuery', () => {
  it('[#592] is the conjunction of its filters', () => {
    const filters = fc.record({
      source: fc.constantFrom('perpdex_perp', 'cexa_spot', undefined),
      regime: fc.constantFrom(...MEME_REGIMES, undefined),
    }) as fc.Arbitrary<Pick<MemeListQuery, 'source' | 'regime'>>;
    fc.assert(
      fc.property(rows, filters, (list, wanted) => {
        const kept = list.filter((row) => matchesMemeQuery(row, { ...QUERY, ...wanted }));
        const expected = list
          .filter((row) => wanted.source === undefined || row.source === wanted.source)
          .filter((row) => wanted.regime === undefined || row.regime === wanted.regime);
        expect(kept).toEqual(expected);
      }),
    );
  });
});

describe('decodeMemeListQuery', () => {
  it('keeps everything', () => {
    const wire = { source: 'cexa_spot', regime: 'bleeding', sort: 'oi_usd', order: 'asc', limit: 5 } as const;
    expect(decodeMemeListQuery(wire)).toEqual(wire);
  });
});
