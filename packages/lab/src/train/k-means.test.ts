import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeRows, lloyd, seedCentres, type Rows } from './k-means.ts';

const ROUNDING = { rel: 1e-12, abs: 1e-12 };

const rowsOf = (rows: readonly (readonly number[])[], dimensions: number): Rows => ({
  values: Float64Array.from(rows.flat()),
  dimensions,
});
const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
const vectors = (values: Float64Array, d: number): number[][] =>
  Array.from({ length: values.length / d }, (_, k) => [...values.subarray(k * d, (k + 1) * d)]);

/** Rows of three features; many of them more than once. */
const clouds = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 40,
});
const seeds = fc.string({ maxLength: 8 });
const cases = fc
  .record({ rows: clouds, seed: seeds, clusters: fc.integer({ min: 1, max: 6 }) })
  .filter(({ rows, clusters }) => new Set(rows.map(String)).size >= clusters);

/** One step written out: the inertia before it, and the centres after it. */
function step(rows: readonly (readonly number[])[], centres: readonly number[][]) {
  const near = rows.map((row) => {
    const distances = centres.map((centre) => distance(row, centre));
    return { row, least: Math.min(...distances), k: distances.indexOf(Math.min(...distances)) };
  });
  return {
    inertia: near.reduce((sum, { least }) => sum + least, 0),
    centres: centres.map((centre, k) => {
      const own = near.filter((one) => one.k === k).map(({ row }) => row);
      return own.length === 0 ? centre : centre.map((_, i) => own.reduce((sum, row) => sum + row[i]!, 0) / own.length);
    }),
  };
}

describe('steps of Lloyd', () => {
  it('equal the definition, one after the other', () => {
    fc.assert(
      fc.property(cases, ({ rows, seed, clusters }) => {
        const data = rowsOf(rows, 3);
        let centres = seedCentres(data, clusters, seed);
        for (let at = 0; at < 4; at++) {
          const expected = step(rows, vectors(centres, 3));
          const got = lloyd(data, centres, 1);
          expect(got.inertia).toMatchOracle([expected.inertia], ROUNDING);
          expect(vectors(got.centres, 3)).toMatchOracle(expected.centres, ROUNDING);
          ({ centres } = got);
        }
      }),
    );
  });

  it('never raise the inertia, and end where a further step changes nothing', () => {
    fc.assert(
      fc.property(cases, ({ rows, seed, clusters }) => {
        const data = rowsOf(rows, 3);
        const { inertia, centres, converged } = lloyd(data, seedCentres(data, clusters, seed), 200);
        inertia.slice(1).forEach((now, i) => expect(now).toBeLessThanOrEqual(inertia[i]! * (1 + 1e-12) + 1e-12));
        expect(converged).toBe(true);
        expect(lloyd(data, centres, 1).centres).toEqual(centres);
      }),
    );
  });

  it('do not care for the order of the rows', () => {
    const shuffled = cases.chain(({ rows, seed, clusters }) =>
      fc.shuffledSubarray(rows, { minLength: rows.length }).map((other) => ({ rows, other, seed, clusters })),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, other, seed, clusters }) => {
        const from = seedCentres(rowsOf(rows, 3), clusters, seed);
        // Whole numbers: sums are exact in any order.
        expect(lloyd(rowsOf(other, 3), from, 1)).toEqual(lloyd(rowsOf(rows, 3), from, 1));
      }),
    );
  });

  it('stop at the number that is asked for, and say that they have not converged', () => {
    const data = rowsOf([[0], [1], [2], [10], [11], [30]], 1);
    const { inertia, converged } = lloyd(data, Float64Array.of(0, 1), 1);
    expect(inertia).toEqual([0 + 0 + 1 + 81 + 100 + 841]);
    expect(converged).toBe(false);
  });

  it('leave a centre without rows where it is', () => {
    expect([...lloyd(rowsOf([[0], [2]], 1), Float64Array.of(1, 50), 5).centres]).toEqual([1, 50]);
  });
});

describe('the start of k-means++', () => {
  it('is different rows, the same for the same seed', () => {
    fc.assert(
      fc.property(cases, ({ rows, seed, clusters }) => {
        const data = rowsOf(rows, 3);
        const centres = vectors(seedCentres(data, clusters, seed), 3).map(String);
        expect(new Set(centres).size).toBe(clusters);
        centres.forEach((centre) => expect(rows.map(String)).toContain(centre));
        expect(vectors(seedCentres(data, clusters, seed), 3).map(String)).toEqual(centres);
      }),
    );
  });

  it('draws the second row in proportion to its squared distance from the first', () => {
    const data = rowsOf([[0], [1], [3]], 1);
    const counts = new Map<string, number>();
    const draws = 6_000;
    for (let seed = 0; seed < draws; seed++) {
      const pair = seedCentres(data, 2, `${seed}`).join();
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    // The first is any of three; then 1 : 9 from 0, 1 : 4 from 1 and 9 : 4 from 3.
    const law = { '0,1': 1 / 10, '0,3': 9 / 10, '1,0': 1 / 5, '1,3': 4 / 5, '3,0': 9 / 13, '3,1': 4 / 13 };
    // Five standard deviations of a share of 1/6 over that many draws are .024.
    const near = { rel: 0, abs: 0.024 };
    for (const [pair, share] of Object.entries(law)) {
      expect((counts.get(pair) ?? 0) / draws).toMatchOracle(share / 3, near);
    }
  });

  it('needs as many different rows as clusters', () => {
    expect(() => seedCentres(rowsOf([[1], [1], [2]], 1), 3, 'x')).toThrow(
      /expected at least 3 different rows with all features, got 2/,
    );
    expect(() => seedCentres(rowsOf([], 1), 1, 'x')).toThrow(/expected at least 1 different rows .* got 0/);
  });
});

describe('both', () => {
  it('find clusters that are far apart, whatever the seed', () => {
    const centres = [
      [0, 0],
      [100, 0],
      [0, 100],
      [-100, 50],
    ];
    // Rows in a circle around each, so that its mean is the centre.
    const rows = centres.flatMap(([x, y]) =>
      Array.from({ length: 24 }, (_, i) => [
        x! + 0.1 * Math.cos((i * Math.PI) / 12),
        y! + 0.1 * Math.sin((i * Math.PI) / 12),
      ]),
    );
    const data = rowsOf(rows, 2);
    // A second centre in one cluster has a chance of about 1e-5: none of these seeds has that.
    for (let seed = 0; seed < 50; seed++) {
      const found = lloyd(data, seedCentres(data, 4, `${seed}`), 30);
      const sorted = (list: readonly (readonly number[])[]) =>
        list.toSorted((a, b) => Math.round(a[0]! - b[0]!) || a[1]! - b[1]!);
      expect(sorted(vectors(found.centres, 2))).toMatchOracle(sorted(centres), { rel: 0, abs: 1e-9 });
      expect(found.converged).toBe(true);
    }
  });

  it('see only rows that have all features', () => {
    const { values, dimensions } = completeRows([Float64Array.of(1, NaN, 3, 4), Float64Array.of(5, 6, NaN, 8)]);
    expect([[...values], dimensions]).toEqual([[1, 5, 4, 8], 2]);
  });
});
