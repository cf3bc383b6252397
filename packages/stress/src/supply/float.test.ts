import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byFloat, floatRow, type CoinSupply } from './float.ts';

const coin = (more: Partial<CoinSupply> = {}): CoinSupply => ({
  price: 2,
  marketCap: 500,
  circulating: 250,
  total: 900,
  max: 1000,
  ...more,
});
const tokens = fc.double({ min: 1e-6, max: 1e18, noNaN: true });

describe('float', () => {
  it('is circulating over the maximum when capped, else over the total [#602]', () => {
    expect(floatRow(coin())).toEqual({
      floatPct: 0.25,
      supplyBasis: 1000,
      basis: 'max_supply',
      dilutionOverhang: 3,
      lockedUsd: 1500,
      quality: 'ok',
    });
    expect(floatRow(coin({ max: null }))).toMatchObject({
      floatPct: 250 / 900,
      basis: 'total_supply',
      supplyBasis: 900,
    });
  });

  it('is null without a basis, and without a circulating supply [#602]', () => {
    expect(floatRow(coin({ max: null, total: null }))).toEqual({
      floatPct: null,
      supplyBasis: null,
      basis: null,
      dilutionOverhang: null,
      lockedUsd: null,
      quality: 'no_basis',
    });
    expect(floatRow(coin({ circulating: null }))).toMatchObject({ floatPct: null, quality: 'no_circulating' });
  });

  it('is 1 with more circulating than there can be, and says so', () => {
    expect(floatRow(coin({ circulating: 1001 }))).toMatchObject({
      floatPct: 1,
      dilutionOverhang: 0,
      lockedUsd: 0,
      quality: 'circ_gt_basis',
    });
  });

  it.each([0, -1, Infinity, NaN])('takes a supply of %s for unknown', (bad) => {
    expect(floatRow(coin({ circulating: bad })).floatPct).toBeNull();
    expect(floatRow(coin({ max: bad })).basis).toBe('total_supply');
    expect(floatRow(coin({ max: bad, total: bad })).quality).toBe('no_basis');
    expect(floatRow(coin({ price: bad })).lockedUsd).toBeNull();
  });

  it('lies above 0 and up to 1, and the overhang is 1 / float − 1 exactly [#603]', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.option(tokens), (circulating, total, max) => {
        const { floatPct, dilutionOverhang } = floatRow(coin({ circulating, total, max }));
        expect(floatPct).toBeGreaterThan(0);
        expect(floatPct).toBeLessThanOrEqual(1);
        expect(dilutionOverhang).toBe(1 / floatPct! - 1);
        expect(dilutionOverhang).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the decimals of the token', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.integer({ min: -30, max: 30 }), (circulating, total, power) => {
        const scale = 2 ** power;
        const plain = floatRow(coin({ circulating, total, max: null }));
        const scaled = floatRow(coin({ circulating: circulating * scale, total: total * scale, max: null }));
        expect([scaled.floatPct, scaled.dilutionOverhang]).toEqual([plain.floatPct, plain.dilutionOverhang]);
      }),
    );
  });

  it('is the locked value as a multiple of the market cap [#603]', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (a, b, price) => {
        const [circulating, total] = [Math.min(a, b), Math.max(a, b)];
        const { dilutionOverhang, lockedUsd } = floatRow(coin({ circulating, total, max: null, price }));
        expect(lockedUsd! / (circulating * price)).toBeCloseTo(
          dilutionOverhang!,
          -Math.log10(dilutionOverhang! + 1) + 6,
        );
      }),
    );
  });

  it('orders ascending, unknown floats last, whatever the order of the rows [#607]', () => {
    const rows = [0.5, null, 0.1, 0.5].map((floatPct, i) => ({ id: `c${i}`, floatPct, marketCap: i === 3 ? 9 : 1 }));
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 4 }), (shuffled) => {
        expect(shuffled.toSorted(byFloat).map(({ id }) => id)).toEqual(['c2', 'c3', 'c0', 'c1']);
      }),
    );
  });
});
