import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { christoffersen, kupiec } from './value-at-risk.ts';

const FEW = { version: 'simulated_p/test', draws: 99 } as const;
const level = fc.double({ min: 0.01, max: 0.5, noNaN: true });
const sequence = fc.array(fc.boolean(), { minLength: 2, maxLength: 60 });

/**
 * Numbers of failures at which the test does not reject at 5 %, by probability, for 255, 510 and 1,000 days. The first entry
 * has no lower bound in print.
 *
 * @source P. Jorion, Value at Risk, 3rd edition, 2007, table 6-2, after P. H. Kupiec 1995: `N < 7`, `1 < N < 11` and so on.
 */
const REGIONS: readonly (readonly [level: number, rows: number, above: number | null, below: number])[] = [
  [0.01, 255, null, 7],
  [0.01, 510, 1, 11],
  [0.01, 1_000, 4, 17],
  [0.025, 255, 2, 12],
  [0.025, 510, 6, 21],
  [0.025, 1_000, 15, 36],
  [0.05, 255, 6, 21],
  [0.05, 510, 16, 36],
  [0.05, 1_000, 37, 65],
  [0.075, 255, 11, 28],
  [0.075, 510, 27, 51],
  [0.075, 1_000, 59, 92],
  [0.1, 255, 16, 36],
  [0.1, 510, 38, 65],
  [0.1, 1_000, 81, 120],
];

describe("Kupiec's test", () => {
  it.each(REGIONS)('has the published region of %d over %d days', (share, rows, above, below) => {
    const isKept = (hits: number): boolean => kupiec(hits, rows, share, { ...FEW, draws: 1 }).asymptotic > 0.05;
    const kept = Array.from({ length: 200 }, (_, hits) => hits).filter((hits) => hits <= rows && isKept(hits));
    expect([above === null ? null : kept[0]! - 1, kept.at(-1)! + 1]).toEqual([above, below]);
  });

  it('is the same when hits and other rows change their names, and 0 at the level', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), level, (rows, drawn, share) => {
        const hits = drawn % (rows + 1);
        const [one, other] = [kupiec(hits, rows, share, FEW), kupiec(rows - hits, rows, 1 - share, FEW)];
        expect(other.statistic).toBeCloseTo(one.statistic, 8);
        expect(other.asymptotic).toBeCloseTo(one.asymptotic, 6);
        fc.pre(hits > 0 && hits < rows);
        expect(kupiec(hits, rows, hits / rows, FEW)).toMatchObject({ statistic: 0, asymptotic: 1, simulated: 1 });
      }),
    );
  });

  it('rejects no more often than it says where few hits are expected', () => {
    const draw = generator('kupiec');
    let rejected = 0;
    for (let round = 0; round < 400; round++) {
      let hits = 0;
      for (let i = 0; i < 80; i++) if (draw() < 0.02) hits++;
      rejected += Number(kupiec(hits, 80, 0.02, FEW).simulated <= 0.1);
    }
    // 10 % of 400, and three standard errors
    expect(rejected).toBeLessThan(58);
  });
});

describe("Christoffersen's tests", () => {
  it('add up: conditional coverage is independence and the coverage of the rows after the first', () => {
    fc.assert(
      fc.property(sequence, level, (hits, share) => {
        const { independence, conditionalCoverage } = christoffersen(hits, share, FEW);
        const later = hits.slice(1);
        const coverage = kupiec(later.filter(Boolean).length, later.length, share, FEW);
        expect(conditionalCoverage.statistic).toBeCloseTo(independence.statistic + coverage.statistic, 8);
        expect([independence.degrees, conditionalCoverage.degrees]).toEqual([1, 2]);
      }),
    );
  });

  it('find independence the same when hits and other rows change their names', () => {
    fc.assert(
      fc.property(sequence, (hits) => {
        const turned = hits.map((hit) => !hit);
        const statistic = (of: readonly boolean[]): number => christoffersen(of, 0.3, FEW).independence.statistic;
        expect(statistic(turned)).toBeCloseTo(statistic(hits), 8);
      }),
    );
  });

  it('judge independence whatever the level', () => {
    fc.assert(
      fc.property(sequence, level, level, (hits, one, other) => {
        const { independence } = christoffersen(hits, one, FEW);
        expect(christoffersen(hits, other, FEW).independence).toEqual(independence);
      }),
    );
  });

  it('reject hits that come together and keep the same hits apart', () => {
    const together = Array.from({ length: 400 }, (_, i) => i >= 100 && i < 120);
    const apart = Array.from({ length: 400 }, (_, i) => (i * 7_919) % 400 < 20);
    expect(apart.filter(Boolean).length).toBe(20);
    const tests = [together, apart].map((hits) => christoffersen(hits, 0.05));
    expect(tests[0]!.independence.simulated).toBe(1 / 2_000);
    expect(tests[0]!.conditionalCoverage.simulated).toBe(1 / 2_000);
    expect(tests[1]!.independence.simulated).toBeGreaterThan(0.05);
    expect(tests[1]!.conditionalCoverage.asymptotic).toBeGreaterThan(0.05);
  });

  it('have a statistic of 0 without a hit', () => {
    const { independence } = christoffersen([false, false, false], 0.01, FEW);
    expect(independence).toEqual({ statistic: 0, degrees: 1, asymptotic: 1, simulated: 1 });
  });
});

it.each([
  ['more hits than rows', () => kupiec(3, 2, 0.1), '"hits" expected at most 2, got 3'],
  ['no rows', () => kupiec(0, 0, 0.1), '"rows" expected'],
  ['a level of 1', () => kupiec(1, 2, 1), '"level" expected a number in (0, 1), got 1'],
  ['one row', () => christoffersen([true], 0.1), '"hits" expected at least 2 rows, got 1'],
  ['no draws', () => kupiec(1, 2, 0.5, { ...FEW, draws: 0 }), '"draws" expected'],
])('refuses %s', (_, call, message) => {
  expect(call).toThrow(message);
});
