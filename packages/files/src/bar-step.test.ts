import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barStep } from './bar-step.ts';

const at = (...steps: readonly number[]): Float64Array => {
  let time = 1_700_000_000_000;
  return Float64Array.from([time, ...steps.map((step) => (time += step))]);
};

describe('barStep', () => {
  it('is the most common distance, the shorter of two equally common', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 60 }), (steps) => {
        const count = (step: number): number => steps.filter((each) => each === step).length;
        const most = Math.max(...steps.map(count));
        expect(barStep(at(...steps))).toBe(Math.min(...steps.filter((step) => count(step) === most)));
      }),
    );
  });

  it('is not changed by gaps or by a bar off the grid', () => {
    expect(barStep(at(60, 60, 600, 60, 59, 61, 60))).toBe(60);
  });

  it('is undefined for fewer than two bars', () => {
    expect(barStep(at())).toBeUndefined();
    expect(barStep(new Float64Array(0))).toBeUndefined();
  });
});
