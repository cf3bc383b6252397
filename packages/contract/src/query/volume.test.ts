import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VOLUME_SORTS } from '../parameters.ts';
import type { VolumeItemWire } from '../wire/volume-row.ts';
import { decodeVolumeListQuery, matchesVolumeQuery, volumeOrder, type VolumeListQuery } from './volume.ts';

const ALL: VolumeListQuery = {
  band: undefined,
  minMultiplier: undefined,
  sort: 'multiplier',
  limit: 250,
  top: undefined,
};
const row = (symbol: string, change: Partial<VolumeItemWire> = {}): VolumeItemWire => ({
  symbol,
  volume_24h: 1,
  avg_volume_30d: null,
  median_volume_30d: null,
  multiplier: null,
  multiplier_median: null,
  band: 'unknown',
  volume_change_24h: null,
  spark_7d: [],
  change_24h: null,
  config_version: 'volume/1',
  ...change,
});
const symbols = (rows: readonly VolumeItemWire[], change: Partial<VolumeListQuery> = {}): string => {
  const query = { ...ALL, ...change };
  return rows
    .filter((one) => matchesVolumeQuery(one, query))
    .sort(volumeOrder(query))
    .map(({ symbol }) => symbol)
    .join('');
};

const rows = [
  row('C', { multiplier: 2, band: 'elevated', volume_24h: 10, change_24h: -1 }),
  row('A', { multiplier: 2, band: 'elevated', volume_24h: 30, change_24h: 4 }),
  row('B', { volume_24h: 20 }),
  row('D', { multiplier: 0, band: 'dormant', volume_24h: 0, change_24h: 0 }),
];

describe('filters', () => {
  it('band is one of the seven, unknown among them', () => {
    expect([symbols(rows, { band: 'elevated' }), symbols(rows, { band: 'unknown' })]).toEqual(['AC', 'B']);
  });

  it('a least multiplier drops rows below it and rows without one, also a least of 0', () => {
    expect([2, 2.01, 0].map((minMultiplier) => symbols(rows, { minMultiplier }))).toEqual(['AC', '', 'ACD']);
  });
});

describe('order', () => {
  it('is largest first, symbols A to Z; rows without the value last, ties by symbol', () => {
    expect(VOLUME_SORTS.map((sort) => symbols(rows, { sort }))).toEqual(['ACDB', 'ABCD', 'ABCD', 'ADCB']);
  });

  it('does not depend on the order that rows came in', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.constantFrom(...VOLUME_SORTS),
        (all, sort) => {
          expect(symbols(all, { sort })).toBe(symbols(rows, { sort }));
        },
      ),
    );
  });
});

describe('decodeVolumeListQuery', () => {
  const query = { band: 'quiet', min_multiplier: 1, sort: 'symbol', limit: 3 } as const;

  it('gives every parameter its name in the host', () => {
    expect(decodeVolumeListQuery(query, 'pro')).toEqual({
      band: 'quiet',
      minMultiplier: 1,
      sort: 'symbol',
      limit: 3,
      top: undefined,
    });
  });

  it('[#399] a Free key sees the top 20 by 24h volume, higher tiers all', () => {
    expect((['free', 'pro', 'pro_plus'] as const).map((tier) => decodeVolumeListQuery(query, tier).top)).toEqual([
      20,
      undefined,
      undefined,
    ]);
  });
});
