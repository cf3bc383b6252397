import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detection } from './episodes.ts';

const truths = fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 60 }).map((values) => Int8Array.from(values));

describe('detection', () => {
  it('counts delays, misses and false alarms of a short story', () => {
    //                          |hour 3     |hour 6  |hour 8
    const truth = Int8Array.of(0, 0, 0, 1, 1, 1, 0, 0, 1, 1);
    const named = Int8Array.of(0, 1, 0, 0, 0, 1, 0, 0, 0, -1);
    // regime 1 is named two hours late, regime 0 at once, and the last regime never in its two hours; hour 1 is an alarm
    const { delay, missed, falseAlarms } = detection(named, truth);
    expect(delay).toBeCloseTo((2 + 0 + 2) / 3, 12);
    expect(missed).toBeCloseTo(1 / 3, 12);
    expect(falseAlarms).toBeCloseTo(8_766 / 10, 9);
  });

  it('has no delay, miss or alarm of the truth itself, and whole delays of hours without a name', () => {
    fc.assert(
      fc.property(truths, (truth) => {
        fc.pre(truth.some((value) => value !== truth[0]));
        expect(detection(truth, truth)).toEqual({ delay: 0, missed: 0, falseAlarms: 0 });
        const silent = detection(
          truth.map(() => -1),
          truth,
        );
        const begun = truth.findIndex((value) => value !== truth[0]);
        const regimes = truth.filter((value, t) => t > 0 && value !== truth[t - 1]).length;
        expect(silent).toEqual({ delay: (truth.length - begun) / regimes, missed: 1, falseAlarms: 0 });
      }),
    );
  });

  it('is later by what the labels are later, within regimes that are long enough', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.integer({ min: 2, max: 8 }), (lag, count) => {
        const truth = Int8Array.from({ length: 10 * count }, (_, t) => Math.floor(t / 10) % 2);
        const named = truth.map((_, t) => truth[Math.max(0, t - lag)]!);
        const { delay, missed } = detection(named, truth);
        expect([delay, missed]).toEqual([lag, 0]);
      }),
    );
  });

  it('has no number without a begin, and refuses columns of different lengths', () => {
    const { delay, missed } = detection(new Int8Array(5), new Int8Array(5));
    expect([delay, missed]).toEqual([NaN, NaN]);
    expect(() => detection(new Int8Array(4), new Int8Array(5))).toThrow('"named" expected 5 values');
  });
});
