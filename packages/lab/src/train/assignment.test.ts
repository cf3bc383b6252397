import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastAssignment } from './assignment.ts';

/** Every way to give `rows` rows different columns. */
function everyAssignment(rows: number, columns: readonly number[]): number[][] {
  if (rows === 0) return [[]];
  return columns.flatMap((column) =>
    everyAssignment(
      rows - 1,
      columns.filter((other) => other !== column),
    ).map((rest) => [column, ...rest]),
  );
}

const costOf = (costs: readonly (readonly number[])[], columns: readonly number[]): number =>
  columns.reduce((sum, column, row) => sum + costs[row]![column]!, 0);

const bruteForce = (costs: readonly (readonly number[])[]): number =>
  Math.min(...everyAssignment(costs.length, [...costs[0]!.keys()]).map((columns) => costOf(costs, columns)));

/** Matrices of up to six rows and columns, no fewer columns than rows. */
const matrices = (value: fc.Arbitrary<number>): fc.Arbitrary<number[][]> =>
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
    .chain(([rows, columns]) =>
      fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
    );

describe('the assignment', () => {
  it('costs what the cheapest of all assignments costs, whole numbers with many ties exactly', () => {
    fc.assert(
      fc.property(matrices(fc.integer({ min: -4, max: 4 })), (costs) => {
        const columns = leastAssignment(costs);
        expect(new Set(columns).size).toBe(costs.length);
        expect(costOf(costs, columns)).toBe(bruteForce(costs));
      }),
    );
  });

  it('costs the same with fractions, but for rounding', () => {
    fc.assert(
      fc.property(matrices(fc.double({ min: -1e3, max: 1e3, noNaN: true })), (costs) => {
        expect(costOf(costs, leastAssignment(costs))).toMatchOracle(bruteForce(costs), { rel: 1e-12, abs: 1e-10 });
      }),
      { numRuns: 50 },
    );
  });

  it('is a worked one: the greedy choice of row 0 costs 1 + 9, the best 2 + 3', () => {
    expect(
      leastAssignment([
        [1, 2],
        [3, 9],
      ]),
    ).toEqual([1, 0]);
  });

  it('is empty without rows', () => {
    expect(leastAssignment([])).toEqual([]);
  });

  it.each([
    ['fewer columns than rows', [[1], [2]], /"costs" expected at least 2 columns, one per row, got 1/],
    ['ragged rows', [[1, 2], [3]], /"costs\[1\]" expected 2 values, got 1/],
    ['a cost that is NaN', [[1, NaN]], /"costs\[0\]\[1\]" expected a finite number, got NaN/],
  ])('refuses %s', (_, costs, message) => {
    expect(() => leastAssignment(costs)).toThrow(message);
  });
});
