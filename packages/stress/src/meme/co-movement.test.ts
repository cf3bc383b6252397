import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coMovement } from './co-movement.ts';

/**
 * Spearman's ρ of two series: Pearson's correlation of mean ranks, from the definition. NaN when a series is constant.
 */
function naiveSpearman(x: readonly number[], y: readonly number[]): number {
  const rank = (values: readonly number[]): number[] =>
    values.map((v) => values.filter((w) => w < v).length + (1 + values.filter((w) => w === v).length) / 2);
  const [a, b] = [rank(x), rank(y)];
  const mean = (x.length + 1) / 2;
  const sum = (f: (i: number) => number): number => a.reduce((total, _, i) => total + f(i), 0);
  return (
    sum((i) => (a[i]! - mean) * (b[i]! - mean)) /
    Math.sqrt(sum((i) => (a[i]! - mean) ** 2) * sum((i) => (b[i]! - mean) ** 2))
  );
}

function naiveMean(series: readonly (readonly number[])[]): number {
  const pairs = series.flatMap((x, i) => series.slice(i + 1).map((y) => naiveSpearman(x, y)));
  return pairs.reduce((sum, rho) => sum + rho, 0) / pairs.length;
}

const moving = (values: readonly number[]): boolean => values.some((value) => value !== values[0]);
/** Few distinct values, so that most series have ties. */
const tied = (days: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -2, max: 2 }), { minLength: days, maxLength: days });
const continuous = (days: number): fc.Arbitrary<number[]> =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: days, maxLength: days });
const markets = fc
  .integer({ min: 2, max: 30 })
  .chain((days) => fc.array(fc.oneof(tied(days), continuous(days)).filter(moving), { minLength: 2, maxLength: 9 }));

describe('co-movement', () => {
  it('[#597] is the mean of Spearman’s ρ over all pairs, ties and all', () => {
    fc.assert(
      fc.property(markets, (series) => {
        expect(coMovement(series, 2)).toBeCloseTo(naiveMean(series), 12);
      }),
    );
  });

  it('agrees with the textbook formula 1 − 6Σd²/(n(n² − 1)) where there are no ties', () => {
    // Spearman's kind of table: ranks 1…10 against 1 3 2 5 4 7 6 9 8 10, Σd² = 8.
    const first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const second = [1, 3, 2, 5, 4, 7, 6, 9, 8, 10];
    expect(coMovement([first, second], 2)).toBeCloseTo(1 - (6 * 8) / (10 * 99), 14);
  });

  it('is exactly 1 for identical rankings, whatever the values', () => {
    fc.assert(
      fc.property(
        fc.oneof(tied(30), continuous(30)).filter(moving),
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 2, maxLength: 40 }),
        (values, scales) => {
          // A power of two keeps the order of values to the last bit.
          const series = scales.map((scale) => values.map((value) => value * 2 ** Math.round(scale % 8)));
          expect(coMovement(series, 2)).toBe(1);
        },
      ),
    );
  });

  it('lies within −1/(n−1) and 1, and reaches both ends', () => {
    fc.assert(
      fc.property(markets, (series) => {
        const rho = coMovement(series, 2)!;
        expect(rho).toBeGreaterThanOrEqual(-1 / (series.length - 1));
        expect(rho).toBeLessThanOrEqual(1);
      }),
    );
    expect(
      coMovement(
        [
          [1, 2, 3],
          [3, 2, 1],
        ],
        2,
      ),
    ).toBe(-1);
    expect(
      coMovement(
        [
          [1, 2, 3],
          [2, 3, 1],
          [3, 1, 2],
        ],
        2,
      ),
    ).toBe(-0.5);
  });

  it('is the same to the bit in every order of the coins, and of the days', () => {
    fc.assert(
      fc.property(markets, fc.infiniteStream(fc.nat()), (series, seeds) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((item) => ({ item, at: seeds.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item);
        expect(coMovement(shuffled(series), 2)).toBe(coMovement(series, 2));
        const days = shuffled(series[0]!.map((_, i) => i));
        expect(
          coMovement(
            series.map((values) => days.map((i) => values[i]!)),
            2,
          ),
        ).toBe(coMovement(series, 2));
      }),
    );
  });

  it('depends on ranks alone: a rising map of a coin’s returns changes nothing', () => {
    fc.assert(
      fc.property(markets, (series) => {
        // By powers of two, so that no bit is lost and order and ties stay.
        const mapped = series.map((values, i) => (i === 0 ? values.map((v) => (v < 0 ? v * 2 : v * 4)) : values));
        expect(coMovement(mapped, 2)).toBe(coMovement(series, 2));
      }),
    );
  });

  it('leaves out a coin that does not move, and is null below the least number of coins', () => {
    const up = [1, 2, 3];
    expect(coMovement([up, up, [0, 0, 0]], 2)).toBe(1);
    expect(coMovement([up, up, up, up, [7, 7, 7]], 5)).toBeNull();
    expect(coMovement([up, up, up, up], 5)).toBeNull();
    expect(coMovement([up, up, up, up, up], 5)).toBe(1);
    expect(coMovement([], 5)).toBeNull();
  });

  it('refuses series that differ in length', () => {
    expect(() => coMovement([[1, 2], [1]], 2)).toThrow('"series" expected 2 values each, got 1');
    expect(() => coMovement([], 1)).toThrow('"minSeries" expected an integer ≥ 2, got 1');
  });
});
