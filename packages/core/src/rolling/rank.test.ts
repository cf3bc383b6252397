import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { percentRank, quantile } from '../quantile.ts';
import { useKernels, type VectorKernels } from '../vector-kernels.ts';
import {
  COUNTING_WINDOW,
  createRollingQuantile,
  createRollingRank,
  rollingQuantile,
  rollingQuantiles,
  rollingRank,
  rollingRankSorted,
  type RollingRankSnapshot,
} from './rank.ts';

/** Few values, so that ties abound, and both zeros. */
const numbers = fc.array(
  fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -1e3, max: 1e3, noNaN: true }), fc.constant(-0)),
  { maxLength: 250 },
);
const windows = fc.integer({ min: 1, max: 4 * COUNTING_WINDOW });

for (const [window, minCount] of [
  [1, 1],
  [7, 3],
  [COUNTING_WINDOW, 5],
  [COUNTING_WINDOW + 1, 5],
] as const) {
  streamContract({
    name: `rolling rank of ${window}, from ${minCount} on`,
    create: (resume?: RollingRankSnapshot) => createRollingRank(window, { minCount }, resume),
    batch: (inputs) => [...rollingRank(inputs, window, { minCount })],
    inputs: numbers,
    lookback: minCount - 1,
  });
}
streamContract({
  name: 'rolling quantile .9 of 30',
  create: (resume?: RollingRankSnapshot) => createRollingQuantile(30, 0.9, {}, resume),
  batch: (inputs) => [...rollingQuantile(inputs, 30, 0.9)],
  inputs: numbers,
  lookback: 29,
});

/** The last `window` numbers up to each one. */
const windowsOf = (values: readonly number[], window: number): number[][] =>
  values.map((_, i) => values.slice(Math.max(0, i + 1 - window), i + 1));

describe('rolling rank', () => {
  it('is the same to the bit by counting and by keeping order, in windows that fill and that run over', () => {
    const counted = (list: readonly number[]): number => {
      const newest = list[list.length - 1]!;
      const below = list.filter((value) => value < newest).length;
      const upTo = list.filter((value) => value <= newest).length;
      return (100 * (below + 0.5 * (upTo - below))) / list.length;
    };
    fc.assert(
      fc.property(numbers, windows, fc.integer({ min: 1, max: 200 }), (values, window, least) => {
        const minCount = Math.min(least, window);
        const expected = windowsOf(values, window).map((list) => (list.length < minCount ? NaN : counted(list)));
        expect([...rollingRank(values, window, { minCount })]).toStrictEqual(expected);
        expect([...rollingRankSorted(values, window, { minCount })]).toStrictEqual(expected);
      }),
    );
  });

  it('is the rank of the newest number in each window', () => {
    fc.assert(
      fc.property(numbers, windows, (values, window) => {
        const expected = windowsOf(values, window).map((list) =>
          list.length < window ? NaN : percentRank(list[list.length - 1]!, list),
        );
        expect(rollingRank(values, window)).toMatchOracle(expected);
      }),
    );
  });

  it('stays within 0…100 and survives a strictly increasing map of its inputs', () => {
    const integers = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 250 });
    fc.assert(
      fc.property(integers, windows, (values, window) => {
        const ranks = rollingRank(values, window);
        expect(ranks.every((rank) => Number.isNaN(rank) || (rank >= 0 && rank <= 100))).toBe(true);
        expect(
          rollingRank(
            values.map((x) => x ** 3 + x),
            window,
          ),
        ).toEqual(ranks);
      }),
    );
  });

  it('is 50 when all are equal, and NaN, not 50, below the least count', () => {
    expect([...rollingRank([5, 5, 5, 5], 4, { minCount: 3 })]).toEqual([NaN, NaN, 50, 50]);
    expect([...rollingRank([5, 5, 5, 5], 200, { minCount: 3 })]).toEqual([NaN, NaN, 50, 50]);
  });

  it('ranks the highest of 90 at 99.44 and the lowest at 0.56', () => {
    const rising = Array.from({ length: 90 }, (_, i) => i);
    expect(rollingRank(rising, 90)[89]).toBe((100 * 89.5) / 90);
    expect(rollingRank(rising.toReversed(), 90)[89]).toBe((100 * 0.5) / 90);
  });

  it('refuses what is not finite, in both ways of counting', () => {
    expect(() => rollingRank([1, NaN], 5)).toThrow(/row 2 expected a finite number, got NaN/);
    expect(() => rollingRank([1, NaN], 500)).toThrow(/row 2 expected a finite number, got NaN/);
    expect(() => createRollingRank(5).next(NaN)).toThrow(/"input" expected a finite number, got NaN/);
    expect(() => rollingRank([], 1.5)).toThrow(/"window" expected an integer ≥ 1, got 1.5/);
  });
});

describe('a kernel', () => {
  const asked: unknown[][] = [];
  const install = (
    fillRanks: VectorKernels['fillRanks'],
    pushRanks: VectorKernels['pushRanks'] = () => false,
  ): void => {
    asked.length = 0;
    const before = useKernels({
      fillRanks: (...all) => asked.push(all) > 0 && fillRanks(...all),
      pushRanks,
      fillEstimators: () => false,
      smoothBackward: () => false,
      addMomentSums: () => false,
      loadFilter: () => undefined,
      fillAdx: () => false,
      fillBands: () => false,
      fillLogs: () => false,
      loadForecasts: () => undefined,
    });
    onTestFinished(() => void useKernels(before));
  };
  const column = Float64Array.from({ length: 64 }, (_, i) => Math.sin(i));

  it('is asked for a column of 32 rows and more, and what it writes is the answer', () => {
    install((values, _window, _least, out) => out.set(values) === undefined);
    expect(rollingRank(column, 5, { minCount: 2 })).toStrictEqual(column);
    expect(asked).toEqual([[column, 5, 2, column]]);
    expect(rollingRank(column.subarray(0, 32), 5)).toStrictEqual(column.slice(0, 32));
    expect(rollingRank(column.subarray(0, 31), 5)).not.toStrictEqual(column.slice(0, 31));
    expect(rollingRank([...column], 5)).not.toStrictEqual(column);
    expect(asked).toHaveLength(2);
  });

  it('takes over a stream once its window is full, as far as places lie side by side', () => {
    const steps: string[] = [];
    install(
      () => false,
      (sorted, slots, values, ranks) => {
        steps.push(`${[...sorted].join(' ')} | ${[...slots].join(' ')} | ${[...values].join(' ')}`);
        ranks.fill(steps.length, 0, values.length);
        return steps.length < 3;
      },
    );
    const values = Float64Array.from({ length: 40 }, (_, i) => i % 7);
    const rank = createRollingRank(16, { minCount: 16 });
    const into = new Float64Array(42);
    rank.fill(values, 0, 40, into, 2);
    expect(steps.map((step) => step.split(' | ').map((part) => part.split(' ').length))).toEqual([
      [16, 16, 16],
      [16, 8, 8],
    ]);
    expect(steps[0]).toContain('| 0 1 2 3 4 5 6 0 1 2 3 4 5 6 0 1 | 2 3 4');
    expect(into.subarray(2, 17)).toStrictEqual(new Float64Array(15).fill(NaN));
    expect([...into.subarray(18)]).toEqual([...new Float64Array(16).fill(1), ...new Float64Array(8).fill(2)]);
    // Fewer rows than pay for a copy, and quantiles, stay here; refused work is done here.
    rank.fill(values, 0, 31, into, 0);
    createRollingQuantile(16, 0.5).fill(values, 0, 40, into, 0);
    expect(steps).toHaveLength(2);
    const plain = createRollingRank(16, { minCount: 16 }).fill;
    plain(values, 0, 40, into, 0);
    expect(steps).toHaveLength(4);
    expect(into.subarray(0, 40)).toStrictEqual(rollingRankSorted(values, 16, {}));
  });

  it('that hands back leaves the ranks as they are without it', () => {
    const plain = [rollingRank(column, 5), rollingRank(column, COUNTING_WINDOW + 1)];
    install(() => false);
    expect([rollingRank(column, 5), rollingRank(column, COUNTING_WINDOW + 1)]).toStrictEqual(plain);
    expect(asked).toHaveLength(2);
  });
});

describe('rolling quantile', () => {
  it('is the quantile of each window', () => {
    fc.assert(
      fc.property(numbers, windows, fc.double({ min: 0, max: 1, noNaN: true }), (values, window, p) => {
        const expected = windowsOf(values, window).map((list) =>
          list.length < window
            ? NaN
            : quantile(
                list.map((x) => x + 0),
                p,
              ),
        );
        expect(rollingQuantile(values, window, p)).toMatchOracle(expected);
        expect(rollingQuantiles(values, window, [0, p])).toStrictEqual([
          rollingQuantile(values, window, 0),
          rollingQuantile(values, window, p),
        ]);
      }),
    );
  });

  it('refuses a share beyond 0…1 and what is not finite', () => {
    expect(() => rollingQuantile([], 5, 90)).toThrow(/"p" expected a number within 0…1, got 90/);
    expect(() => rollingQuantile([Infinity], 5, 0.5)).toThrow(/row 1 expected a finite number, got Infinity/);
  });
});
