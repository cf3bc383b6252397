import { createRollingRank, rollingRank } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KERNELS, withoutKernels } from '../src/index.ts';
import { useNotedKernels } from './noted.ts';

const done = useNotedKernels();

describe('rolling ranks', () => {
  it('by a kernel are those of JavaScript and of the stream to the bit, ties and zeros of both signs included', () => {
    const value = fc.oneof(
      fc.constantFrom(0, -0, 1, 1, -1),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE),
    );
    const series = fc
      .tuple(fc.array(value, { minLength: 1, maxLength: 60 }), fc.integer({ min: 32, max: 2_600 }))
      .map(([part, length]) => Float64Array.from({ length }, (_, i) => part[(i * 7 + (i >> 5)) % part.length]!));
    const window = fc.oneof(fc.integer({ min: 1, max: 95 }), fc.constantFrom(149, 150, 151, 365));
    fc.assert(
      fc.property(series, window, fc.boolean(), (values, window, whole) => {
        const options = whole ? {} : { minCount: Math.ceil(window / 3) };
        const fast = rollingRank(values, window, options);
        expect(fast).toStrictEqual(withoutKernels(() => rollingRank(values, window, options)));
        const stream = createRollingRank(window, options);
        expect(fast.slice(0, 300)).toStrictEqual(values.slice(0, 300).map((value) => stream.next(value)));
      }),
      { numRuns: 40 },
    );
  });

  it('by a kernel refuse a number that is not finite as JavaScript does', () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      const values = new Float64Array(2_500);
      values[2_100] = bad;
      expect(() => rollingRank(values, 20)).toThrow(`row 2101 expected a finite number, got ${bad}`);
    }
  });

  it('of a window kept in order are those of the stream to the bit, in pieces of any length, and so is the window after them', () => {
    const parts = fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 700 }),
        // A walk by small steps, jumps, a flat market, a grid with many ties, noise.
        step: fc.constantFrom(0, 1, -1, 3, 97, -1_000),
        spread: fc.constantFrom(0, 1, 5, 1e9),
        level: fc.integer({ min: -3_000, max: 3_000 }),
      }),
      { minLength: 2, maxLength: 9 },
    );
    const window = fc.oneof(fc.integer({ min: 32, max: 400 }), fc.constantFrom(1_024, 2_160, 4_096));
    fc.assert(
      fc.property(parts, window, fc.integer({ min: 1, max: 1_500 }), fc.integer(), (parts, window, piece, seed) => {
        const values: number[] = Array.from({ length: window % 50 }, () => -0);
        let noise = seed;
        for (const { length, step, spread, level } of parts) {
          for (let i = 0; i < length; i++) {
            noise = (Math.imul(noise, 1_103_515_245) + 12_345) | 0;
            values.push(level + i * step + Math.floor(((noise >>> 16) * spread) / 65_536));
          }
        }
        // Long windows fill with the same numbers once more.
        while (values.length < window + 100) values.push(...values);
        const column = Float64Array.from(values);
        const options = { minCount: 1 };
        const fast = createRollingRank(window, options);
        const slow = createRollingRank(window, options);
        const ranks = new Float64Array(values.length);
        for (let from = 0; from < values.length; from += piece) {
          fast.fill(column, from, Math.min(piece, values.length - from), ranks, from);
        }
        expect(ranks).toStrictEqual(Float64Array.from(values, (value) => slow.next(value)));
        expect(fast.snapshot()).toStrictEqual(slow.snapshot());
        for (const value of [-1, 0.5, 4_000]) expect(fast.next(value)).toBe(slow.next(value));
        expect(rollingRank(column, window, options)).toStrictEqual(ranks);
        // In the places of the numbers themselves.
        createRollingRank(window, options).fill(column, 0, column.length, column, 0);
        expect(column).toStrictEqual(ranks);
      }),
      { numRuns: 40 },
    );
  });

  it('of a window kept in order need it to be of 32 to 4,096 numbers, and change nothing of another', () => {
    for (const [window, can] of [
      [31, false],
      [32, true],
      [4_096, true],
      [4_097, false],
    ] as const) {
      const sorted = Float64Array.from({ length: window }, (_, i) => i);
      const slots = sorted.slice();
      const ranks = new Float64Array(2);
      expect(KERNELS.pushRanks(sorted, slots.subarray(0, 2), Float64Array.of(window, 0.5), ranks)).toBe(can);
      expect([...slots.subarray(0, 3)]).toEqual(can ? [window, 0.5, 2] : [0, 1, 2]);
      expect([...ranks]).toEqual(can ? [(100 * (window - 0.5)) / window, 50 / window] : [0, 0]);
      expect([...sorted.subarray(0, 3)]).toEqual(can ? [0.5, 2, 3] : [0, 1, 2]);
      expect(sorted[window - 1]).toBe(can ? window : window - 1);
    }
  });

  it('were asked of the kernels, which did them', () => {
    expect([...done].toSorted()).toEqual(['fillRanks', 'pushRanks']);
  });
});
