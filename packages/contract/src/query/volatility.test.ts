import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOLATILITY_SORTS } from '../parameters.ts';
import type { VolatilityItemWire } from '../wire/volatility-row.ts';
import {
  decodeVolatilityListQuery,
  matchesVolatilityQuery,
  volatilityOrder,
  type VolatilityListQuery,
} from './volatility.ts';

const QUERY: VolatilityListQuery = {
  source: undefined,
  regime: undefined,
  coins: undefined,
  sort: 'vol_pctile_30',
  order: 'desc',
  limit: 250,
};
const value = fc.integer({ min: 0, max: 3 });
const rows: fc.Arbitrary<VolatilityItemWire[]> = fc.uniqueArray(
  fc.record({
    symbol: fc.string({ minLength: 1, maxLength: 3 }),
    regime: fc.constantFrom('vol_shock', 'normal'),
    source: fc.constantFrom('perpdex_perp', 'cexa_spot'),
    rv_gk_30: value,
    rv_gk_7: value,
    vol_pctile_30: fc.option(value),
    term_structure_ratio: fc.option(value),
    vol_target_multiplier: value,
    days_compressed: value,
  }) as fc.Arbitrary<VolatilityItemWire>,
  { selector: ({ symbol }) => symbol },
);
const order = fc.constantFrom('asc' as const, 'desc' as const);

describe('volatilityOrder', () => {
  it('sorts by every key, rows without the value last in both directions, ties by symbol ascending', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...VOLATILITY_SORTS), order, (list, sort, direction) => {
        const sorted = [...list].sort(volatilityOrder({ sort, order: direction }));
        for (let i = 1; i < sorted.length; i++) {
          const [a, b] = [sorted[i - 1]!, sorted[i]!];
          const [x, y] = [a[sort], b[sort]];
          if (x === y) expect(a.symbol < b.symbol).toBe(true);
          else if (x === null) expect(y).toBeNull();
          else if (y !== null) expect(direction === 'asc' ? x < y : x > y).toBe(true);
        }
      }),
    );
  });
});

describe('matchesVolatilityQuery', () => {
  const row = { symbol: 'ETH', regime: 'normal', source: 'perpdex_perp' } as VolatilityItemWire;
  it.each([
    [{}, true],
    [{ source: 'perpdex_perp' }, true],
    [{ source: 'cexa_spot' }, false],
    [{ regime: 'normal' }, true],
    [{ regime: 'vol_shock' }, false],
    [{ coins: ['BTC', 'ETH'] }, true],
    [{ coins: ['BTC'] }, false],
    [{ source: 'perpdex_perp', regime: 'vol_shock' }, false],
  ] as const)('%j lets the row pass: %s', (part, passes) => {
    expect(matchesVolatilityQuery(row, { ...QUERY, ...part })).toBe(passes);
  });
});

it('decodes the checked query and the coins that the caller may see', () => {
  const wire = { sort: 'symbol', order: 'asc', limit: 7, regime: 'normal' } as const;
  expect(decodeVolatilityListQuery(wire, ['BTC'])).toEqual({
    source: undefined,
    regime: 'normal',
    coins: ['BTC'],
    sort: 'symbol',
    order: 'asc',
    limit: 7,
  });
});
