/// <reference types="node" />

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeReader } from './time-reader.ts';
import { timeUnitOf, toEpochMs, type TimeUnit } from './time-unit.ts';

const FACTOR: Readonly<Record<TimeUnit, number>> = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 };
const units = fc.constantFrom<TimeUnit>('s', 'ms', 'us', 'ns');
/** From 1980 to 2100. */
const time = fc.integer({ min: 315_532_800_000, max: 4_102_444_800_000 });

describe('the unit of a numeric time', () => {
  it('is told by magnitude from 1980 to 2100, and the millisecond comes back exactly', () => {
    fc.assert(
      fc.property(time, units, (ms, unit) => {
        const written = ms * FACTOR[unit];
        expect(timeUnitOf(written)).toBe(unit);
        expect(toEpochMs(written, unit)).toBe(ms);
      }),
    );
  });

  it.each([
    [99_999_999_999, 's'],
    [100_000_000_000, 'ms'],
    [-100_000_000_000, 'ms'],
    [99_999_999_999_999, 'ms'],
    [100_000_000_000_000, 'us'],
    [99_999_999_999_999_984, 'us'],
    [100_000_000_000_000_000, 'ns'],
    [0, 's'],
  ] as const)('of %d is %s', (value, unit) => {
    expect(timeUnitOf(value)).toBe(unit);
  });

  it('keeps a fraction of a millisecond, which the check of the bars then refuses', () => {
    expect(toEpochMs(1_700_000_000_000_500, 'us')).toBe(1_700_000_000_000.5);
  });

  it('makes no millisecond of microseconds that are not one: 999 and 001 as any other', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 999 }), (ms, us) => {
        const read = toEpochMs(ms * 1000 + us, 'us');
        expect(Number.isInteger(read)).toBe(false);
        expect(read).toBeCloseTo(ms + us / 1000, 3);
      }),
      {
        examples: [
          [1_700_000_000_000, 999],
          [1_700_000_000_000, 1],
        ],
      },
    );
  });
});

describe('TimeReader', () => {
  it('holds a file to the unit of its first time', () => {
    const times = new TimeReader();
    expect(times.ofNumber(1_700_000_000)).toBe(1_700_000_000_000);
    expect(times.ofNumber(1_700_000_000_000)).toBe(1_700_000_000_000_000);
  });

  it('refuses text in a file of numbers, and numbers in a file of texts', () => {
    const numbers = new TimeReader();
    numbers.ofNumber(1_700_000_000_000);
    expect(numbers.ofText('2024-01-01')).toBeNaN();
    expect(numbers.expected).toBe('an epoch number like the first');
    const texts = new TimeReader();
    expect(texts.ofText(' 2024-01-01 ')).toBe(Date.UTC(2024, 0, 1));
    expect(texts.ofNumber(1_700_000_000_000)).toBeNaN();
    expect(texts.expected).toBe('a date like the first');
  });

  it('does not learn from what is no time', () => {
    const times = new TimeReader();
    expect(times.ofText('soon')).toBeNaN();
    expect(times.ofNumber(Infinity)).toBeNaN();
    expect(times.expected).toBe('a time (epoch number or ISO-8601)');
    expect(times.ofText('2024-01-01')).toBe(Date.UTC(2024, 0, 1));
  });

  it('believes a file that states its unit', () => {
    expect(new TimeReader('ms').ofNumber(3_600_000)).toBe(3_600_000);
  });
});
