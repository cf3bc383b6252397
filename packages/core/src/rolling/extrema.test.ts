import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRollingMax, createRollingMin, rollingMax, rollingMin, type RollingExtremaSnapshot } from './extrema.ts';

/** Few values, so that ties abound. */
const numbers = fc.array(
  fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -1e3, max: 1e3, noNaN: true }), fc.constant(-0)),
  { maxLength: 60 },
);

for (const [window, minCount] of [
  [1, 1],
  [4, 4],
  [20, 2],
] as const) {
  streamContract({
    name: `rolling maximum of ${window}, from ${minCount} on`,
    create: (resume?: RollingExtremaSnapshot) => createRollingMax(window, { minCount }, resume),
    batch: (inputs) => [...rollingMax(inputs, window, { minCount })],
    inputs: numbers,
    lookback: minCount - 1,
  });
  streamContract({
    name: `rolling minimum of ${window}, from ${minCount} on`,
    create: (resume?: RollingExtremaSnapshot) => createRollingMin(window, { minCount }, resume),
    batch: (inputs) => [...rollingMin(inputs, window, { minCount })],
    inputs: numbers,
    lookback: minCount - 1,
  });
}

describe('rolling extrema', () => {
  it('are those of each window by itself', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 12 }), (values, window) => {
        const of = (pick: (list: readonly number[]) => number): number[] =>
          values.map((_, i) => (i + 1 < window ? NaN : pick(values.slice(i + 1 - window, i + 1)) + 0));
        expect(rollingMax(values, window)).toMatchOracle(of((list) => list.toSorted((a, b) => b - a)[0]!));
        expect(rollingMin(values, window)).toMatchOracle(of((list) => list.toSorted((a, b) => a - b)[0]!));
      }),
    );
  });

  it('of a month of 1-minute numbers that only fall: the maximum is the oldest of the window', () => {
    const falling = Array.from({ length: 43_200 }, (_, i) => 1e6 - i);
    const max = rollingMax(falling, 1_440);
    expect(max.findIndex((x, i) => i >= 1_439 && x !== falling[i - 1_439])).toBe(-1);
    expect(rollingMin(falling, 1_440)[43_199]).toBe(falling[43_199]);
  });

  it('refuse what is not finite and a snapshot of another window', () => {
    expect(() => rollingMax([1, NaN], 2)).toThrow(/row 2 expected a finite number, got NaN/);
    expect(() => rollingMin([Infinity], 2)).toThrow(/row 1 expected a finite number, got Infinity/);
    const snapshot = createRollingMin(3).snapshot();
    expect(() => createRollingMin(2, {}, snapshot)).toThrow(/"resume" expected a snapshot of window 2, got one of 3/);
  });
});
