import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barStep } from './bar-step.ts';
import { DAY_MS, HOUR_MS, INTERVALS, MINUTE_MS, stepMs } from './interval.ts';

const START = Date.UTC(2024, 0, 1);
/** Times at distances. */
const at = (...steps: readonly number[]): Float64Array => {
  let time = START;
  return Float64Array.from([time, ...steps.map((step) => (time += step))]);
};
const step = fc.constantFrom(...INTERVALS.map(stepMs));

describe('barStep', () => {
  it('is the interval of bars with any gaps, where two of them are neighbours somewhere', () => {
    fc.assert(
      fc.property(step, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 80 }), (each, missing) => {
        fc.pre(missing.slice(0, -1).includes(1));
        // The most frequent distance that is itself an interval may be the file's: four-hour bars of which one is
        // duplicated.
        fc.pre(
          missing
            .filter((count) => count > 1)
            .every((count) => !INTERVALS.some((name) => stepMs(name) === count * each)),
        );
        expect(barStep(at(...missing.map((count) => count * each)))).toBe(each);
      }),
    );
  });

  it('is not changed by one bar off the grid, wherever it is, and not by a partial last one', () => {
    fc.assert(
      fc.property(
        step,
        fc.integer({ min: 6, max: 60 }),
        fc.nat(),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (each, count, place, share) => {
          const steps = Array.from({ length: count }, () => each);
          const cut = Math.max(1, Math.floor(share * each));
          const where = 1 + (place % (count - 1));
          expect(barStep(at(...steps.toSpliced(where, 1, cut, each - cut)))).toBe(each);
          expect(barStep(at(...steps, cut))).toBe(each);
          expect(barStep(at(...steps, each + cut))).toBe(each);
        },
      ),
    );
  });

  it('is that of the grid, not the most common distance', () => {
    expect(barStep(at(HOUR_MS, 2 * HOUR_MS, 2 * HOUR_MS, 2 * HOUR_MS))).toBe(HOUR_MS);
    expect(barStep(at(60, 60, 600, 60, 59, 61, 60))).toBe(60);
    const twice = [2, 2, 1, 1, 2, 2].map((hours) => hours * HOUR_MS);
    expect(barStep(at(...twice))).toBe(HOUR_MS);
  });

  it('is unknown for fewer than two times, for times on no grid, and for a grid of which no two neighbours are left', () => {
    expect(barStep(at())).toBeUndefined();
    expect(barStep(new Float64Array(0))).toBeUndefined();
    expect(barStep(at(31 * DAY_MS, 29 * DAY_MS, 31 * DAY_MS, 30 * DAY_MS))).toBeUndefined();
    expect(barStep(at(...[2, 3, 2, 4, 5, 2].map((hours) => hours * HOUR_MS)))).toBeUndefined();
    expect(barStep(at(17 * MINUTE_MS, 23 * MINUTE_MS, 5 * MINUTE_MS, 41 * MINUTE_MS))).toBeUndefined();
  });
});
