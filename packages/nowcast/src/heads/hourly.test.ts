import { HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourlyFunding, hourlyLevels } from './hourly.ts';

const at = (...hours: number[]): number[] => hours.map((hour) => hour * HOUR_MS);

describe('levels by the hour', () => {
  it('are those known by the end of each, the last of several', () => {
    const series = { time: at(10, 10.5, 10.75, 12, 12.01), value: [1, 2, 3, 4, 5] };
    // Hour 9 ends at 10, hour 10 at 11; a value known at 12.01 is unknown at 12.
    expect([...hourlyLevels(series, 11 * HOUR_MS, 4)]).toEqual([NaN, 1, 3, 4]);
  });

  it('do not change when more becomes known', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 3 * HOUR_MS }), { maxLength: 40 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 60 }), (gaps, hour) => {
        let now = 0;
        const time = gaps.map((gap) => (now += gap));
        const value = time.map((_, i) => i);
        const known = time.filter((moment) => moment <= (hour + 1) * HOUR_MS).length;
        for (const of of [hourlyLevels, hourlyFunding]) {
          const then = of({ time: time.slice(0, known), value: value.slice(0, known) }, hour * HOUR_MS, 30);
          expect(of({ time, value }, hour * HOUR_MS, 30)).toEqual(then);
        }
      }),
    );
  });

  it('refuse an invalid last hour, and columns of two lengths', () => {
    expect(() => hourlyLevels({ time: [], value: [] }, 5, 1)).toThrow(/"last" expected a full hour, got 5/);
    expect(() => hourlyLevels({ time: [1], value: [] }, 0, 1)).toThrow(/"value" expected 1 numbers, got 0/);
  });
});

describe('funding by the hour', () => {
  it('is the rate over the hours since the one before', () => {
    const series = { time: at(0, 8, 16, 17, 26), value: [8, 8, 16, 3, 9] };
    const column = hourlyFunding(series, 25 * HOUR_MS, 27);
    expect([...column.entries()].filter(([, rate]) => !Number.isNaN(rate))).toEqual([
      [8, 1],
      [16, 2],
      [17, 3],
    ]);
  });

  it('is unknown of two rates within one hour, of which there is no hour between', () => {
    const series = { time: at(1, 2, 2.25), value: [1, 2, 3] };
    expect([...hourlyFunding(series, 2 * HOUR_MS, 3)]).toEqual([NaN, 2, NaN]);
  });

  it('of a venue that settles every hour is its rates', () => {
    const series = { time: at(5, 6, 7), value: [1, 2, 3] };
    expect([...hourlyFunding(series, 6 * HOUR_MS, 2)]).toEqual([2, 3]);
    expect([...hourlyFunding({ ...series, time: series.time.map((time) => time + 40) }, 7 * HOUR_MS, 2)]).toEqual([
      2, 3,
    ]);
  });
});
