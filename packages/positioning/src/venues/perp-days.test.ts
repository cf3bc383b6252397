import { DAY_MS, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annualisedFunding } from './funding-rate.ts';
import { interestTrend } from './interest-trend.ts';
import { dayOfKnown, fundingDays, lastOfDays } from './perp-days.ts';

const DAY = 20_000 * DAY_MS;

describe('funding on one scale', () => {
  it('is the same percent per year for 8 hours, 4 hours and 1 hour', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.01, max: 0.01, noNaN: true }), fc.constantFrom(1, 4, 8), (hourly, hours) => {
        expect(annualisedFunding(hourly * hours, hours)).toBeCloseTo(hourly * 24 * 365 * 100, 9);
      }),
    );
    expect(annualisedFunding(0.0001, 8)).toBeCloseTo(10.95, 12);
    expect(annualisedFunding(0.0001, NaN)).toBeNaN();
    expect(annualisedFunding(0.0001, 0)).toBeNaN();
  });
});

describe('days of a perp', () => {
  it('give midnight to the day that ends then', () => {
    expect(dayOfKnown(DAY)).toBe(DAY - DAY_MS);
    expect(dayOfKnown(DAY + 1)).toBe(DAY);
    expect(dayOfKnown(DAY + DAY_MS)).toBe(DAY);
  });

  it('have the sum of their settlements: three a day of an interval of eight hours', () => {
    const time = Float64Array.from({ length: 9 }, (_, i) => DAY + (i + 1) * 8 * HOUR_MS);
    const rate = Float64Array.from([1, 2, 3, 4, NaN, 6, 7, 8, 9]);
    expect([...fundingDays({ time, rate })]).toEqual([
      [DAY, { sum: 6, count: 3 }],
      [DAY + DAY_MS, { sum: 10, count: 2 }],
      [DAY + 2 * DAY_MS, { sum: 24, count: 3 }],
    ]);
  });

  it('lose no settlement and count none twice', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: -9, max: 9 }))), (rows) => {
        const sorted = rows.toSorted(([a], [b]) => a - b);
        const time = Float64Array.from(sorted, ([hours]) => DAY + hours * HOUR_MS);
        const rate = Float64Array.from(sorted, ([, one]) => one);
        const days = [...fundingDays({ time, rate }).values()];
        expect(days.reduce((sum, one) => sum + one.sum, 0)).toBe(rate.reduce((a, b) => a + b, 0));
        expect(days.reduce((sum, one) => sum + one.count, 0)).toBe(rows.length);
      }),
    );
  });

  it('have the last known sample of each', () => {
    const time = Float64Array.of(DAY, DAY + HOUR_MS, DAY + 2 * HOUR_MS, DAY + 3 * DAY_MS);
    const days = lastOfDays({ time, value: Float64Array.of(1, 2, NaN, 4) });
    expect([...days]).toEqual([
      [DAY - DAY_MS, 1],
      [DAY, 2],
      [DAY + 2 * DAY_MS, 4],
    ]);
  });
});

describe('the trend of open interest', () => {
  it.each([
    [100, 105.1, 'rising'],
    [100, 105, 'flat'],
    [100, 95, 'flat'],
    [100, 94.9, 'falling'],
  ] as const)('from %d to %d is %s', (first, last, trend) => {
    expect(interestTrend(first, last)?.trend).toBe(trend);
  });

  it.each([
    [NaN, 1],
    [0, 1],
    [1, NaN],
  ])('from %d to %d is not known', (first, last) => {
    expect(interestTrend(first, last)).toBeNull();
  });
});
