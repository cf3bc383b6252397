import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRollingMoments, rollingMoments, type MomentsOptions, type RollingMomentsSnapshot } from './moments.ts';

const numbers = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { maxLength: 60 });

for (const [window, options] of [
  [1, {}],
  [5, { divisor: 'sample' }],
  [20, { minCount: 3 }],
] as const satisfies readonly (readonly [number, MomentsOptions])[]) {
  streamContract({
    name: `rolling moments of ${window} ${JSON.stringify(options)}`,
    create: (resume?: RollingMomentsSnapshot) => createRollingMoments(window, options, resume),
    batch: (inputs) => {
      const { mean, variance } = rollingMoments(inputs, window, options);
      return inputs.map((_, i) => ({ mean: mean[i]!, variance: variance[i]! }));
    },
    inputs: numbers,
    lookback: ('minCount' in options ? options.minCount : window) - 1,
  });
}

/** Two passes over each window. */
function twoPass(values: readonly number[], window: number, less: 0 | 1): { mean: number[]; variance: number[] } {
  const windows = values.map((_, i) => values.slice(Math.max(0, i + 1 - window), i + 1));
  const meanOf = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;
  const full = (list: readonly number[]): boolean => list.length === window;
  return {
    mean: windows.map((list) => (full(list) ? meanOf(list) : NaN)),
    variance: windows.map((list) =>
      full(list) ? meanOf(list.map((x) => (x - meanOf(list)) ** 2)) * (window / (window - less)) : NaN,
    ),
  };
}

describe('rolling moments', () => {
  it('are those of two passes over each window, for both divisors', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 2, max: 20 }), (values, window) => {
        // Absolute, because a mean may be 0: of numbers up to 1e3, and of squares up to 1e6.
        for (const [divisor, less] of [
          ['population', 0],
          ['sample', 1],
        ] as const) {
          const { mean, variance } = rollingMoments(values, window, { divisor });
          const expected = twoPass(values, window, less);
          expect(mean).toMatchOracle(expected.mean, { rel: 0, abs: 1e-10 });
          expect(variance).toMatchOracle(expected.variance, { rel: 1e-9, abs: 1e-7 });
        }
      }),
    );
  });

  it('have the variance that textbooks give: 2, 4, 4, 4, 5, 5, 7, 9 is 4, or 32/7 of a sample', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(rollingMoments(values, 8).variance[7]).toMatchOracle(4, { rel: 1e-15, abs: 0 });
    expect(rollingMoments(values, 8, { divisor: 'sample' }).variance[7]).toMatchOracle(32 / 7, { rel: 1e-15, abs: 0 });
    expect(rollingMoments(values, 8).mean[7]).toBe(5);
  });

  it('have a variance of exactly 0 when the window is constant, whatever came before', () => {
    fc.assert(
      fc.property(
        numbers,
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.integer({ min: 1, max: 9 }),
        (before, x, window) => {
          const values = [...before, ...Array.from({ length: window }, () => x)];
          const { mean, variance } = rollingMoments(values, window);
          expect([mean[values.length - 1], variance[values.length - 1]]).toEqual([x, 0]);
        },
      ),
    );
  });

  it('are never negative in variance, after any sequence of magnitudes', () => {
    const wild = fc.array(
      fc
        .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.integer({ min: -40, max: 40 }))
        .map(([x, k]) => x * 2 ** k),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(wild, fc.integer({ min: 2, max: 10 }), (values, window) => {
        expect(rollingMoments(values, window).variance.every((variance) => !(variance < 0))).toBe(true);
      }),
    );
  });

  it('keep no residue of a spike of 1e9 among numbers of 1e-3 once it has left the window', () => {
    const quiet = (i: number): number => 1e-3 * (1 + Math.sin(i));
    const values = Array.from({ length: 60 }, (_, i) => (i === 20 ? 1e9 : quiet(i)));
    const expected = twoPass(values, 10, 0);
    const { mean, variance } = rollingMoments(values, 10);
    expect(mean.slice(30)).toMatchOracle(expected.mean.slice(30), { rel: 1e-9, abs: 0 });
    expect(variance.slice(30)).toMatchOracle(expected.variance.slice(30), { rel: 1e-9, abs: 0 });
  });

  it('move and scale as moments do, exactly for a power of two', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -30, max: 30 }), (values, power) => {
        // Below this a product of two scaled numbers would be subnormal and lose bits.
        fc.pre(values.every((x) => x === 0 || Math.abs(x) > 1e-100));
        const plain = rollingMoments(values, 5);
        const scaled = rollingMoments(
          values.map((x) => x * 2 ** power),
          5,
        );
        expect(scaled.mean).toMatchOracle(plain.mean.map((x) => x * 2 ** power));
        expect(scaled.variance).toMatchOracle(plain.variance.map((x) => x * 2 ** (2 * power)));
      }),
    );
  });

  it('have no sample variance of one number', () => {
    const { mean, variance } = rollingMoments([7, 8], 2, { divisor: 'sample', minCount: 1 });
    expect([...mean]).toEqual([7, 7.5]);
    expect([...variance]).toEqual([NaN, 0.5]);
  });

  it('refuse what is not finite, a bad divisor and a snapshot of another window', () => {
    expect(() => rollingMoments([NaN], 2)).toThrow(/row 1 expected a finite number, got NaN/);
    expect(() => createRollingMoments(2).peek(-Infinity)).toThrow(/"input" expected a finite number, got -Infinity/);
    expect(() => rollingMoments([], 2, { divisor: 'n' as 'sample' })).toThrow(
      /"divisor" expected one of population, sample, got "n"/,
    );
    const snapshot = createRollingMoments(3).snapshot();
    expect(() => createRollingMoments(2, {}, snapshot)).toThrow(
      /"resume" expected a snapshot of window 2, got one of 3/,
    );
  });
});
