import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bucketOpen,
  DAY_MS,
  HOUR_MS,
  INTERVALS,
  intervalOf,
  MINUTE_MS,
  stepMs,
  WEEK_MS,
  type Interval,
} from './interval.ts';

const moment = fc.integer({ min: -1e14, max: 1e14 });
const step = fc.constantFrom(...INTERVALS).map(stepMs);

describe('intervals', () => {
  it('have the lengths of their names', () => {
    expect(INTERVALS.map(stepMs)).toEqual([
      60_000, 300_000, 900_000, 1_800_000, 3_600_000, 14_400_000, 86_400_000, 604_800_000,
    ]);
    expect([MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS].map(intervalOf)).toEqual(['1m', '1h', '1d', '1w']);
    expect(intervalOf(1)).toBeUndefined();
    expect(() => stepMs('2h' as Interval)).toThrow(/"interval" expected one of 1m, 5m, .*, got "2h"/);
  });
});

describe('bucketOpen', () => {
  it('is the boundary at or before the moment, less than a step away', () => {
    fc.assert(
      fc.property(moment, step, (time, length) => {
        const open = bucketOpen(time, length);
        expect(open <= time && time < open + length).toBe(true);
        expect(bucketOpen(open, length)).toBe(open);
        expect(bucketOpen(open + length - 1, length)).toBe(open);
        expect(bucketOpen(open + length, length)).toBe(open + length);
      }),
    );
  });

  it('nests: a bucket of a shorter step lies in one bucket of a longer step', () => {
    fc.assert(
      fc.property(moment, step, step, (time, a, b) => {
        const [short, long] = [Math.min(a, b), Math.max(a, b)];
        expect(bucketOpen(bucketOpen(time, short), long)).toBe(bucketOpen(time, long));
        expect(bucketOpen(bucketOpen(time, short) + short - 1, long)).toBe(bucketOpen(time, long));
      }),
    );
  });

  it('opens days at 00:00 UTC and weeks on Monday', () => {
    const at = (text: string): number => Date.parse(text);
    expect(bucketOpen(at('2024-02-29T23:59:59Z'), DAY_MS)).toBe(at('2024-02-29T00:00:00Z'));
    // 2024-03-03 was a Sunday.
    expect(bucketOpen(at('2024-03-03T23:59:59Z'), WEEK_MS)).toBe(at('2024-02-26T00:00:00Z'));
    expect(bucketOpen(at('2024-03-04T00:00:00Z'), WEEK_MS)).toBe(at('2024-03-04T00:00:00Z'));
    // Before the epoch, which was a Thursday.
    expect(bucketOpen(at('1969-12-31T12:00:00Z'), WEEK_MS)).toBe(at('1969-12-29T00:00:00Z'));
  });

  it('refuses a step that is not a positive integer', () => {
    expect(() => bucketOpen(0, 0)).toThrow(/"step" expected an integer ≥ 1, got 0/);
  });
});
