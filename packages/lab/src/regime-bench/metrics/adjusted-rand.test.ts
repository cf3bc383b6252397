import { loadOracles } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustedRand } from './adjusted-rand.ts';

const labels = fc
  .array(fc.tuple(fc.integer({ min: -1, max: 3 }), fc.integer({ min: -1, max: 3 })), { minLength: 2, maxLength: 40 })
  .map((pairs) => [Int8Array.from(pairs, ([a]) => a), Int8Array.from(pairs, ([, b]) => b)] as const);

describe('the adjusted Rand index', () => {
  it('is that of all pairs counted one by one in numpy', () => {
    const { input, expected, tolerance } = loadOracles<{ one: number[]; other: number[] }, { index: number }>(
      'regime-bench',
    ).find(({ file }) => file === 'case-adjusted-rand.json')!;
    const index = adjustedRand(Int8Array.from(input.one), Int8Array.from(input.other));
    expect([index]).toMatchOracle([expected.index], tolerance);
  });

  it('is 1 of a labelling and itself under other names, symmetric, and at most 1', () => {
    fc.assert(
      fc.property(labels, ([one, other]) => {
        const renamed = one.map((label) => 7 - label);
        expect(adjustedRand(one, renamed)).toBeCloseTo(1, 12);
        expect(adjustedRand(one, other)).toBeCloseTo(adjustedRand(other, one), 12);
        expect(adjustedRand(one, other)).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it('is 0 of a single group against several, and NaN without hours', () => {
    expect(adjustedRand(new Int8Array(6), Int8Array.of(0, 0, 1, 1, 2, 2))).toBe(0);
    expect(adjustedRand(new Int8Array(0), new Int8Array(0))).toBeNaN();
    expect(() => adjustedRand(new Int8Array(1), new Int8Array(2))).toThrow('"second" expected 1 labels');
  });
});
