import { createRollingRank, rollingRank } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutKernels } from '../src/index.ts';
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
    const window = fc.oneof(fc.integer({ min: 1, max: 95 }), fc.constantFrom(364, 365, 366));
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

  it('were asked of the kernels, which did them', () => {
    expect([...done].toSorted()).toEqual(['fillRanks']);
  });
});
