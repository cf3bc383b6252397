import { describe, expect, it } from 'vitest';
import { gammaProfile, nearDensity } from './profile.ts';
import { binsOf, type BinEntry } from '../../test/gamma-cycles.ts';

const density = (...entries: readonly BinEntry[]) => nearDensity({ bins: binsOf(100, entries) }, 2);

describe('the density near mark', () => {
  it('is the share of the bins that lie within 2 % of mark, edges included', () => {
    expect(density([-4, 10, 0], [3, 0, 10], [20, 0, 60])).toBe(25);
    expect(density([-5, 10, 0], [4, 0, 10], [20, 0, 60])).toBe(0);
    expect(density([-5, 0, 10], [-4, 10, 0], [3, 10, 0], [4, 10, 0])).toBe(50);
    expect(density([0, 0, 1])).toBe(100);
  });

  it('is not known of an empty ladder', () => {
    expect(density()).toBeNull();
  });
});

describe('the gamma profile', () => {
  it('has every step of the grid within 10 % of mark, empty ones with 0 [#487]', () => {
    const profile = gammaProfile({ mark: 200, bins: binsOf(200, [[-21, 5, 0], [-20, 7, 0], [19, 0, 3], [20, 0, 9]]) }, 10); // prettier-ignore
    expect(profile).toHaveLength(40);
    expect(profile[0]).toEqual({ price: 180.5, distPct: -9.75, long: 7, short: 0, net: -7 });
    expect(profile[39]).toEqual({
      price: expect.closeTo(219.5, 9) as number,
      distPct: 9.75,
      long: 0,
      short: 3,
      net: 3,
    });
    expect(profile.slice(1, 39).every(({ long, short, net }) => long === 0 && short === 0 && net === 0)).toBe(true);
    expect(profile.map(({ distPct }) => distPct)).toEqual(Array.from({ length: 40 }, (_, i) => -9.75 + 0.5 * i));
  });

  it('is empty of an empty ladder: nothing is known there', () => {
    expect(gammaProfile({ mark: 200, bins: [] }, 10)).toEqual([]);
  });
});
